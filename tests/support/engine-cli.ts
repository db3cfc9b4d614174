import { spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

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
  const noProxy = [rest.NO_PROXY ?? rest.no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(",");
  return {
    ...rest,
    PATH: [...folders, rest.PATH ?? ""].join(path.delimiter),
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
