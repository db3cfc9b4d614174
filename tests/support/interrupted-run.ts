import type { Values } from "../../provider/definition/values";
import type { Deployment } from "./deployment";
import type { Handlers } from "./front-end";
import { errorOf } from "./programs";

/** The error of an `up` that Ctrl-C interrupts as soon as the condition holds. */
export function errorOfInterrupted(deployment: Deployment, args: Values, when: () => boolean): Promise<Error> {
  return errorOfStopped(deployment, (handlers) => deployment.up(args, {}, handlers), when);
}

/** The error of any command that Ctrl-C interrupts as soon as the condition holds. */
export async function errorOfStopped(
  deployment: Deployment,
  command: (handlers: Handlers) => Promise<unknown>,
  when: () => boolean,
): Promise<Error> {
  const controller = new AbortController();
  const run = errorOf(command(deployment.process({ signal: controller.signal })));
  while (!when()) await new Promise(setImmediate);
  controller.abort(new Error("stopped by the user"));
  return run;
}
