import { spawn } from "node:child_process";

import { passSignalsTo, throwIfInterrupted } from "./interruption.mjs";

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
