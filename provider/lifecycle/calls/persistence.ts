import type { Definition } from "../../definition/definition";
import { isSet } from "../../definition/set";
import type { Values } from "../../definition/values";
import type { Recorded as RecordedIntent } from "../../journal/journal";
import { UnfinishedError, appliedOf, duplicatesOf, locate, optionsOf, problemWithId } from "../state";
import type { Context } from "../context";
import type { Recorded } from "../state";

/** Notes in the journal that the state has the resource, and the duplicates it remembers: the engine has shown it. */
export function noteRecorded(
  definition: Definition,
  { urn, ...shown }: Recorded & { readonly urn: string | undefined },
  { journal }: Context,
): void {
  if (urn === undefined) return;
  journal.recorded(asRecorded(definition, urn, shown));
  for (const id of duplicatesOf(shown.state)) journal.recorded(asRecorded(definition, urn, { id, state: {} }));
}

/** Runs an operation, and notes that the engine gets its result, even if it fails halfway. */
export async function trackPersistence(
  definition: Definition,
  { args, context }: { readonly args: Values; readonly context: Context },
  operate: () => Promise<Recorded>,
): Promise<Recorded> {
  const { urn } = optionsOf(args);
  const note = (result: Recorded): void => {
    if (urn !== undefined) context.journal.returned(asRecorded(definition, urn, result));
  };
  try {
    const recorded = await operate();
    note(recorded);
    return recorded;
  } catch (error) {
    if (error instanceof UnfinishedError) note(error.recorded);
    throw error;
  }
}

function asRecorded(definition: Definition, urn: string, { id, state }: Recorded): RecordedIntent {
  const isObject = !isSet(definition) && problemWithId(definition, id) === undefined;
  return {
    urn,
    id,
    collection: isObject ? locate(definition, id).collection : undefined,
    intent: appliedOf(state).intent,
  };
}
