import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import type { Emulator } from "../../emulator";
import { expectExit } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { pulumiEnvironment } from "../support/engine-project";
import { EXAMPLE_PROJECTS, exampleHas } from "../support/package-examples";
import { Installation, temporaryFolder } from "../support/package-installation";

const having = (file: string): string[] => EXAMPLE_PROJECTS.filter((name) => exampleHas(name, file));

describe("the examples, copied out of the installed tarball", () => {
  const root = temporaryFolder();
  let installed: Installation;
  let emulator: Emulator;
  let company: Emulator;

  beforeAll(async () => {
    installed = await Installation.copy("npm", root);
    for (const name of EXAMPLE_PROJECTS) {
      cpSync(path.join(root, "node_modules", "pulumi-compute", "examples", name), path.join(root, name), {
        recursive: true,
      });
    }
    emulator = await startEmulator({ provisionMs: 0 });
    company = await startEmulator({ token: randomUUID() });
  });

  afterAll(async () => {
    await (installed as Installation | undefined)?.stop();
    for (const service of [emulator, company] as (Emulator | undefined)[]) await service?.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** What an example needs beside the password that most of them require. */
  const PREPARED: Readonly<Record<string, () => Promise<readonly string[]> | readonly string[]>> = {
    fleet: () => ["--plaintext", "size=4", "--plaintext", "instances=1"],
    "two-accounts": () => ["--secret", `companyToken=${company.token}`, "--plaintext", `companyUrl=${company.url}`],
    "domain-migration": async () => {
      const oldServer = installed.start("node", ["domain-migration/old-name-server.mjs", "0"]);
      const address = await eventually("the old server", () => /[\d.]+:\d+/.exec(oldServer.output())?.[0]);
      return ["--plaintext", `nameServer=${address}`];
    },
  };

  test("compile, each with its own settings", async () => {
    const compiled = having("tsconfig.json");
    expect(compiled.length).toBeGreaterThan(0);
    expectExit(await installed.run("npx", ["tsc", "--build", "--noEmit", ...compiled]), 0);
  });

  /** An environment with a backend of the example's own. */
  function environmentFor(name: string): NodeJS.ProcessEnv {
    const backend = path.join(root, "states", name);
    mkdirSync(backend, { recursive: true });
    return pulumiEnvironment(backend, path.join(root, "home"));
  }

  // What they make, change and destroy, the stories of the lane engine tell.
  test.each(having("Pulumi.yaml").filter((name) => name !== "unit-tests"))("%s goes up", async (name) => {
    emulator.reset();
    const env = { ...environmentFor(name), COMPUTE_URL: emulator.url, COMPUTE_TOKEN: emulator.token };
    const must = async (...args: string[]) => {
      const options = ["-C", name, "--stack", "dev", "--non-interactive", "--color", "never"];
      expectExit(await installed.run("pulumi", [...args, ...options], env), 0);
    };
    const prepared = (await PREPARED[name]?.()) ?? [];
    await must("stack", "init");
    await must("config", "set-all", "--secret", `rootPass=${randomUUID()}`, ...prepared);
    await must("up", "--yes", "--skip-preview");
    expect([...emulator.list("instance"), ...emulator.list("domain")]).not.toEqual([]);
  });

  test("unit-tests pass", async () => {
    const ended = await installed.run("npm", ["--prefix", "unit-tests", "test"], environmentFor("unit-tests"));
    expectExit(ended, 0);
    expect(ended.output).toMatch(/Tests: +[1-9]\d* passed, [1-9]\d* total/);
  });
});
