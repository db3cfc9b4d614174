import type { Values } from "../../definition/values";
import { appliedOf } from "../state";
import type { Context } from "./context";
import { noteManaged } from "./run-memory";

/** Notes that a resource of the program imports or adopts existing remote resources, also for the other provider processes of the run. */
export function noteTaken(
  { memory, journal, accountId }: Context,
  urn: string | undefined,
  keys: readonly string[],
): void {
  noteManaged(memory, urn, ...keys);
  if (urn !== undefined && keys.length > 0) journal.noteOwner({ urn, keys, account: accountId() });
}

/** The URN of the program's resource that manages the remote resource with this state now. A delete must then keep it. */
export function holderOf({ memory, journal, accountId }: Context, key: string, state: Values = {}): string | undefined {
  return memory.program.managerOf(key) ?? journal.ownerOf(key, appliedOf(state).account?.id ?? accountId());
}
