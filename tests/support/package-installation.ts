import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { cleanEnvironment, pulumiFolders, expectExit, start } from "./engine-cli";
import type { Ended, Running } from "./engine-cli";
import { repository } from "./engine-project";
import { onceInRun } from "./once-in-run";

export { temporaryFolder } from "./temporary-folder";

/** The dependencies in a user's package.json. */
interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const EXAMPLES = path.join(repository, "examples");

/** The names of the examples that are separate projects. */
export const EXAMPLE_PROJECTS = readdirSync(EXAMPLES).filter((name) => exampleHas(name, "package.json"));

export function exampleHas(name: string, file: string): boolean {
  return existsSync(path.join(EXAMPLES, name, file));
}

/** All npm dependencies of the examples. */
function packagesOfExamples(): Packages {
  const manifests = EXAMPLE_PROJECTS.map(
    (name) => readJson(path.join(EXAMPLES, name, "package.json")) as Partial<Packages>,
  );
  const all = (kind: keyof Packages) =>
    Object.assign({}, ...manifests.map((one) => one[kind])) as Record<string, string>;
  return { dependencies: all("dependencies"), devDependencies: all("devDependencies") };
}

export type Manager = "npm" | "pnpm";

/** What test files need besides the package, the SDK and TypeScript. */
const MORE_PACKAGES: Readonly<Record<Manager, () => Packages>> = {
  npm: () => {
    const { dependencies, devDependencies } = packagesOfExamples();
    return { dependencies, devDependencies: { ...devDependencies, tsx: "^4" } };
  },
  pnpm: () => ({ dependencies: { ms: "2.1.3" }, devDependencies: {} }),
};

const MANAGER_COMMANDS: Readonly<Record<Manager, readonly string[]>> = {
  npm: ["npm", "install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
  pnpm: ["npx", "--yes", "--prefer-offline", "pnpm@10", "install", "--prefer-offline", "--reporter=append-only"],
};

/** Node's folder goes first on PATH, for the program, for the engine's plugins and for npm itself. */
export function packageEnvironment(): NodeJS.ProcessEnv {
  return cleanEnvironment([path.dirname(process.execPath), ...pulumiFolders()]);
}

const sdkVersion = process.env.PULUMI_COMPUTE_MATRIX_SDK || "3.245.0";

interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
}

/** What `npm publish` would upload, packed once per test run. The build already exists. */
export async function packed(): Promise<Packed> {
  const folder = await onceInRun("packed", async (to) => {
    const args = ["pack", "--ignore-scripts", "--json", "--loglevel=error", "--pack-destination", to];
    const ended = await start("npm", args, { cwd: repository, env: packageEnvironment() }).ended;
    expectExit(ended, 0);
    writeFileSync(path.join(to, "packed.json"), ended.stdout);
  });
  const [made] = readJson(path.join(folder, "packed.json")) as { filename: string; files: { path: string }[] }[];
  if (made === undefined) throw new Error("npm pack made nothing");
  return { tarball: path.join(folder, made.filename), files: made.files.map((file) => file.path) };
}

/** A folder that nothing may change: installed once per test run, with everything that the package manager's test files need. */
export function installedOnce(manager: Manager): Promise<string> {
  return onceInRun(`installed-by-${manager}`, async (folder) => {
    const { tarball } = await packed();
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifestFor(manager, tarball), null, 2));
    const [command = "npm", ...args] = MANAGER_COMMANDS[manager];
    expectExit(await start(command, args, { cwd: folder, env: packageEnvironment() }).ended, 0);
  });
}

/** The folder of a user's programs, with the tarball, the SDK and TypeScript installed. */
export class Installation {
  private readonly running: Running[] = [];

  private constructor(readonly folder: string) {}

  /** Copies the package manager's installation into an empty folder. */
  static async copy(manager: Manager, folder: string): Promise<Installation> {
    const installed = await installedOnce(manager);
    cpSync(path.join(installed, "package.json"), path.join(folder, "package.json"));
    linkFiles(path.join(installed, "node_modules"), path.join(folder, "node_modules"));
    return new Installation(folder);
  }

  /** Writes the files of another program; a program without TypeScript uses the one inside the SDK. */
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

  /** Stops everything that is still running. */
  async stop(): Promise<void> {
    for (const running of this.running) {
      running.interrupt();
      await running.ended;
    }
  }

  private writeManifest(fields: Readonly<Record<string, string>>): void {
    const file = path.join(this.folder, "package.json");
    writeFileSync(file, JSON.stringify({ ...(readJson(file) as object), ...fields }, null, 2));
  }
}

/** Copies a folder with hard links, which is much faster: delete such a file before you change it. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function manifestFor(manager: Manager, tarball: string): object {
  const { dependencies, devDependencies } = MORE_PACKAGES[manager]();
  const { typescript } = (readJson(path.join(repository, "package.json")) as Packages).devDependencies;
  return {
    name: "users-program",
    private: true,
    dependencies: { ...dependencies, "pulumi-compute": `file:${tarball}`, "@pulumi/pulumi": sdkVersion },
    devDependencies: { ...devDependencies, typescript },
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
