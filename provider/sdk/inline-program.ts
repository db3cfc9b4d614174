import * as pulumi from "@pulumi/pulumi";
import { PROVIDER_KEY } from "../shared/boundary";
import { isMocked } from "./mocked";

/** Failures that a run has been ended with. */
const told = new WeakSet<object>();

/**
 * Ends the run of an inline program with a failure. Pulumi ends the process of any other program with it, but has nothing to end here: a
 * resource whose arguments fail is never registered, what waits for its outputs waits for ever, and so does `stack.up()`. The
 * engine ends a run as soon as a resource fails, and so one is declared that does.
 */
function endInlineRun(error: unknown): void {
  if (!isInlineRun()) return;
  if (typeof error === "object" && error !== null) {
    if (told.has(error)) return;
    told.add(error);
  }
  new Failure(messageOf(error));
}

/** The same with whatever fails among the arguments of a resource. */
export function endInlineRunIfFailing(args: unknown): void {
  if (!isInlineRun()) return;
  const known = pulumi.output(args) as unknown as { promise(): Promise<unknown> };
  known.promise().catch(endInlineRun);
}

/** Any other program is run by a script of Pulumi's, in a process of its own. */
function isInlineRun(): boolean {
  const isProgramOfItsOwn = /[\\/]cmd[\\/]run([\\/]|$)/.test(process.argv[1] ?? "");
  return !isProgramOfItsOwn && !isMocked() && pulumi.runtime.getMonitor() !== undefined;
}

/** What fails may come from elsewhere than this package, and from outside of the realm that Jest runs it in. */
function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? message : String(error);
}

let failures = 0;

class Failure extends pulumi.CustomResource {
  constructor(message: string) {
    const failed = JSON.stringify([{ property: "", reason: message }]);
    const handler = `exports.handler = () => ({ check: async (_, inputs) => ({ inputs, failures: ${failed} }) })`;
    super("pulumi-nodejs:dynamic:Resource", `failure-${(failures += 1)}`, { [PROVIDER_KEY]: handler });
  }
}
