// What is in this folder needs nothing but Node: it runs before anything is installed.
import { Interrupted } from "./run-command.mjs";

/** Runs a script's body; it returns the exit code. A failure is one message without a stack, for the person at the terminal. */
export async function main(body) {
  try {
    process.exitCode = (await body(process.argv.slice(2))) ?? 0;
  } catch (error) {
    if (error instanceof Interrupted) say(`Stopped by ${error.signal}.`);
    else say(process.env.PULUMI_COMPUTE_DEBUG ? error.stack : `Error: ${error.message}`);
    process.exitCode = error.exitCode ?? 1;
  }
}

/** One line for the person at the terminal. Never on stdout, which belongs to what the command was asked to print. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Says `line` once a minute while `work` lasts, so that a long silence is not taken for a hang. */
export async function sayEveryMinute(line, work) {
  const started = Date.now();
  const timer = setInterval(() => say(`${line} (${Math.round((Date.now() - started) / 60_000)} min so far)`), 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
