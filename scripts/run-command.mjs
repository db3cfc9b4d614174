import { spawn } from "node:child_process";

import { passSignalsTo, throwIfInterrupted } from "./interruption.mjs";

/**
 * Runs a command to its end and gives `{ code, stdout, stderr }`; a non-zero code is a result, not an error.
 *
 * `output`: "capture" (default), "inherit" (the terminal is the child's) or "stderr" (both streams go to our stderr).
 * `evenInterrupted`: give the child's own exit code after Ctrl-C, where the default is to throw `Interrupted`.
 */
export async function runCommand(command, args, options = {}) {
  const { cwd, env = process.env, output = "capture", evenInterrupted = false, timeoutMs, shell = false } = options;
  throwIfInterrupted();
  const child = spawn(command, args, { cwd, env, shell, stdio: stdioFor(output), timeout: timeoutMs });
  passSignalsTo(child);
  const result = await collect(child);
  if (!evenInterrupted) throwIfInterrupted();
  return result;
}

function stdioFor(output) {
  if (output === "inherit") return "inherit";
  if (output === "stderr") return ["ignore", 2, 2];
  return ["ignore", "pipe", "pipe"];
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
