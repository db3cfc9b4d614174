import * as pulumi from "@pulumi/pulumi";
import { PROVIDER_KEY } from "../shared/boundary";
import { innerOf } from "./inner-output";
import { isMocked } from "./mocked";

/** Errors that have already failed a preview or update. */
const reported = new WeakSet<object>();

/**
 * Fails the preview or update of an inline program. For any other program, Pulumi ends its process. Here, a resource whose inputs fail
 * is never registered, so whatever waits for its outputs waits forever, and so does `stack.up()`. The engine stops as soon as a
 * resource fails, so this declares a resource that does.
 */
function endInlineRun(error: unknown): void {
  if (!isInlineRun()) return;
  if (typeof error === "object" && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  new Failure(messageOf(error));
}

/** Calls `endInlineRun` if any of the inputs of a resource fails. */
export function endInlineRunIfFailing(args: unknown): void {
  if (!isInlineRun()) return;
  innerOf(pulumi.output(args)).promise().catch(endInlineRun);
}

/** Pulumi runs any other program with one of its scripts, in a separate process. */
function isInlineRun(): boolean {
  const isProgramOfItsOwn = /[\\/]cmd[\\/]run([\\/]|$)/.test(process.argv[1] ?? "");
  return !isProgramOfItsOwn && !isMocked() && pulumi.runtime.getMonitor() !== undefined;
}

/** Not `instanceof Error`, because the error may come from outside this package, or from another realm, as in Jest. */
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
