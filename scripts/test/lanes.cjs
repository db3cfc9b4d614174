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

/** The lane of a test file; undefined for any other file. */
const laneOf = (file) => /\.([a-z]+)\.test\.ts$/.exec(file)?.[1];

module.exports = { LANES, laneOf };
