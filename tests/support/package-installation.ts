import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { cleanEnvironment, pulumiFolders, expectExit, start } from "./engine-cli";
import type { Ended, Running } from "./engine-cli";
import { repository } from "./engine-project";

export type Manager = "npm" | "pnpm";

const MANAGER_COMMANDS: Readonly<Record<Manager, readonly string[]>> = {
  npm: ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
  pnpm: ["npx", "--yes", "--prefer-offline", "pnpm@10", "install", "--prefer-offline", "--reporter=append-only"],
};

/** Node's folder goes first on PATH, for the program, for the engine's plugins and for npm itself. */
export function packageEnvironment(): NodeJS.ProcessEnv {
  return cleanEnvironment([path.dirname(process.execPath), ...pulumiFolders()]);
}

const sdkVersion = process.env.PULUMI_COMPUTE_MATRIX_SDK || "3.245.0";

/** A folder outside of the repository that goes away with everything in it. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-package-"));
}

export interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
}

/** What `npm publish` would upload. The build is there already. */
export async function pack(folder: string): Promise<Packed> {
  const args = ["pack", "--ignore-scripts", "--json", "--loglevel=error", "--pack-destination", folder];
  const ended = await start("npm", args, { cwd: repository, env: packageEnvironment() }).ended;
  expectExit(ended, 0);
  const [packed] = JSON.parse(ended.stdout) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error(`npm pack made nothing: ${ended.output}`);
  return { tarball: path.join(folder, packed.filename), files: packed.files.map((file) => file.path) };
}

/** The folder of a user's programs, into which the tarball, the SDK and TypeScript were installed. */
export class Installation {
  private constructor(
    readonly folder: string,
    private readonly running: Running[] = [],
  ) {}

  /** @param more further packages of the project, with their versions. */
  static async make(
    manager: Manager,
    folder: string,
    tarball: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Installation> {
    const installation = new Installation(folder);
    installation.writeManifest({}, { "pulumi-compute": `file:${tarball}`, ...more });
    const [command = "npm", ...args] = MANAGER_COMMANDS[manager];
    expectExit(await installation.start(command, args).ended, 0);
    return installation;
  }

  /** Puts the files of another program in place; a program without TypeScript gets the one inside the SDK. */
  write(files: Readonly<Record<string, string>>, { type, typescript }: { type: string; typescript: boolean }): void {
    this.writeManifest({ type });
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(this.folder, name), text);
    const [installed, aside] = ["typescript", ".typescript-aside"].map((name) =>
      path.join(this.folder, "node_modules", name),
    ) as [string, string];
    const [from, to] = typescript ? [aside, installed] : [installed, aside];
    if (existsSync(from)) renameSync(from, to);
  }

  remove(names: readonly string[]): void {
    for (const name of names) rmSync(path.join(this.folder, name), { force: true });
  }

  start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    const running = start(command, args, { cwd: this.folder, env: { ...packageEnvironment(), ...env } });
    this.running.push(running);
    return running;
  }

  run(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> {
    return this.start(command, args, env).ended;
  }

  /** Ends what is still running. */
  async stop(): Promise<void> {
    for (const running of this.running) {
      running.interrupt();
      await running.ended;
    }
  }

  private writeManifest(fields: Readonly<Record<string, string>>, added: Readonly<Record<string, string>> = {}): void {
    const file = path.join(this.folder, "package.json");
    const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : newManifest(added);
    writeFileSync(file, JSON.stringify({ ...before, ...fields }, null, 2));
  }
}

function newManifest(added: Readonly<Record<string, string>>): object {
  const { devDependencies } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  return {
    name: "users-program",
    private: true,
    dependencies: { ...added, "@pulumi/pulumi": sdkVersion },
    devDependencies: { typescript: devDependencies["typescript"] },
  };
}
