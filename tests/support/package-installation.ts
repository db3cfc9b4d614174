import fs from "node:fs";
import path from "node:path";
import { cleanEnvironment, eventually, expectExit, pulumiFolders, repository, start } from "./engine-cli";
import type { Ended, Running } from "./engine-cli";
import { pulumiEnvironment, STACK, StackFiles } from "./engine-stack-files";
import { onceInRun } from "./once-in-run";
import { temporaryFolder } from "./temporary-folder";

export { temporaryFolder };

/** The dependencies in a user's package.json. */
interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const EXAMPLES = path.join(repository, "examples");

/** The names of the examples that are separate projects. */
export const EXAMPLE_PROJECTS = fs.readdirSync(EXAMPLES).filter((name) => exampleHas(name, "package.json"));

export function exampleHas(name: string, file: string): boolean {
  return fs.existsSync(path.join(EXAMPLES, name, file));
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

/** What `npm publish` would upload, packed once per test run. The build already exists. */
export async function packed() {
  const folder = await onceInRun("packed", async (to) => {
    const args = ["pack", "--ignore-scripts", "--json", "--loglevel=error", "--pack-destination", to];
    const ended = await start("npm", args, { cwd: repository, env: packageEnvironment() }).ended;
    expectExit(ended, 0);
    fs.writeFileSync(path.join(to, "packed.json"), ended.stdout);
  });
  const [made] = readJson(path.join(folder, "packed.json")) as {
    filename: string;
    size: number;
    files: { path: string }[];
  }[];
  if (made === undefined) throw new Error("npm pack made nothing");
  const tarball = path.join(folder, made.filename);
  return { tarball, packedBytes: made.size, files: made.files.map((file) => file.path) };
}

/** A folder that nothing may change: installed once per test run, with everything that the package manager's test files need. */
export function installedOnce(manager: Manager): Promise<string> {
  return onceInRun(`installed-by-${manager}`, async (folder) => {
    const { tarball } = await packed();
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifestFor(manager, tarball), null, 2));
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
    fs.cpSync(path.join(installed, "package.json"), path.join(folder, "package.json"));
    linkFiles(path.join(installed, "node_modules"), path.join(folder, "node_modules"));
    return new Installation(folder);
  }

  /** Writes the files of another program; a program without TypeScript uses the one inside the SDK. */
  write(files: Readonly<Record<string, string>>, { type, typescript }: { type: string; typescript: boolean }): void {
    this.writeManifest({ type });
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(this.folder, name), text);
    const [installed, aside] = ["typescript", ".typescript-aside"].map((name) =>
      path.join(this.folder, "node_modules", name),
    ) as [string, string];
    const [from, to] = typescript ? [aside, installed] : [installed, aside];
    if (fs.existsSync(from)) fs.renameSync(from, to);
  }

  remove(names: readonly string[]): void {
    for (const name of names) fs.rmSync(path.join(this.folder, name), { force: true });
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
    fs.writeFileSync(file, JSON.stringify({ ...(readJson(file) as object), ...fields }, null, 2));
  }
}

/** Copies a folder with hard links, which is much faster: delete such a file before you change it. */
function linkFiles(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else fs.linkSync(source, target);
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
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/** A program as a user might write it. All of them declare the same domain. */
export interface Program {
  readonly files: Readonly<Record<string, string>>;
  /** Of package.json. */
  readonly type: "commonjs" | "module";
  /** Whether the folder has its own TypeScript. */
  readonly typescript: boolean;
  /** What the user sets for it in addition to the API URL and token. */
  readonly environment?: Readonly<Record<string, string>>;
}

const ARGUMENTS = `{ domain: "installed.example.com", type: "master", soaEmail: "admin@example.com" }`;

/** The name of their project. */
export const PROJECT = "installed";

const project = (main: string): string => `name: ${PROJECT}\nmain: ${main}\nruntime: nodejs\n`;

const TYPESCRIPT = `
import * as compute from "pulumi-compute";
import * as emulator from "pulumi-compute/emulator";
import * as pulumi from "@pulumi/pulumi";

const args: compute.DomainArgs = ${ARGUMENTS};
const zone = new compute.Domain("zone", args);
export const email: pulumi.Output<string> = zone.soaEmail;
export const country: pulumi.Output<string> = compute.getRegionOutput({ id: "eu-west" }).country;
export const state: Partial<compute.InstanceState> = {};
export const options: emulator.EmulatorOptions = {};

// tests/definitions/types.rules.test.ts has all that the types accept and reject.
export const instances: compute.InstanceArgs[] = [
  { region: "us-east", type: "g6-nanode-1", image: zone.group, rootPass: pulumi.secret("a password") },
  { region: "us-east", type: "g6-nanode-1", cloneFrom: { instanceId: zone.id, disks: [1, zone.id] }, booted: true },
];
export const records: compute.ZoneRecord[] = [{ type: "CNAME", name: "www", target: "example.com", key: "www" }];
export const zoneArgs: compute.ZoneArgs = { domain: "example.com", soaEmail: zone.soaEmail, records };

class OwnDomain extends compute.Domain {
  constructor(name: string) {
    super(name, args, { protect: true });
  }
}
/** Not called: it is about the types of the classes. */
function typesOfClasses(value: unknown): pulumi.Output<string> {
  return compute.Instance.isInstance(value) ? value.ipv4[0] : OwnDomain.get("found", new OwnDomain("own").id).soaEmail;
}

/** Does not compile when the declarations were not found. */
const isAny: 0 extends 1 & typeof compute ? true : false = false;
const isEmulatorAny: 0 extends 1 & typeof emulator ? true : false = false;
export const areTypesKnown = !isAny && !isEmulatorAny;
`;

const TSCONFIG = JSON.stringify({
  // Without the types of packages that other tests need from the same installation.
  compilerOptions: { strict: true, target: "es2018", module: "commonjs", moduleResolution: "node", types: [] },
  files: ["index.ts"],
});

export const TYPESCRIPT_PROGRAM: Program = {
  files: { "Pulumi.yaml": project("index.ts"), "index.ts": TYPESCRIPT, "tsconfig.json": TSCONFIG },
  type: "commonjs",
  typescript: true,
};

/** Other kinds of programs, by name. */
export const ES_MODULES: Readonly<Record<string, Program>> = {
  "an ES module in TypeScript, with tsx": {
    files: {
      "Pulumi.yaml": project("index.ts"),
      "index.ts": `
        import { Domain, getRegion, type DomainArgs } from "pulumi-compute";
        const args: DomainArgs = ${ARGUMENTS};
        export const email = new Domain("zone", args).soaEmail;
        export const { country } = await getRegion({ id: "eu-west" });`,
    },
    type: "module",
    typescript: true,
    environment: { NODE_OPTIONS: "--import tsx" },
  },
  "an ES module": {
    files: {
      "Pulumi.yaml": project("index.js"),
      "index.js": `
        import { Domain, getRegionOutput } from "pulumi-compute";
        const zone = new Domain("zone", ${ARGUMENTS});
        export const email = zone.soaEmail;
        export const country = getRegionOutput({ id: "eu-west" }).country;`,
    },
    type: "module",
    typescript: false,
  },
};

/** In plain JavaScript, with a record of the domain. */
export const JAVASCRIPT_PROGRAM: Program = {
  files: {
    "Pulumi.yaml": project("index.js"),
    "index.js": `
      const compute = require("pulumi-compute");
      const zone = new compute.Domain("zone", ${ARGUMENTS});
      exports.email = zone.soaEmail;
      exports.country = compute.getRegionOutput({ id: "eu-west" }).country;
      new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });`,
  },
  type: "commonjs",
  typescript: false,
};

/** An emulator started by the package's library. */
export const EMULATOR_SCRIPT = `
import { startEmulator } from "pulumi-compute/emulator";
const emulator = await startEmulator({ token: "installed" });
console.log("listening on " + emulator.url);
process.once("SIGINT", () => void emulator.close());
`;

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
    for (const made of [folder, backend]) fs.mkdirSync(made);
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
