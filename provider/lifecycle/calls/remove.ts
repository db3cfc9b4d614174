import { optionsOf } from "../state";
import type { Context } from "../context";
import type { Recorded } from "../state";
import type { KindCalls } from "./kind-calls";
import { noteRecorded } from "./persistence";

/** Deletes the resource. With its state goes what it remembers of duplicates, so those that still exist are named. */
export async function removeResource(calls: KindCalls, recorded: Recorded, context: Context): Promise<void> {
  const { state } = recorded;
  noteRecorded(calls.definition, { ...recorded, urn: optionsOf(state).urn }, context);
  await calls.remove(recorded, context);
  for (const reminder of await calls.reminders(state, context)) context.warn(reminder);
}
