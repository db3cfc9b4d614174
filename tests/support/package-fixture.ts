import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expectExit } from "./engine-cli";
import type { Ended } from "./engine-cli";
import { eventually } from "./engine-eventually";
import { pulumiEnvironment, STACK, StackFiles } from "./engine-stack-files";
import { Installation, temporaryFolder } from "./package-installation";
import type { Manager } from "./package-installation";
import { PROJECT } from "./package-programs";
import type { Program } from "./package-programs";

const TOKEN = "installed";
const SETUP_MS = 600_000;

/** An installed package, its emulator, and the folder of programs that share one stack. */
export function packageFixture(manager: Manager, emulatorCommand: (installed: Installation) => readonly string[]) {
  const root = temporaryFolder();
  const [folder, backend] = ["program", "backend"].map((name) => path.join(root, name)) as [string, string];
  let installed: Installation;
  let url: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    for (const made of [folder, backend]) mkdirSync(made);
    installed = await Installation.copy(manager, folder);
    const [command = "", ...args] = emulatorCommand(installed);
    const emulator = installed.start(command, args);
    url = await eventually(
      "the address of the emulator",
      () => /^listening on (http\S+\/v4)(?=\s)/m.exec(emulator.output())?.[1],
    );
    new StackFiles(PROJECT, backend, folder).initialise();
  }, SETUP_MS);

  afterAll(async () => {
    // Undefined if the installation failed.
    await (installed as Installation | undefined)?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const run = (command: string, ...args: string[]): Promise<Ended> => installed.run(command, args, env);
  const pulumi = (...args: string[]): Promise<Ended> =>
    run("pulumi", ...args, "--stack", STACK, "--non-interactive", "--color", "never");

  return {
    /** Runs a command of the project. */
    run,
    /** Runs the CLI on the stack. */
    pulumi,
    /** Replaces the program. */
    use(program: Program): void {
      installed.remove(["Pulumi.yaml", "index.ts", "index.js", "tsconfig.json"]);
      installed.write(program.files, program);
      const service = { COMPUTE_URL: url, COMPUTE_TOKEN: TOKEN };
      env = { ...pulumiEnvironment(backend, path.join(root, "home")), ...service, ...program.environment };
    },
    /** Runs `pulumi up`, which must succeed. */
    async mustUp(...args: string[]): Promise<Ended> {
      const ended = await pulumi("up", "--yes", "--skip-preview", ...args);
      expectExit(ended, 0);
      return ended;
    },
    /** The names of the domains in the emulator. */
    async domains(): Promise<unknown[]> {
      const response = await fetch(`${url}/domains`, { headers: { Authorization: `Bearer ${TOKEN}` } });
      const { data } = (await response.json()) as { data: { domain: unknown }[] };
      return data.map(({ domain }) => domain);
    },
  };
}
