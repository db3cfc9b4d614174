const { TestEnvironment } = require("jest-environment-node");

/** What a front end without an engine's display shows: every progress message, and the path of each failure. */
const DISPLAY = [
  /is written a few requests at a time, and prints its progress/,
  /a wait that times out fails with the ID, everything known so far/,
];

/** Tests of what a host does not do, or what its engine does for it, by a part of their names. */
const EXCEPTIONS = {
  dynamic: [
    ...DISPLAY,
    // The contract has no field for the parts; the plugin writes them into the protocol's message.
    /the changed parts in the display|about an image's file is not a difference by itself when/,
    // An error has the state as the engine carries it, and nothing in it is undefined.
    /stay in state after an update that stops halfway/,
    /with exactly the fields that a \.get shows/,
  ],
  native: [
    ...DISPLAY,
    // The engine imports by itself: it reads the resource, and compares it with the program.
    /a preview of a create does not warn about an import|imported .* while the import option stays|replaceOnChanges until the import option|while the program imports the instance/,
    /keeps properties listed in ignoreChanges in later/,
    /is checked by preview, which rejects a missing|of some declared records is possible if ignoreChanges/,
    /causes a warning, not a failure, if preview gets no response|does not fail a preview because of unknown/,
    // Timeouts come with each call, and are not in state.
    /change of only the timeouts/,
    // The engine applies replaceOnChanges after a diff.
    /is not announced as a (resize|rebuild) with replaceOnChanges/,
    // A check is told neither of ignoreChanges, where the hash of the data is ignored instead, nor of retainOnDelete.
    /is not checked with source in ignoreChanges|a replacement with retainOnDelete fails/,
    // A read of a resource that is not in state may be an import, so it returns all inputs.
    /a \.get returns all outputs, and the path as inputs|with exactly the fields that a \.get shows/,
  ],
};

/** Runs a test file through the host that the option names, without its exceptions. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.host = config.projectConfig.testEnvironmentOptions.host;
  }

  async setup() {
    await super.setup();
    this.global.process.env.FRONT_END = this.host;
  }

  handleTestEvent({ name, test }) {
    if (name !== "test_start") return;
    const names = [];
    for (let one = test; one.parent; one = one.parent) names.unshift(one.name);
    if (EXCEPTIONS[this.host].some((pattern) => pattern.test(names.join(" ")))) test.mode = "skip";
  }
};
