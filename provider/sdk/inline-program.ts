import * as pulumi from "@pulumi/pulumi";
import { PROVIDER_KEY } from "../shared/boundary";
import { isMocked } from "./mocked";

/** Failures that have already ended a run. */
const reported = new WeakSet<object>();

/**
 * Ends the run of an inline program with a failure. For any other program, Pulumi ends its process; here there is no such process: a
 * resource whose arguments fail is never registered, whatever waits for its outputs waits forever, and so does `stack.up()`. The
 * engine ends a run as soon as a resource fails, so this declares a resource that does.
 */
function endInlineRun(error: unknown): void {
  if (!isInlineRun()) return;
  if (typeof error === "object" && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  new Failure(messageOf(error));
}

/** The same if any of the arguments of a resource fails. */
export function endInlineRunIfFailing(args: unknown): void {
  if (!isInlineRun()) return;
  const known = pulumi.output(args) as unknown as { promise(): Promise<unknown> };
  known.promise().catch(endInlineRun);
}

/** Any other program is run by one of Pulumi's scripts, in its own process. */
function isInlineRun(): boolean {
  const isProgramOfItsOwn = /[\\/]cmd[\\/]run([\\/]|$)/.test(process.argv[1] ?? "");
  return !isProgramOfItsOwn && !isMocked() && pulumi.runtime.getMonitor() !== undefined;
}

/** The error may come from outside this package, and from another realm than the one that Jest runs it in. */
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
