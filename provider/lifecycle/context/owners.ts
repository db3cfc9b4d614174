import type { Values } from "../../definition/values";
import { appliedOf } from "../state";
import type { Context } from "./context";

/** A resource of the program, and its state if it has one. */
interface Holder {
  /** Undefined for a resource that is not in the program. */
  readonly urn?: string | undefined;
  readonly state?: Values;
}

/**
 * Notes that the resource manages these remote resources, so that a delete from a stale entry in state keeps them. The other provider processes
 * of the run must know it, too: each provider has its own.
 */
export function noteManaged(
  { memory, journal, accountId }: Context,
  { urn, state = {} }: Holder,
  ...keys: readonly string[]
): void {
  for (const key of keys) memory.objects.noteKnown(key);
  if (urn !== undefined) memory.program.noteManaged(urn, keys);
  journal.noteOwner({ urn, keys, account: appliedOf(state).account?.id ?? accountId() });
}

/** Key of the contents with which a run creates a parent from an existing source: the records of a transferred or cloned zone. */
export function contentsKey(parent: string): string {
  return `contents of ${parent}`;
}

/** Whether no resource of the state, of any provider of the run, is this remote resource, and this run has not deleted it. */
export function isFree({ memory, journal, accountId }: Context, key: string): boolean {
  return memory.objects.isFree(key) && journal.ownersOf(key, accountId()).length === 0;
}

/** The URN of the program's resource that manages the remote resource with this state now. A delete must then keep it. */
export function holderOf({ memory, journal, accountId }: Context, key: string, state: Values = {}): string | undefined {
  const elsewhere = () => journal.ownersOf(key, appliedOf(state).account?.id ?? accountId());
  return memory.program.managerOf(key) ?? elsewhere().find(({ urn }) => urn !== undefined)?.urn;
}
