import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import type { Emulator } from "../../emulator";
import { expectExit } from "../support/engine-cli";
import { pulumiEnvironment, STACK, StackFiles } from "../support/engine-stack-files";
import { EXAMPLE_PROJECTS, exampleHas } from "../support/package-examples";
import { Installation, temporaryFolder } from "../support/package-installation";
import { isWhole } from "../support/whole-suite";

const COMPILED = EXAMPLE_PROJECTS.filter((name) => exampleHas(name, "tsconfig.json"));
/** The one whose program has more than one file. */
const EXAMPLE = "component";

/** The stories of the lane engine cover what they create, update and destroy. */
describe("the examples, copied out of the installed tarball", () => {
  const root = temporaryFolder();
  const backend = path.join(root, "backend");
  const env = pulumiEnvironment(backend, path.join(root, "home"));
  let installed: Installation;
  let emulator: Emulator;

  beforeAll(async () => {
    mkdirSync(backend);
    installed = await Installation.copy("npm", root);
    for (const name of EXAMPLE_PROJECTS) {
      cpSync(path.join(root, "node_modules", "pulumi-compute", "examples", name), path.join(root, name), {
        recursive: true,
      });
    }
    emulator = await startEmulator({ provisionMs: 0 });
  });

  afterAll(async () => {
    await (installed as Installation | undefined)?.stop();
    await (emulator as Emulator | undefined)?.close();
    rmSync(root, { recursive: true, force: true });
  });

  test("compile, each with its own settings", async () => {
    expect(COMPILED).toContain(EXAMPLE);
    expectExit(await installed.run("npx", ["tsc", "--build", "--noEmit", ...COMPILED]), 0);
  });

  test(`deploy: ${EXAMPLE}, which has the same tsconfig.json as the others`, async () => {
    const files = new StackFiles(EXAMPLE, backend, path.join(root, EXAMPLE));
    files.initialise();
    files.configure({ rootPass: randomUUID() });
    const up = ["-C", EXAMPLE, "up", "--yes", "--skip-preview", "--stack", STACK, "--non-interactive"];
    const service = { COMPUTE_URL: emulator.url, COMPUTE_TOKEN: emulator.token };
    expectExit(await installed.run("pulumi", up, { ...env, ...service }), 0);
    expect(emulator.list("instance")).not.toEqual([]);

    const settingsOf = (name: string): string => readFileSync(path.join(root, name, "tsconfig.json"), "utf8");
    const others = COMPILED.filter((name) => settingsOf(name) !== settingsOf(EXAMPLE));
    // One is compiled before it is started, and one runs below.
    expect(others).toEqual(["automation", "unit-tests"]);
  });

  test("unit-tests pass", async () => {
    // The tests of a stack run some twenty commands of the CLI through the Automation API; automation.engine has such a program, too.
    const chosen = isWhole ? [] : ["--", "infra"];
    const ended = await installed.run("npm", ["--prefix", "unit-tests", "test", ...chosen], env);
    expectExit(ended, 0);
    expect(ended.output).toMatch(/Tests: +[1-9]\d* passed, [1-9]\d* total/);
  });
});
