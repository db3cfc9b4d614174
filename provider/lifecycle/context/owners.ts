import type { Values } from "../../definition/values";
import { appliedOf } from "../state";
import type { Context } from "./context";
import { noteManaged } from "./run-memory";

/** What a resource of the program manages, and what of that it has imported or adopted: by default, all. */
interface Taking {
  readonly urn: string | undefined;
  readonly keys: readonly string[];
  readonly taken?: readonly string[];
}

/** Notes what the resource manages, and what it has taken also for the other provider processes of the run. */
export function noteTaken({ memory, journal, accountId }: Context, { urn, keys, taken = keys }: Taking): void {
  noteManaged(memory, urn, ...keys);
  if (urn !== undefined && taken.length > 0) journal.noteOwner({ urn, keys: taken, account: accountId() });
}

/** The URN of the program's resource that manages the remote resource with this state now. A delete must then keep it. */
export function holderOf({ memory, journal, accountId }: Context, key: string, state: Values = {}): string | undefined {
  return memory.program.managerOf(key) ?? journal.ownerOf(key, appliedOf(state).account?.id ?? accountId());
}
