/** The import rules of CONTRIBUTING.md, which keep the parts replaceable and the emulator an independent witness. */
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
        pathNot: "^provider/(sdk|plugin|shared|lookups)/|^provider/index[.]ts$",
      },
      to: { path: ["node_modules/@pulumi/pulumi/", "^@pulumi/pulumi"] },
    },
    {
      name: "front-ends-stand-on-the-lifecycle",
      comment: "Nothing that a front end for another engine needs is kept in the one for Pulumi's dynamic providers.",
      severity: "error",
      from: { path: "^provider/(api|definition|journal|lifecycle|normalise|resources)/" },
      to: { path: "^provider/(plugin|sdk)/" },
    },
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
