import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";

import { projectFolder } from "./paths.mjs";

/**
 * Runs a command to its end and gives `{ code, stdout, stderr }`; a non-zero code is a result, not an error.
 *
 * `output`: "capture" (default), "inherit" (the terminal is the child's) or "stderr" (both streams go to our stderr).
 * `input`: what the command reads; without it, it reads nothing (or the terminal, where that is its own).
 * `evenInterrupted`: give the child's own exit code after Ctrl-C, where the default is to throw `Interrupted`.
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
  // A command that ends without reading says why by its exit code.
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
      // Without a process there may be no "close".
      if (child.pid === undefined) finish(127);
    });
    child.on("close", (code, signal) => finish(code ?? (signal ? 1 : 127), signal));
    function finish(code, signal) {
      const stderr = Buffer.concat(parts.stderr).toString();
      resolve({
        code,
        stdout: Buffer.concat(parts.stdout).toString(),
        stderr: stderr || startError?.message || (signal ? `ended by ${signal}` : ""),
      });
    }
  });
}

/** The last line that says something: what a failed command's message usually ends with. */
export function lastLine(text) {
  return text.trim().split(/\r?\n/).at(-1)?.trim() ?? "";
}

/** npm without a shell where npm itself started us; by its name otherwise. */
export function runNpm(args, options = {}) {
  const started = process.env.npm_execpath;
  if (started && path.basename(started) === "npm-cli.js") {
    return runCommand(process.execPath, [started, ...args], options);
  }
  const windows = process.platform === "win32";
  return runCommand(windows ? "npm.cmd" : "npm", args, { ...options, shell: windows });
}

/** How to start an installed package's command with this very Node, without npx or a shell. */
export function nodeCommand(packageName, commandName = packageName) {
  const folder = path.join(projectFolder, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return [process.execPath, path.join(folder, typeof bin === "string" ? bin : bin[commandName])];
}

/** Thrown in place of a result when Ctrl-C or a termination signal came in, so that every `finally` gets its turn. */
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

// npm passes a termination signal on to the shell between it and us, and that shell ends without telling us.
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
  // A terminal delivers Ctrl-C to the whole foreground group: passing it on again would count as a second Ctrl-C, on which
  // Pulumi gives up without recording what it was doing.
  if (signal === "SIGINT" && process.stdin.isTTY) return;
  // Pulumi knows no hangup: it would end at once and leave its plugins running.
  for (const child of children) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
}

export function throwIfInterrupted() {
  if (received) throw new Interrupted(received);
}

/** From now until it ends, the child is told of every signal that reaches this process. */
export function passSignalsTo(child) {
  children.add(child);
  child.once("close", () => children.delete(child));
}
