/** The lanes of tests, fastest first. A test file is `tests/SUBJECT/TOPIC.LANE.test.ts`. */
const LANES = [
  "rules",
  "contract",
  "emulator",
  "conformance",
  "clients",
  "lifecycle",
  "faults",
  "scripts",
  "engine",
  "package",
];

/** Projects that run files of these lanes again, each through a host that Pulumi calls: the native plugin, or the dynamic provider. */
const HOSTS = ["native", "dynamic"];

/** What `npm test` runs of these projects. It runs the other lanes whole, except LEFT_OUT. */
const SHORT = {
  engine: [
    "adopt/accounts",
    "create-exactly-once/interruption",
    "create-exactly-once/recover",
    "databases/life",
    "diff-and-preview/refusals",
    "drift/command",
    "record-sets/life",
    "rehearse/command",
    "resources/life",
    "resources/replacement",
    "state-and-secrets/encrypted",
  ],
  package: ["package/contents"],
  native: ["resources/life.engine"],
};

/**
 * Files that take long for what they show: of code that seldom changes, or whole tables of faults, which catch no mutant that the other files
 * of `npm test` miss (tests/mutants.json).
 */
const LEFT_OUT = [
  "create-exactly-once/crash-points.faults",
  "definitions/editor.contract",
  "emulator/browser.emulator",
  "emulator/fuzz.emulator",
  "emulator/linode-api4.clients",
  "images/upload-memory.lifecycle",
  "resources/every-exchange.faults",
  "resources/strange-answers.faults",
];

const KILLS = ["--selectProjects", "faults", "--testPathPatterns", "/crash-points\\."];

/**
 * The parts of `npm run test:all`, with the Jest arguments of each. Each should take at most 20 minutes on a slow machine with two cores. The last
 * one runs with a new seed.
 */
const PARTS = {
  functions: ["--selectProjects", "rules", "contract", "scripts", "emulator", "conformance", "clients"],
  lifecycle: ["--selectProjects", "lifecycle"],
  faults: ["--selectProjects", "faults", "--testPathIgnorePatterns", "/crash-points\\."],
  "kills-same-machine": [...KILLS, "-t", "on the same machine, wherever|listed"],
  "kills-another-machine": [...KILLS, "-t", "on another machine, wherever|listed"],
  "kills-others": [...KILLS, "-t", "^(?!.*on (the same|another) machine, wherever)"],
  engine: ["--selectProjects", "engine"],
  package: ["--selectProjects", "package"],
  native: ["--selectProjects", "native", "--testPathIgnorePatterns", "\\.faults\\."],
  "native-faults": ["--selectProjects", "native", "--testPathPatterns", "\\.faults\\."],
  dynamic: ["--selectProjects", "dynamic", "--testPathIgnorePatterns", "\\.faults\\."],
  "dynamic-faults": ["--selectProjects", "dynamic", "--testPathPatterns", "\\.faults\\."],
  explore: [],
};

/** The lane of a test file; undefined for any other file. */
const laneOf = (file) => /\.([a-z]+)\.test\.ts$/.exec(file)?.[1];

module.exports = { HOSTS, LANES, laneOf, LEFT_OUT, PARTS, SHORT };
