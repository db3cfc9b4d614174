import { managedKeys } from "../state/managed-keys";
import { readStates } from "../state/sources";
import type { StackProvider, StackResource } from "../state/stack-state";
import type { AdoptOptions } from "./options";

/** What the given stacks already manage. */
export interface Managed {
  /** Keys of the managed cloud resources. */
  readonly keys: ReadonlySet<string>;
  readonly resources: readonly StackResource[];
  /** Default provider from the stack config. Set only if no given stack has resources. */
  readonly configured?: StackProvider | undefined;
  /** Whether the program is added to an existing one. */
  readonly isExtended: boolean;
}

export async function readManaged({ stacks, stateFiles, directory, into }: AdoptOptions): Promise<Managed> {
  if (stacks.length + stateFiles.length === 0) return { keys: new Set(), resources: [], isExtended: false };
  const states = await readStates({ directory, stacks, stateFiles, all: false });
  const resources = states.flatMap((state) => state.resources);
  // The stacks' accounts need not be known, because IDs are unique within an API.
  const placed = resources.map((resource) => ({ resource, url: undefined }));
  return {
    keys: managedKeys(placed, ""),
    resources,
    configured: states[0]?.configured,
    isExtended: into === undefined,
  };
}
