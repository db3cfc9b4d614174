const { TestEnvironment } = require("jest-environment-node");

/** Tests of what the native plugin does not do, or what its engine does for it, by a part of their names. */
const EXCEPTIONS = [
  // The engine imports by itself: it reads the resource, and compares it with the program.
  ["import option", /imported .* while the import option stays|replaceOnChanges while the import option stays/],
  [
    "import option",
    /may differ in properties listed in ignoreChanges|keeps properties listed in ignoreChanges in later/,
  ],
  [
    "import option",
    /is checked by preview, which rejects a missing|of some declared records is possible if ignoreChanges/,
  ],
  [
    "import option",
    /causes a warning, not a failure, if preview gets no response|does not fail a preview because of unknown/,
  ],
  // Timeouts come with each call, and are not in state.
  ["timeouts", /only the timeouts? change|only a timeout changes|change of only the timeouts/],
  // The engine applies replaceOnChanges after a diff, and forces a replacement without one.
  ["replaceOnChanges", /is not announced as a resize with replaceOnChanges|for a forced replacement warns/],
  // A check is not told of ignoreChanges: the hash of the data is ignored instead.
  ["ignoreChanges", /is not checked with source in ignoreChanges/],
  // A read of a resource that is not in state may be an import, so it returns all inputs.
  ["get", /a \.get returns all outputs, and the path as inputs|with exactly the fields that a \.get shows/],
  // What a front end without an engine's display shows: every progress message, and the path of each failure.
  [
    "display",
    /is written a few requests at a time, and prints its progress|preview rejects all invalid inputs together/,
  ],
];

/** Runs a test file through the host of the native plugin, without the exceptions. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.process.env.FRONT_END = "native";
  }

  handleTestEvent({ name, test }) {
    if (name !== "test_start") return;
    const names = [];
    for (let one = test; one.parent; one = one.parent) names.unshift(one.name);
    if (EXCEPTIONS.some(([, pattern]) => pattern.test(names.join(" ")))) test.mode = "skip";
  }
};
