/** The import rules of CONTRIBUTING.md, which keep the parts replaceable and the emulator an independent witness. */
const { LIFECYCLE_MODULES, MODULES } = require("./scripts/modules.cjs");

/** A module of the provider imports the modules that the list allows it, and no other. */
const modulesOfTheProvider = Object.entries(MODULES).map(([module, { imports }]) => ({
  name: `${module}-imports`,
  comment:
    imports.length > 0
      ? `${module}/ knows ${imports.join(", ")} and no other module.`
      : `${module}/ knows no other module.`,
  severity: "error",
  from: { path: `^provider/${module}/` },
  to: { path: "^provider/", pathNot: `^provider/(${[module, ...imports].join("|")})/` },
}));

const order = Object.keys(LIFECYCLE_MODULES);

/** Imports inside the lifecycle run one way: from a module to those before it. */
const modulesInOrder = order.map((module, index) => {
  const earlier = order.slice(0, index);
  return {
    name: `lifecycle-${module}-imports`,
    comment:
      earlier.length > 0
        ? `${module}/ stands on ${earlier.join(", ")}.`
        : `${module}/ stands on no other module of the lifecycle.`,
    severity: "error",
    from: { path: `^provider/lifecycle/${module}/` },
    to: { path: "^provider/lifecycle/", pathNot: `^provider/lifecycle/(${[module, ...earlier].join("|")})/` },
  };
});

/** Who is not in a module of the lifecycle sees its face; tests may look at what is behind it. */
const faces = order.map((module) => ({
  name: `lifecycle-${module}-has-one-face`,
  comment: `What other modules use of ${module}/ is exported by its index.ts.`,
  severity: "error",
  from: { pathNot: `^(tests|provider/lifecycle/${module})/` },
  to: { path: `^provider/lifecycle/${module}/(?!index[.]ts$)` },
}));

/** Every import of these modules is loaded by the user's program. */
const inTheProgram = {
  name: "a-program-loads-little-of-the-lifecycle",
  comment: "What runs in the user's program uses what needs no service: the operations are for the provider's process.",
  severity: "error",
  from: { path: "^provider/(sdk|data-sources|shared)/" },
  to: { path: "^provider/lifecycle/", pathNot: "^provider/lifecycle/(wording|state)/" },
};

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "provider-not-to-emulator",
      comment: "Both implement the service's documents; a shared mistake must not cancel out.",
      severity: "error",
      from: { path: "^provider/" },
      to: { path: "^emulator/" },
    },
    {
      name: "emulator-not-to-provider",
      comment: "Both implement the service's documents; a shared mistake must not cancel out.",
      severity: "error",
      from: { path: "^emulator/" },
      to: { path: "^provider/" },
    },
    {
      name: "resources-and-rules-are-pure",
      comment: "A resource kind is declared, and a value normalised, without knowing HTTP or Pulumi.",
      severity: "error",
      from: { path: "^provider/(definition|resources|normalise)/" },
      to: { path: ["node_modules/axios/", "node_modules/@pulumi/pulumi/", "^axios", "^@pulumi/pulumi"] },
    },
    {
      name: "one-place-retries",
      severity: "error",
      from: { path: "^(provider|emulator|cli)/", pathNot: "^provider/api/(p-)?retry[.]ts$" },
      to: { path: ["node_modules/p-retry/", "^p-retry", "^provider/api/p-retry[.]ts$"] },
    },
    {
      name: "one-place-sends",
      severity: "error",
      from: { path: "^(provider|emulator|cli)/", pathNot: "^provider/api/" },
      to: { path: ["node_modules/axios/", "^axios"] },
    },
    {
      name: "one-place-knows-pulumi",
      comment: "The lifecycle is engine-neutral, so that another host can stand on it.",
      severity: "error",
      from: {
        path: "^(provider|emulator|cli)/",
        pathNot: "^provider/(sdk|plugin|shared|data-sources)/|^provider/index[.]ts$",
      },
      to: { path: ["node_modules/@pulumi/pulumi/", "^@pulumi/pulumi"] },
    },
    {
      name: "commands-do-not-know-each-other",
      comment: "What two commands of the CLI need stands beside them: state/, account/, a file of its own.",
      severity: "error",
      from: { path: "^cli/(drift|adopt)/" },
      to: { path: "^cli/(drift|adopt)/", pathNot: "^cli/$1/" },
    },
    {
      name: "modules-are-listed",
      comment: "A folder of the provider says what it may import; beside the folders there is the public surface.",
      severity: "error",
      from: {},
      to: { path: "^provider/", pathNot: `^provider/((${Object.keys(MODULES).join("|")})/|index[.]ts$)` },
    },
    ...modulesOfTheProvider,
    {
      name: "plugin-reaches-kinds-by-the-registry",
      comment:
        "The provider's process finds a kind by its name; what one kind is like is no business of the front end.",
      severity: "error",
      from: { path: "^provider/plugin/" },
      to: { path: "^provider/resources/(?!registry[.]ts$)" },
    },
    {
      name: "lifecycle-modules-are-listed",
      comment:
        "A folder of the lifecycle has a place in the order; above the folders are the two files of the interface, and what a session reports at its end.",
      severity: "error",
      from: {},
      to: {
        path: "^provider/lifecycle/",
        pathNot: `^provider/lifecycle/((${order.join("|")})/|(handlers|session|unrecorded)[.]ts$)`,
      },
    },
    ...modulesInOrder,
    ...faces,
    inTheProgram,
    {
      name: "second-front-end-needs-no-first",
      comment:
        "The front end of the tests proves that the lifecycle is enough: it reaches neither the host nor Pulumi.",
      severity: "error",
      from: { path: "^tests/support/front-end[.]ts$" },
      to: { path: ["^provider/(plugin|sdk)/", "node_modules/@pulumi/pulumi/", "^@pulumi/pulumi"], reachable: true },
    },
    {
      name: "resolvable",
      severity: "error",
      from: { path: "^(provider|emulator|cli|scripts)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|node_modules/[.]bin)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["node", "import", "require", "types"] },
  },
};
