import type { Values } from "../../definition/values";
import type { Context } from "../context";
import type { KindCalls } from "./kind-calls";

/** A create, or an update of what the state has. */
interface Change {
  readonly state?: Values;
  readonly args: Values;
}

/** Says what only the service or the journal knows of a change that is to come. */
export async function warnOfChange(calls: KindCalls, { state, args }: Change, context: Context): Promise<void> {
  if (context.problem !== undefined) return;
  for (const warning of await calls.previewWarnings(state, args, context)) context.warn(warning);
}
