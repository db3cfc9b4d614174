const path = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

/** What installs packages or starts a browser: the machine has most room while the workers are young. */
const FIRST = ["package/examples", "emulator/browser", "emulator/http"];

/** What starts processes, before what fills the workers' memory; what takes long, before what fills the last gaps. */
const LANES = [
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
  return first >= 0 ? first : FIRST.length + LANES.indexOf(name[0]);
}
