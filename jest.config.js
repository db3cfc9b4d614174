const { LANES, LEFT_OUT, SHORT } = require("./scripts/test/lanes.cjs");

/** The files of a project, without folder and ending. `npm test` sets TEST_SHORT. */
const files = (name, all) => (process.env.TEST_SHORT && SHORT[name]) || all;

const shared = {
  transform: {
    "\\.[jt]s$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
  setupFilesAfterEnv: ["<rootDir>/tests/support/setup.ts"],
  // `ts` first: most imports are TypeScript, so the resolver finds them at the first attempt.
  moduleFileExtensions: ["ts", "js", "cjs", "mjs", "json", "node"],
  moduleNameMapper: {
    "^fast-check$": "<rootDir>/tests/support/seeded-fast-check.ts",
    // Half of what the SDK loads: npm's dependency tree, for functions that a program serializes. None of the tests does.
    "^@npmcli/arborist$": "<rootDir>/tests/support/nothing.cjs",
  },
  // p-retry and its dependency are published as ES modules only.
  transformIgnorePatterns: ["/node_modules/(?!(p-retry|is-network-error)/)"],
  testPathIgnorePatterns: process.env.TEST_SHORT ? LEFT_OUT.map((file) => `/tests/${file}\\.test\\.ts$`) : [],
  modulePathIgnorePatterns: ["<rootDir>/dist", "<rootDir>/.pulumi-local"],
};

/** Each lane is a project: `npm test -- --selectProjects rules contract` runs two of them. */
const lane = (name) => ({
  ...shared,
  displayName: name,
  testMatch: files(name, ["**/*"]).map((file) => `<rootDir>/tests/${file}.${name}.test.ts`),
});

/** The stories of the engine that also run with the native plugin. */
const NATIVE_STORIES = [
  "adopt/moving.engine",
  "api-objects/life.engine",
  "configuration/accounts.engine",
  "create-exactly-once/interruption.engine",
  "create-exactly-once/recover.engine",
  "drift/refresh.engine",
  "instances/rebuild.engine",
  "plugin/engine-gone.engine",
  "record-sets/life.engine",
  "record-sets/zone-file.engine",
  "resources/forced-replacement.engine",
  "resources/life.engine",
  "resources/replacement.engine",
  "resources/service-of-today.engine",
  "state-and-secrets/encrypted.engine",
];

/** Two lanes and some stories, through one of the hosts (tests/support/through-native.ts, through-dynamic.ts). */
const through = (host, stories) => ({
  ...shared,
  displayName: host,
  testMatch: files(host, ["**/*.lifecycle", "**/*.faults", ...stories]).map(
    (file) => `<rootDir>/tests/${file}.test.ts`,
  ),
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, `<rootDir>/tests/support/through-${host}.ts`],
  testEnvironment: "<rootDir>/tests/support/front-end-environment.cjs",
  testEnvironmentOptions: { host },
});

/** `npm test` runs some files through the native plugin. Otherwise, only those who name a host run files through it. */
function hosts() {
  if (process.env.TEST_SHORT) return [through("native", [])];
  return process.env.TEST_HOSTS ? [through("native", NATIVE_STORIES), through("dynamic", [])] : [];
}

module.exports = {
  testSequencer: "<rootDir>/tests/support/sequencer.cjs",
  // Only to detect hangs: a busy machine may take many times as long as an idle one.
  testTimeout: 600_000,
  // A worker retains a few megabytes of each test file. At this limit, Jest replaces it.
  workerIdleMemoryLimit: "350MB",
  projects: [...LANES.map(lane), ...hosts()],
};
