const { LANES } = require("./scripts/test/lanes.cjs");

/** Each lane is a project: `npm test -- --selectProjects rules contract` runs two of them. */
const lane = (name) => ({
  displayName: name,
  testMatch: [`<rootDir>/tests/**/*.${name}.test.ts`],
  transform: {
    "\\.[jt]s$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
  setupFilesAfterEnv: ["<rootDir>/tests/support/setup.ts"],
  // `ts` first: most imports are TypeScript, so the resolver finds them at the first attempt.
  moduleFileExtensions: ["ts", "js", "cjs", "mjs", "json", "node"],
  // p-retry and its dependency are published as ES modules only.
  transformIgnorePatterns: ["/node_modules/(?!(p-retry|is-network-error)/)"],
  modulePathIgnorePatterns: ["<rootDir>/dist", "<rootDir>/.pulumi-local"],
});

const NATIVE_STORIES = [
  "configuration/accounts",
  "create-exactly-once/interruption",
  "create-exactly-once/recover",
  "drift/refresh",
  "plugin/engine-gone",
  "record-sets/life",
  "resources/life",
  "resources/replacement",
  "state-and-secrets/encrypted",
];

/** The same tests with the native plugin: all of two lanes in `npm run test:all`, otherwise some subjects; and some stories of the engine. */
const native = {
  ...lane("native"),
  testMatch: [
    ...(process.env.TEST_ALL ? ["*"] : ["actions", "drift", "resources"]).flatMap((subject) =>
      ["lifecycle", "faults"].map((lane) => `<rootDir>/tests/${subject}/*.${lane}.test.ts`),
    ),
    ...NATIVE_STORIES.map((story) => `<rootDir>/tests/${story}.engine.test.ts`),
  ],
  testEnvironment: "<rootDir>/tests/support/front-end-environment.cjs",
  testEnvironmentOptions: { host: "native" },
};

/** The same through the host of Pulumi's dynamic contract, only in `npm run test:all`: the engine's lane uses it. */
const dynamic = {
  ...native,
  displayName: "dynamic",
  testMatch: ["lifecycle", "faults"].map((lane) => `<rootDir>/tests/**/*.${lane}.test.ts`),
  testEnvironmentOptions: { host: "dynamic" },
};

module.exports = {
  testSequencer: "<rootDir>/tests/support/sequencer.cjs",
  // Only to detect hangs: a busy machine may take many times as long as an idle one.
  testTimeout: 600_000,
  // A worker retains a few megabytes of each test file. At this limit, Jest replaces it.
  workerIdleMemoryLimit: "350MB",
  projects: [...LANES.map(lane), native, ...(process.env.TEST_ALL ? [dynamic] : [])],
};
