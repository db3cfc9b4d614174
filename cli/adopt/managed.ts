import { managedKeys } from "../state/managed-keys";
import { readStates } from "../state/sources";
import type { StackProvider, StackResource } from "../state/stack-state";
import type { AdoptOptions } from "./options";

/** What the given stacks manage already. */
export interface Managed {
  /** Keys of the objects. */
  readonly keys: ReadonlySet<string>;
  readonly resources: readonly StackResource[];
  /** What the stacks are configured with, where none has a resource. */
  readonly configured?: StackProvider | undefined;
  /** The program is added to one that there is already. */
  readonly isExtended: boolean;
}

export async function readManaged({ stacks, stateFiles, folder, into }: AdoptOptions): Promise<Managed> {
  if (stacks.length + stateFiles.length === 0) return { keys: new Set(), resources: [], isExtended: false };
  const states = await readStates({ folder, stacks, stateFiles, all: false });
  const resources = states.flatMap((state) => state.resources);
  // Which account a stack belongs to need not be known: ids are unique within a service.
  const placed = resources.map((resource) => ({ resource, url: undefined }));
  return {
    keys: managedKeys(placed, ""),
    resources,
    configured: states[0]?.configured,
    isExtended: into === undefined,
  };
}
