import { mkdirSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import type { Emulator } from "../../emulator";
import { expectExit } from "../support/engine-cli";
import { Installation, temporaryFolder } from "../support/package-installation";
import { describeInWholeSuite } from "../support/whole-suite";

const STACK = `
const fs = require("node:fs");
const path = require("node:path");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");

module.exports = (projectName, program) => {
  const folder = path.join(__dirname, projectName);
  fs.mkdirSync(folder);
  const envVars = { PULUMI_BACKEND_URL: "file://" + folder, PULUMI_CONFIG_PASSPHRASE: "" };
  return LocalWorkspace.createStack({ stackName: "dev", projectName, program }, { envVars });
};
`;

const INLINE_TEST = `
const compute = require("pulumi-compute");
const { startEmulator } = require("pulumi-compute/emulator");
const createStack = require("./stack");

let emulator;
beforeAll(async () => {
  emulator = await startEmulator();
  process.env.COMPUTE_URL = emulator.url;
  process.env.COMPUTE_TOKEN = emulator.token;
});
afterAll(() => emulator.close());

test("an inline program with lookups and resources", async () => {
  const stack = await createStack("inline", async () => {
    const { regions } = await compute.getRegions();
    const country = compute.getRegionOutput({ id: "eu-west" }).country;
    const soaEmail = country.apply((code) => code + "@example.com");
    const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail });
    const record = new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
    return { regions: regions.length, soaEmail: zone.soaEmail, found: compute.getDomainOutput({ id: record.domainId.apply(String) }).domain };
  });
  const { outputs } = await stack.up();
  expect(outputs.soaEmail.value).toBe("uk@example.com");
  expect(outputs.found.value).toBe("example.com");
  expect(outputs.regions.value).toBeGreaterThan(1);
  await stack.destroy();
});
`;

/** An input of a resource whose output the program exports, and the error with which it fails. */
const FAILING_ARGUMENTS: Readonly<Record<string, { readonly argument: string; readonly error: RegExp }>> = {
  "a data source as an output": {
    argument: `compute.getRegionOutput({ id: "nowhere-1" }).country`,
    error: /nowhere-1/,
  },
  "a data source as a promise": {
    argument: `compute.getRegion({ id: "nowhere-2" }).then(({ country }) => country)`,
    error: /nowhere-2/,
  },
  "a data source whose provider's settings fail": {
    argument: `compute.getRegionOutput({ id: "eu-west" }, {
      provider: new compute.Provider("other", { url: pulumi.output(1).apply(() => { throw new Error("no settings"); }) }),
    }).country`,
    error: /no settings/,
  },
  "code of the program": {
    argument: `pulumi.output(1).apply(() => { throw "nowhere to be found"; })`,
    error: /nowhere to be found/,
  },
};

const FAILING_PROGRAMS = Object.entries(FAILING_ARGUMENTS).map(
  ([name, { argument }]) => `
  ${JSON.stringify(name)}: async () => {
    const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: ${argument} });
    return { email: zone.soaEmail };
  },`,
);

/** Prints how `stack.up()` ended with each of them. */
const FAILING_RUNS = `
const pulumi = require("@pulumi/pulumi");
const compute = require("pulumi-compute");
const createStack = require("./stack");

const programs = {${FAILING_PROGRAMS.join("")}
};

async function main() {
  const stack = await createStack("fails", async () => {});
  const errors = {};
  for (const [name, program] of Object.entries(programs)) {
    stack.workspace.program = program;
    await stack.up().catch((error) => {
      errors[name] = error.message;
    });
  }
  console.log(JSON.stringify(errors));
  process.exit(0);
}
main();
`;

/** A user's tests with an unconfigured Jest, and a program whose updates fail. */
const PLAIN_JEST_FILES: Readonly<Record<string, string>> = {
  "stack.js": STACK,
  "inline.test.js": INLINE_TEST,
  "fails.js": FAILING_RUNS,
};

// The example unit-tests shows the same for TypeScript, with mocks, and with a program that the CLI starts.
describeInWholeSuite("a project with the tarball and an unconfigured Jest", () => {
  const root = temporaryFolder();
  let installed: Installation;
  let emulator: Emulator;

  beforeAll(async () => {
    const folder = path.join(root, "program");
    mkdirSync(folder);
    installed = await Installation.copy("npm", folder);
    installed.write(PLAIN_JEST_FILES, { type: "commonjs", typescript: true });
    emulator = await startEmulator();
  });

  afterAll(() => (emulator as Emulator | undefined)?.close());

  test("tests an inline program against the emulator", async () => {
    // Not a setting of the project: a busy machine exceeds Jest's limit of five seconds for a test.
    const ended = await installed.run("npx", ["jest", "--testTimeout", "600000"]);
    expectExit(ended, 0);
    expect(ended.output).toMatch(/Tests: +1 passed, 1 total/);
  });

  describe("has an update that fails with the error of", () => {
    let errors: Readonly<Record<string, string>>;

    beforeAll(async () => {
      const ended = await installed.run("node", ["fails.js"], {
        COMPUTE_URL: emulator.url,
        COMPUTE_TOKEN: emulator.token,
      });
      expectExit(ended, 0);
      errors = JSON.parse(ended.stdout) as typeof errors;
    });

    test.each(Object.entries(FAILING_ARGUMENTS))("%s", (name, { error }) => {
      expect(errors[name]).toMatch(error);
    });

    test("all of these, and nothing is created", () => {
      expect(emulator.requests().log.filter(({ method }) => method !== "GET")).toEqual([]);
    });
  });
});
