import { Interrupted } from "./interruption.mjs";
import { say } from "./say.mjs";

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
