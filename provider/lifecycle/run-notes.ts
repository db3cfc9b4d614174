import { isAction, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import type { JournalResource } from "../journal/intent";
import { withAccount } from "./context";
import type { Context, ResourceCall } from "./context";
import { createdAt } from "./identity";
import { UnfinishedError, appliedOf, duplicatesOf, locate, optionsOf, problemWithId } from "./state";
import type { Recorded } from "./state";

/** Notes what the program declares for a resource that may be the parent of others. */
export function rememberDeclared({ definition, args, context: { memory } }: ResourceCall, id: string): void {
  const isParent = !isAction(definition) && !definition.collection.includes("{");
  if (isParent && problemWithId(definition, id) === undefined)
    memory.program.noteDeclared(locate(definition, id).path, args);
}

/** Notes in the journal that the resource and its recorded duplicates are in state, since the engine passed them in. */
export function journalRecorded(
  definition: Definition,
  { urn, ...shown }: Recorded & { readonly urn: string | undefined },
  { journal }: Context,
): void {
  if (urn === undefined) return;
  journal.noteInState(asRecorded(definition, urn, shown));
  for (const id of duplicatesOf(shown.state)) journal.noteInState(asRecorded(definition, urn, { id, state: {} }));
}

/**
 * Runs an operation, and notes in the journal that its result is returned to the engine, even if it fails halfway, unless nothing records
 * that. The result shows the account that it is in.
 * @param operate gets what an earlier attempt in this run left unfinished, if the engine asks again
 */
export async function journalReturned(
  { definition, args, context }: ResourceCall,
  operate: (begun: Recorded | undefined) => Promise<Recorded>,
  before: Values = {},
): Promise<Recorded> {
  const { urn = "", command } = optionsOf(args);
  const { unfinished } = context.memory;
  const returned = ({ id, state }: Recorded, isRecorded = true): Recorded => {
    const result = { id, state: withAccount(state, context, before) };
    if (urn !== "" && isRecorded) context.journal.noteReturned(asRecorded(definition, urn, result));
    return result;
  };
  try {
    const result = returned(await operate(unfinished.get(urn)));
    unfinished.delete(urn);
    return result;
  } catch (error) {
    if (!(error instanceof UnfinishedError)) throw error;
    const result = returned(error.recorded, command === undefined);
    if (urn !== "") unfinished.set(urn, result);
    throw new UnfinishedError(result, error);
  }
}

function asRecorded(definition: Definition, urn: string, { id, state }: Recorded): JournalResource {
  const isObject = !recordsOf(definition) && problemWithId(definition, id) === undefined;
  return {
    urn,
    location: isObject ? locate(definition, id) : undefined,
    created: createdAt(state),
    intentId: appliedOf(state).intent,
  };
}
