import type { Definition } from "../../definition/definition";
import type { Step } from "../../definition/step";
import type { OpenIntent } from "../../journal/intent";
import { APPLIED, appliedOf, locate, optionsOf, problemWithId } from "../state";
import type { Recorded } from "../state";
import type { Context, ObjectOperation, ResourceCall } from "../context";
import { when } from "../wording";

/** Deletions have notes of their own in the journal: nothing else searches for their results. */
function keyOf(urn: string): string {
  return `${urn} (deletion)`;
}

/** Notes that a deletion begins with a step. If it goes no further, the state does not show that the resource has changed. */
export async function journalDeletion(
  { definition, args, id, context }: ObjectOperation,
  { action }: Step,
): Promise<string | undefined> {
  const { urn } = optionsOf(args);
  const collection = `${locate(definition, id).path}/${action}`;
  return urn === undefined
    ? undefined
    : context.journal.note({ urn: keyOf(urn), collection, before: [], at: context.clock.today() });
}

/** The resource was deleted, or an update has undone what an interrupted deletion left. */
export function settleDeletions({ journal }: Context, urn: string | undefined, noted?: string): void {
  if (urn === undefined) return;
  for (const id of [noted, ...journal.openIntents(keyOf(urn)).map((one) => one.id)]) journal.settle(id);
}

/** The interrupted deletion of the resource in state. One of another resource, which the state no longer has, is settled. */
function interruptedDeletion(
  { definition, args, context: { journal } }: ResourceCall,
  { id }: Recorded,
): OpenIntent | undefined {
  const { urn } = optionsOf(args);
  if (!definition.status?.beforeDelete || urn === undefined || problemWithId(definition, id) !== undefined) return;
  const [own, others] = [[], []] as [OpenIntent[], OpenIntent[]];
  const below = `${locate(definition, id).path}/`;
  for (const intent of journal.openIntents(keyOf(urn)))
    (intent.collection.startsWith(below) ? own : others).push(intent);
  for (const other of others) journal.settle(other.id);
  return own.at(-1);
}

/** The resource in state, unfinished if a deletion began that was interrupted: an update then restores the status that a create leads to. */
export function asLeftByDeletion(call: ResourceCall, recorded: Recorded): Recorded {
  const { urn = "" } = optionsOf(call.args);
  // A refresh also compares, and shows what is live.
  if (!call.context.memory.program.has(urn) || interruptedDeletion(call, recorded) === undefined) return recorded;
  const { id, state } = recorded;
  return { id, state: { ...state, [APPLIED]: { ...appliedOf(state), unfinished: true } } };
}

/** What a preview says of it. */
export function describeInterruptedDeletion(call: ResourceCall, recorded: Recorded): string | undefined {
  const intent = interruptedDeletion(call, recorded);
  const { noun, status }: Definition = call.definition;
  return (
    intent &&
    `An interrupted deletion (${when(intent)}) may have changed the status of this ${noun}; this update restores ` +
      `"${status?.afterCreate(call.args) ?? ""}".`
  );
}
