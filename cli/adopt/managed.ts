import { managedKeys } from "../state/managed-keys";
import { readStates } from "../state/sources";
import type { StackResource } from "../state/stack-state";
import type { AdoptOptions } from "./options";

/** What the given stacks manage already. */
export interface Managed {
  /** Keys of the objects. */
  readonly keys: ReadonlySet<string>;
  readonly resources: readonly StackResource[];
}

export async function readManaged({ stacks, stateFiles, folder }: AdoptOptions): Promise<Managed> {
  if (stacks.length + stateFiles.length === 0) return { keys: new Set(), resources: [] };
  const states = await readStates({ folder, stacks, stateFiles, all: false });
  const resources = states.flatMap((state) => state.resources);
  // Which account a stack belongs to need not be known: ids are unique within a service.
  const placed = resources.map((resource) => ({ resource, url: undefined }));
  return { keys: managedKeys(placed, ""), resources };
}
