/** The import rules in CONTRIBUTING.md. They keep modules replaceable, and the emulator independent of the provider. */
const { LIFECYCLE_MODULES, MODULES } = require("./scripts/modules.cjs");

/** The commands of cli/, each with a folder. */
const COMMANDS = "adopt|cost|drift|emulator|migrate|recover|rehearse";

/** A provider module imports only the modules that modules.cjs allows. */
const providerModules = Object.entries(MODULES).map(([module, { imports }]) => ({
  name: `${module}-imports`,
  comment:
    imports.length > 0
      ? `${module}/ may import only ${imports.join(", ")}.`
      : `${module}/ may not import other modules.`,
  severity: "error",
  from: { path: `^provider/${module}/` },
  to: { path: "^provider/", pathNot: `^provider/(${[module, ...imports].join("|")})/` },
}));

const order = Object.keys(LIFECYCLE_MODULES);

/** Within the lifecycle, a module imports only modules listed before it, and the type of the operations. */
const lifecycleModules = order.map((module, index) => {
  const earlier = order.slice(0, index);
  return {
    name: `lifecycle-${module}-imports`,
    comment:
      earlier.length > 0
        ? `Within the lifecycle, ${module}/ may import only ${earlier.join(", ")}.`
        : `${module}/ may not import other lifecycle modules.`,
    severity: "error",
    from: { path: `^provider/lifecycle/${module}/` },
    to: {
      path: "^provider/lifecycle/",
      pathNot: `^provider/lifecycle/((${[module, ...earlier].join("|")})/|resource-handlers[.]ts$)`,
    },
  };
});

/** A lifecycle module is imported through its index.ts; only tests may import its other files. */
const entryPoints = order.map((module) => ({
  name: `lifecycle-${module}-only-through-index`,
  comment: `Import ${module}/ through its index.ts.`,
  severity: "error",
  from: { pathNot: `^(tests|provider/lifecycle/${module})/` },
  to: { path: `^provider/lifecycle/${module}/(?!index[.]ts$)` },
}));

/** The lifecycle runs any definition, except in the two modules that are made for a resource type. */
const oneKind = {
  name: "lifecycle-knows-one-kind",
  comment:
    "Only lifecycle/record-set/ and lifecycle/generic/ may know resource types: those of records, and ApiObject. All other operations work for any.",
  severity: "error",
  from: { path: "^provider/lifecycle/(?!record-set/|generic/)" },
  to: { path: "^provider/resources/" },
};

const recordsOnly = {
  name: "record-set-knows-only-records",
  comment: "lifecycle/record-set/ may know the resource types of records, and no others.",
  severity: "error",
  from: { path: "^provider/lifecycle/record-set/" },
  to: { path: "^provider/resources/", pathNot: "^provider/resources/domain-record(-set)?[.]ts$" },
};

/** The user's program loads everything that these modules import. */
const inTheProgram = {
  name: "program-loads-only-wording-and-state",
  comment: "Lifecycle operations run in the provider's process; the user's program must not load them.",
  severity: "error",
  from: { path: "^provider/(sdk|data-sources|shared)/" },
  to: { path: "^provider/lifecycle/", pathNot: "^provider/lifecycle/(wording|state)/" },
};

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: { pathNot: "^tests/" },
      to: { circular: true },
    },
    {
      name: "no-cycles-in-tests",
      comment: "Types don't count: a specimen names the type of the service that compares requests with the specimens.",
      severity: "error",
      from: { path: "^tests/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "provider-not-to-emulator",
      comment: "The emulator implements the API documents a second time: a shared mistake would go unnoticed.",
      severity: "error",
      from: { path: "^provider/" },
      to: { path: "^emulator/" },
    },
    {
      name: "emulator-not-to-provider",
      comment: "The emulator implements the API documents a second time: a shared mistake would go unnoticed.",
      severity: "error",
      from: { path: "^emulator/" },
      to: { path: "^provider/" },
    },
    {
      name: "resources-and-rules-are-pure",
      comment: "Definitions, resource types and normalization rules must not depend on HTTP or Pulumi.",
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
      name: "only-front-ends-depend-on-pulumi",
      comment: "The lifecycle and the data sources must not depend on Pulumi, so that another host can use them.",
      severity: "error",
      from: {
        path: "^(provider|emulator|cli)/",
        pathNot: "^provider/(sdk|plugin|native|shared)/|^provider/(index|native|native-declarations)[.]ts$",
      },
      to: { path: ["node_modules/@pulumi/pulumi/", "^@pulumi/pulumi"] },
    },
    {
      name: "commands-are-independent",
      comment: "Code that several commands need belongs in report/, account/, state/, typescript/ or terminal/.",
      severity: "error",
      from: { path: `^cli/(${COMMANDS})/` },
      to: { path: `^cli/(${COMMANDS})/`, pathNot: "^cli/$1/" },
    },
    {
      name: "command-rooms-know-no-command",
      comment: "What commands share must not depend on one of them.",
      severity: "error",
      from: { path: "^cli/", pathNot: `^cli/(main[.]ts$|(${COMMANDS})/)` },
      to: { path: `^cli/((${COMMANDS})/|[^/]+$)` },
    },
    {
      name: "reports-know-no-stack",
      comment: "A report is a value that a command gives: formats read nothing.",
      severity: "error",
      from: { path: "^cli/(report|terminal)/" },
      to: { path: "^cli/(account|state|typescript)/" },
    },
    {
      name: "modules-are-listed",
      comment:
        "modules.cjs lists every folder of the provider with its imports. Only index.ts, native.ts and its declarations are outside the folders.",
      severity: "error",
      from: {},
      to: {
        path: "^provider/",
        pathNot: `^provider/((${Object.keys(MODULES).join("|")})/|(index|native|native-declarations)[.]ts$)`,
      },
    },
    ...providerModules,
    {
      name: "plugin-reaches-resource-types-through-registry",
      comment: "The plugin finds resource types by name, and has no code for individual ones.",
      severity: "error",
      from: { path: "^provider/(plugin|native)/" },
      to: { path: "^provider/resources/(?!registry[.]ts$)" },
    },
    {
      name: "lifecycle-modules-are-listed",
      comment:
        "modules.cjs lists every folder of the lifecycle in order. Outside the folders are only its interface (resource-handlers.ts, handlers.ts, session.ts), its longest calls (check-resource.ts, diff-resource.ts), what goes round the calls (lost-creates.ts, first-contact.ts, run-notes.ts), what differs between objects, actions and the record set (operations.ts), and the report at the end of a session (unrecorded.ts).",
      severity: "error",
      from: {},
      to: {
        path: "^provider/lifecycle/",
        pathNot: `^provider/lifecycle/((${order.join("|")})/|(check-resource|diff-resource|first-contact|handlers|lost-creates|operations|resource-handlers|run-notes|session|unrecorded)[.]ts$)`,
      },
    },
    ...lifecycleModules,
    ...entryPoints,
    oneKind,
    recordsOnly,
    inTheProgram,
    {
      name: "test-front-end-is-independent",
      comment: "The tests' front end proves that the lifecycle works without the plugin, the SDK classes and Pulumi.",
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
