import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expectExit } from "./engine-cli";
import { eventually } from "./engine-eventually";
import { plannedBy } from "./engine-preview";
import { pulumiEnvironment } from "./engine-project";
import { Installation, temporaryFolder } from "./package-installation";
import type { Manager } from "./package-installation";
import { AUTOMATION_PROGRAM, PROGRAMS, programWithChanges } from "./package-programs";
import type { Program } from "./package-programs";

const TOKEN = "installed";
const SETUP_MS = 600_000;
const PROGRAM_MS = 300_000;

/** The tests of an installed package: every kind of program, with the real CLI and the emulator of the package itself. */
export function testsOfInstalledPackage(
  manager: Manager,
  emulatorCommand: (installed: Installation) => string[],
): void {
  const root = temporaryFolder();
  let installed: Installation;
  let url: string;

  beforeAll(async () => {
    const folder = path.join(root, "program");
    mkdirSync(folder);
    installed = await Installation.copy(manager, folder);
    const [command = "", ...args] = emulatorCommand(installed);
    const emulator = installed.start(command, args);
    const address = await eventually(
      "the address of the emulator",
      () => /^listening on (http\S+\/v4)(?=\s)/m.exec(emulator.output())?.[1],
    );
    url = address;
  }, SETUP_MS);

  afterAll(async () => {
    // Undefined when the installation failed.
    await (installed as Installation | undefined)?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** A backend, a home and a program of its own for each test. */
  function place(program: Program, name: string): NodeJS.ProcessEnv {
    installed.remove(["Pulumi.yaml", "Pulumi.dev.yaml", "index.ts", "index.js", "tsconfig.json"]);
    installed.write(program.files, program);
    const backend = path.join(root, name.replace(/\W+/g, "-"));
    mkdirSync(backend);
    const service = { COMPUTE_URL: url, COMPUTE_TOKEN: TOKEN };
    return { ...pulumiEnvironment(backend, path.join(root, "home")), ...service, ...program.environment };
  }

  test.each(Object.keys(PROGRAMS))(
    `%s with an installation by ${manager} runs up, preview, refresh and destroy`,
    async (name) => {
      const env = place(PROGRAMS[name] as Program, name);
      const pulumi = (...args: string[]) =>
        installed.run("pulumi", [...args, "--stack", "dev", "--non-interactive", "--color", "never"], env);
      expectExit(await pulumi("stack", "init"), 0);
      const up = await pulumi("up", "--yes", "--skip-preview");
      expectExit(up, 0);
      expect(up.stdout).toMatch(/email\s*: "admin@example.com"/);
      expect(up.stdout).toMatch(/country\s*: "uk"/);
      expect(up.output).not.toMatch(/warning/i);
      expect(await domainsAt(url)).toEqual(["installed.example.com"]);
      expectExit(await pulumi("preview", "--expect-no-changes"), 0);
      expectExit(await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes"), 0);
      expectExit(await pulumi("destroy", "--yes", "--skip-preview"), 0);
      expect(await domainsAt(url)).toEqual([]);
    },
    PROGRAM_MS,
  );

  test(
    `with an installation by ${manager}, a preview of changes in place shows no update of what uses their outputs`,
    async () => {
      const before = programWithChanges("[]", "192.0.2.1");
      const env = place(before, "changes");
      const pulumi = (...args: string[]) =>
        installed.run("pulumi", [...args, "--stack", "dev", "--non-interactive", "--color", "never"], env);
      expectExit(await pulumi("stack", "init"), 0);
      expectExit(await pulumi("up", "--yes", "--skip-preview"), 0);
      const after = programWithChanges('["blue"]', "192.0.2.2");
      installed.write(after.files, after);
      expect(plannedBy(await pulumi("preview", "--json"))).toEqual({ update: ["www", "zone"] });
      expectExit(await pulumi("destroy", "--yes", "--skip-preview"), 0);
    },
    PROGRAM_MS,
  );

  test(`the package.json of an installation by ${manager} can be required`, async () => {
    installed.write({}, { type: "commonjs", typescript: false });
    const script = 'console.log(JSON.stringify(require("pulumi-compute/package.json")))';
    const ended = await installed.run("node", ["-e", script]);
    expectExit(ended, 0);
    // With `true`, Pulumi's language host would ask for a plugin of this name.
    expect(JSON.parse(ended.stdout)).toMatchObject({ name: "pulumi-compute", pulumi: { resource: false } });
  });

  test(
    `an Automation API program with an installation by ${manager} runs up, preview, refresh and destroy`,
    async () => {
      const env = place(AUTOMATION_PROGRAM, "automation");
      const ended = await installed.run("node", ["automation.js"], env);
      expectExit(ended, 0);
      expect(JSON.parse(ended.stdout)).toMatchObject({
        email: "admin@example.com",
        results: ["succeeded", "succeeded", "succeeded"],
        previewed: { same: 2 },
        deleted: 2,
      });
      expect(await domainsAt(url)).toEqual([]);
    },
    PROGRAM_MS,
  );
}

async function domainsAt(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/domains`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const { data } = (await response.json()) as { data: { domain: unknown }[] };
  return data.map(({ domain }) => domain);
}
