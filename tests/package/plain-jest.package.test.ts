import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import type { Emulator } from "../../emulator";
import { expectExit } from "../support/engine-cli";
import { Installation, temporaryFolder } from "../support/package-installation";
import { FAILING_ARGUMENTS, PLAIN_JEST_FILES } from "../support/plain-jest-programs";
import { describeInWholeSuite } from "../support/whole-suite";

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

  afterAll(async () => {
    await (emulator as Emulator | undefined)?.close();
    rmSync(root, { recursive: true, force: true });
  });

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
