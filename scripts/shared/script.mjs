// The files in this folder require only Node, because they run before anything is installed.
import { Interrupted } from "./run-command.mjs";

/** Runs the body of a script, which returns the exit code. Prints errors without their stack, unless PULUMI_COMPUTE_DEBUG is set. */
export async function main(body) {
  try {
    process.exitCode = (await body(process.argv.slice(2))) ?? 0;
  } catch (error) {
    if (error instanceof Interrupted) say(`Stopped by ${error.signal}.`);
    else say(process.env.PULUMI_COMPUTE_DEBUG ? error.stack : `Error: ${error.message}`);
    process.exitCode = error.exitCode ?? 1;
  }
}

/** Prints a line for the user. Never to stdout, which is for a command's result. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Prints `line` once a minute during `work`, so that it doesn't look like a hang. */
export async function sayEveryMinute(line, work) {
  const started = Date.now();
  const timer = setInterval(() => say(`${line} (${Math.round((Date.now() - started) / 60_000)} min so far)`), 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
