import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Emulator } from "../../emulator/index";
import { byPassphrase, byVault } from "./engine-keys";
import type { Vault } from "./engine-keys";
import { killTree } from "./engine-processes";
import { pulumiEnvironment, STACK, StackFiles } from "./engine-stack-files";

/** How a command ended, and its output. */
export interface Ended {
  /** The exit code; null if a signal terminated it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams, interleaved as printed. */
  readonly output: string;
  readonly seconds: number;
}

/** A command in its own process group, like a shell's foreground job. */
export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Both streams so far. */
  output(): string;
  /** What Ctrl-C does: SIGINT to the whole group. */
  interrupt(): void;
  isRunning(): boolean;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The folder of the Pulumi CLI that `npm test` prepared.
 * @throws if the tests were not started by `npm test`.
 */
export function cliFolder(): string {
  const folder = process.env.PULUMI_COMPUTE_TEST_CLI_BIN;
  if (folder === undefined || folder === "") {
    throw new Error("These tests run the real Pulumi CLI: start them with `npm test`, which prepares it.");
  }
  return folder;
}

/** The `pulumi` that tests run: a wrapper if `npm test` counts its commands. */
export function pulumiCommand(): string {
  return path.join(process.env.TEST_COSTS_CLI ?? cliFolder(), "pulumi");
}

/** The folders of the CLI, for PATH: its companions are next to the real one. */
export function pulumiFolders(): string[] {
  const counting = process.env.TEST_COSTS_CLI;
  return [...(counting === undefined ? [] : [counting]), cliFolder()];
}

/** The developer's environment without variables that affect Pulumi or this package, and with the CLI on PATH. */
export function cleanEnvironment(
  folders: readonly string[] = [...pulumiFolders(), path.dirname(process.execPath)],
): NodeJS.ProcessEnv {
  const steering = /^(PULUMI|COMPUTE|JEST|npm_package|npm_lifecycle)_|^(NODE_ENV|INIT_CWD|npm_config_local_prefix)$/i;
  const kept = Object.entries(process.env).filter(([name]) => !steering.test(name));
  const rest = Object.fromEntries(kept);
  // What npm adds to PATH has the plugin of this clone, if it was built before the packages were installed.
  const ofNpm = path.join("node_modules", ".bin");
  const usual = (rest.PATH ?? "").split(path.delimiter).filter((folder) => !folder.endsWith(ofNpm));
  const noProxy = [rest.NO_PROXY ?? rest.no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(",");
  return {
    ...rest,
    PATH: [...folders, ...usual].join(path.delimiter),
    // Without a terminal, logs get no repeated progress messages.
    CI: "true",
    // No test writes to the developer's home.
    COMPUTE_JOURNAL: "off",
    // For Node 22 and later.
    NODE_COMPILE_CACHE: path.join(os.tmpdir(), "pulumi-compute-compile-cache"),
    NO_PROXY: noProxy,
    no_proxy: noProxy,
  };
}

export function start(command: string, args: readonly string[], { cwd, env }: CommandOptions): Running {
  const started = Date.now();
  const child = spawn(command, [...args], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const text = { stdout: "", stderr: "", output: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
      text.output += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...text, seconds: (Date.now() - started) / 1000 }));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid,
    ended,
    output: () => text.output,
    interrupt: () => void (isRunning() && process.kill(-pid, "SIGINT")),
    isRunning,
  };
}

/** Requires the exit code, and shows the command's output if it differs. */
export function expectExit(ended: Ended, code: number): void {
  if (ended.code !== code) throw new Error(`Exit code ${ended.code} instead of ${code}:\n${ended.output}`);
}

/** A command that must succeed: a story whose commands fail ends with the output of the first one. */
export async function must<T extends Ended>(command: Promise<T>): Promise<T> {
  const ended = await command;
  expectExit(ended, 0);
  return ended;
}

const LOOK_EVERY_MS = 100;

/**
 * Polls until the result is truthy.
 * @throws after a timeout.
 */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 120_000,
): Promise<T> {
  for (const deadline = Date.now() + deadlineMs; ; await pause(LOOK_EVERY_MS)) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${deadlineMs} ms`);
  }
}

export { pulumiEnvironment, STACK };

export const repository = path.resolve(__dirname, "..", "..");
const NAME = "fixture";

const PLUGINS = "plugins:\n  providers:\n    - name: compute\n      path: node_modules/pulumi-compute/dist/plugin\n";

/** `FRONT_END=native` makes every project use the native plugin. */
const FRONT_END =
  process.env.FRONT_END === "native"
    ? { module: "pulumi-compute/native", token: "compute:index:", plugins: PLUGINS }
    : { module: "pulumi-compute", token: "pulumi-nodejs:dynamic/compute:", plugins: "" };

/** One resource as the state has it. */
export interface StateResource {
  readonly urn: string;
  readonly id?: string;
  readonly type: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly initErrors?: readonly string[];
  readonly protect?: boolean;
  readonly sourcePosition?: string;
  readonly stackTrace?: readonly { readonly sourcePosition?: string }[];
}

interface Deployment {
  readonly manifest?: { readonly time: string };
  readonly resources?: readonly StateResource[];
  readonly pending_operations?: readonly { readonly resource: { readonly urn: string } }[];
}

const QUIET_MS = 1000;

export interface ProjectOptions {
  /** A backend instead of files in the project's folder. */
  readonly backendUrl?: string | undefined;
  /** Manages the key of the stack's secrets; without one, the key is derived from a passphrase. */
  readonly vault?: Vault | undefined;
}

/** A Pulumi project in a separate folder, with a plain JavaScript program. */
export class EngineProject extends StackFiles {
  /** The CLI's environment. */
  readonly env: NodeJS.ProcessEnv;
  private readonly running = new Set<Running>();

  constructor(folder: string, emulator: Emulator, { backendUrl, vault }: ProjectOptions = {}) {
    super(NAME, path.join(folder, "backend"), folder, vault ? byVault : byPassphrase);
    mkdirSync(this.backend, { recursive: true });
    this.env = {
      ...cleanEnvironment(),
      ...pulumiEnvironment(this.backend, path.join(folder, "..", "home")),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --require="${path.join(__dirname, "fast-start.cjs")}"`,
      ...(backendUrl !== undefined && { PULUMI_BACKEND_URL: backendUrl }),
      ...vault?.env,
      COMPUTE_URL: emulator.url,
      COMPUTE_TOKEN: emulator.token,
      COMPUTE_JOURNAL: path.join(folder, "journal"),
    };
    writeFileSync(
      path.join(folder, "Pulumi.yaml"),
      `name: ${NAME}\nmain: index.js\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n${FRONT_END.plugins}`,
    );
    writeFileSync(path.join(folder, "package.json"), '{ "name": "fixture", "private": true }\n');
    linkPackages(folder);
  }

  /** The stack of another project with the same backend and the same key. */
  stackOf(project: string, folder: string): StackFiles {
    return new StackFiles(project, this.backend, folder, this.secrets);
  }

  /** Replaces the program, which can use `compute`, `pulumi` and `config`. */
  program(text: string, module = FRONT_END.module): this {
    const prelude = [
      'const pulumi = require("@pulumi/pulumi");',
      `const compute = require("${module}");`,
      "const config = new pulumi.Config();",
    ].join("\n");
    writeFileSync(path.join(this.folder, "index.js"), `${prelude}\n${text}\n`);
    return this;
  }

  /** Makes the native plugin available to the program. */
  useNativePlugin(): void {
    appendFileSync(path.join(this.folder, "Pulumi.yaml"), PLUGINS);
  }

  /** Starts the CLI; `env` replaces variables, and removes those that are undefined in it. */
  start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    const running = start(pulumiCommand(), [...args, "--non-interactive", "--color", "never"], {
      cwd: this.folder,
      env: { ...this.env, ...env },
    });
    this.running.add(running);
    return running;
  }

  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> {
    return this.start(args, env).ended;
  }

  /** Runs the CLI and requires success. */
  must(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> {
    return must(this.run(args, env));
  }

  /** An `up` that a test interrupts, or runs in the background. */
  startUp(...args: string[]): Running {
    return this.start(["up", "--yes", "--skip-preview", "--stack", STACK, ...args]);
  }

  up(...args: string[]): Promise<Ended> {
    return this.startUp(...args).ended;
  }

  /** An `up` that must succeed for the following steps. */
  async mustUp(): Promise<void> {
    await this.must(["up", "--yes", "--skip-preview", "--stack", STACK]);
  }

  preview(...args: string[]): Promise<Ended> {
    return this.run(["preview", "--stack", STACK, ...args]);
  }

  /** Exit code 7 means that there are changes. */
  previewUnchanged(...args: string[]): Promise<Ended> {
    return this.preview("--expect-no-changes", ...args);
  }

  refresh(...args: string[]): Promise<Ended> {
    return this.run(["refresh", "--yes", "--skip-preview", "--stack", STACK, ...args]);
  }

  destroy(...args: string[]): Promise<Ended> {
    return this.run(["destroy", "--yes", "--skip-preview", "--stack", STACK, ...args]);
  }

  /** The state in the backend; its secrets are encrypted. */
  state(): Deployment {
    const file = this.stateFile();
    if (!existsSync(file)) return {};
    const { checkpoint } = JSON.parse(readFileSync(file, "utf8")) as { checkpoint: { latest?: Deployment } };
    return checkpoint.latest ?? {};
  }

  /**
   * Whether exactly these resources have pending operations in a state that was not written for a second. Until one of them ends, nothing
   * writes it again: a CLI that is killed while the file backend writes the state leaves an empty file.
   */
  isWaitingFor(...names: readonly string[]): boolean {
    try {
      const { pending_operations = [], manifest } = this.state();
      const pending = pending_operations.map(({ resource }) => resource.urn.split("::").at(-1));
      const isQuiet = Date.now() - Date.parse(manifest?.time ?? "") > QUIET_MS;
      return isQuiet && pending.length === names.length && names.every((name) => pending.includes(name));
    } catch {
      // It is being written.
      return false;
    }
  }

  /** The resources of this package in the state. */
  resources(): StateResource[] {
    return (this.state().resources ?? []).filter(({ type }) => type.startsWith(FRONT_END.token));
  }

  /** The type tokens of this package's resources in the state, of either front end. */
  types(): string[] {
    const all = (this.state().resources ?? []).map(({ type }) => type);
    return all.filter((type) => /compute:/.test(type) && !/^pulumi:providers:|:Zone$/.test(type));
  }

  /** The program's outputs that are not secret, from the state. */
  outputs(): Readonly<Record<string, unknown>> {
    return this.state().resources?.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
  }

  /** The ID of each resource in the state, by its name in the program. */
  ids(): Readonly<Record<string, string | undefined>> {
    return Object.fromEntries(this.resources().map(({ urn, id }) => [urn.split("::").at(-1), id]));
  }

  /** A resource of the state by its name in the program. */
  resource(name: string): StateResource | undefined {
    return this.resources().find(({ urn }) => urn.endsWith(`::${name}`));
  }

  urn(kind: string, name: string): string {
    return `urn:pulumi:${STACK}::${NAME}::${FRONT_END.token}${kind}::${name}`;
  }

  /** Stops everything that is still running. */
  async stop(): Promise<void> {
    for (const running of this.running) {
      if (running.isRunning()) killTree(running.pid);
      await running.ended;
    }
  }
}

/** Links what an installation would contain: the built package and the SDK. */
function linkPackages(folder: string): void {
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  mkdirSync(path.join(modules, "pulumi-compute"));
  for (const part of ["package.json", "dist"]) {
    symlinkSync(path.join(repository, part), path.join(modules, "pulumi-compute", part));
  }
  symlinkSync(path.join(repository, "node_modules", "@pulumi", "pulumi"), path.join(modules, "@pulumi", "pulumi"));
}
