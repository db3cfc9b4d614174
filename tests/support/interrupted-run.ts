import type { Values } from "../../provider/definition/values";
import type { Deployment } from "./deployment";
import { errorOf } from "./programs";

/** The error of an `up` that Ctrl-C interrupts as soon as the condition holds. */
export async function errorOfInterrupted(deployment: Deployment, args: Values, when: () => boolean): Promise<Error> {
  const controller = new AbortController();
  const run = errorOf(deployment.up(args, {}, deployment.process({ signal: controller.signal })));
  while (!when()) await new Promise(setImmediate);
  controller.abort(new Error("stopped by the user"));
  return run;
}
