import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";

import { projectFolder } from "./paths.mjs";

/**
 * Runs a command and returns `{ code, stdout, stderr }`; a non-zero code is a result, not an error.
 *
 * `output`: "capture" (default), "inherit" (the terminal is the child's) or "stderr" (both streams go to our stderr).
 * `input`: the command's stdin; by default empty, or the terminal with "inherit".
 * `evenInterrupted`: returns the child's exit code after Ctrl-C; by default, `Interrupted` is thrown.
 */
export async function runCommand(command, args, options = {}) {
  const {
    cwd,
    env = process.env,
    output = "capture",
    input,
    evenInterrupted = false,
    timeoutMs,
    shell = false,
  } = options;
  throwIfInterrupted();
  const child = spawn(command, args, { cwd, env, shell, stdio: stdioFor(output, input), timeout: timeoutMs });
  passSignalsTo(child);
  // A command that exits without reading its input reports the reason by its exit code.
  child.stdin?.on("error", () => undefined).end(input);
  const result = await collect(child);
  if (!evenInterrupted) throwIfInterrupted();
  return result;
}

function stdioFor(output, input) {
  if (output === "inherit") return "inherit";
  const stdin = input === undefined ? "ignore" : "pipe";
  return output === "stderr" ? [stdin, 2, 2] : [stdin, "pipe", "pipe"];
}

function collect(child) {
  return new Promise((resolve) => {
    const parts = { stdout: [], stderr: [] };
    child.stdout?.on("data", (chunk) => parts.stdout.push(chunk));
    child.stderr?.on("data", (chunk) => parts.stderr.push(chunk));
    let startError;
    child.on("error", (error) => {
      startError = error;
      // If no process was started, "close" may not be emitted.
      if (child.pid === undefined) finish(127);
    });
    child.on("close", (code, signal) => finish(code ?? (signal ? 1 : 127), signal));
    function finish(code, signal) {
      const stderr = Buffer.concat(parts.stderr).toString();
      resolve({
        code,
        stdout: Buffer.concat(parts.stdout).toString(),
        stderr: stderr || startError?.message || (signal ? `stopped by ${signal}` : ""),
      });
    }
  });
}

/** The last line that isn't empty, which is usually a failed command's reason. */
export function lastLine(text) {
  return text.trim().split(/\r?\n/).at(-1)?.trim() ?? "";
}

/** Runs npm: without a shell if npm started this process, otherwise by its name. */
export function runNpm(args, options = {}) {
  const started = process.env.npm_execpath;
  if (started && path.basename(started) === "npm-cli.js") {
    return runCommand(process.execPath, [started, ...args], options);
  }
  const windows = process.platform === "win32";
  return runCommand(windows ? "npm.cmd" : "npm", args, { ...options, shell: windows });
}

/** The command line that runs an installed package's command with this Node, without npx or a shell. */
export function nodeCommand(packageName, commandName = packageName) {
  const folder = path.join(projectFolder, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return [process.execPath, path.join(folder, typeof bin === "string" ? bin : bin[commandName])];
}

/** Thrown instead of returning a result after Ctrl-C or a termination signal, so that every `finally` runs. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
    this.exitCode = 128 + constants.signals[signal];
  }
}

const children = new Set();
let received;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => interrupt(signal));

// npm sends a termination signal only to the shell that it started this process in. The shell exits without passing it on, which shows here
// only as a new parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    interrupt("SIGTERM");
  }, 500);
  watch.unref();
}

function interrupt(signal) {
  received ??= signal;
  // The terminal sends Ctrl-C to the whole foreground group. Passing it on would count as a second Ctrl-C, on which Pulumi exits without
  // saving its pending operations.
  if (signal === "SIGINT" && process.stdin.isTTY) return;
  // Pulumi doesn't handle SIGHUP: it would exit at once and leave its plugins running.
  for (const child of children) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
}

export function throwIfInterrupted() {
  if (received) throw new Interrupted(received);
}

/** Passes every signal that this process receives to the child, until the child exits. */
export function passSignalsTo(child) {
  children.add(child);
  child.once("close", () => children.delete(child));
}
