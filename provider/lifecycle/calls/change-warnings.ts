import type { Values } from "../../definition/values";
import type { Context } from "../context";
import type { KindCalls } from "./kind-calls";

/** A create, or an update if there is a state. */
interface Change {
  readonly state?: Values;
  readonly args: Values;
}

/** Gives the warnings about a coming change that only the service or the journal can know. */
export async function warnOfChange(calls: KindCalls, { state, args }: Change, context: Context): Promise<void> {
  if (context.problem !== undefined) return;
  for (const warning of await calls.previewWarnings(state, args, context)) context.warn(warning);
}
