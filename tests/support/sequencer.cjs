const path = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");
const { laneOf } = require("../../scripts/test/lanes.cjs");

/** Test files that install packages or start a browser: the machine has most memory free while the workers are new. */
const FIRST = ["examples/projects.package", "emulator/browser.emulator"];

/** Lanes that start processes come before those that fill the workers' memory; slow ones come before those that fill the last gaps. */
const ORDER = [
  ...["engine", "package", "lifecycle", "faults", "conformance"],
  ...["emulator", "clients", "scripts", "contract", "rules"],
];

/** The order in which test files are started; within a lane, Jest's own. */
module.exports = class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted
      .map((test) => ({ test, rank: rankOf(test) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ test }) => test);
  }
};

function rankOf({ path: file }) {
  const name = path.relative(path.join(__dirname, ".."), file).split(path.sep);
  const first = FIRST.indexOf(name.join("/").replace(/\.test\.ts$/, ""));
  return first >= 0 ? first : FIRST.length + ORDER.indexOf(laneOf(file));
}
