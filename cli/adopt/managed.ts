import { readStates } from "../state/sources";
import type { StackProvider, StackResource } from "../state/stack-state";
import type { AdoptOptions } from "./options";

/** What the given stacks already manage. */
export interface Managed {
  readonly resources: readonly StackResource[];
  /** These, and those of the bridged provider. */
  readonly all: readonly StackResource[];
  /** Default provider from the stack config. Set only if no given stack has resources. */
  readonly configured?: StackProvider | undefined;
  /** Whether the program is added to an existing one. */
  readonly isExtended: boolean;
}

export async function readManaged({ stacks, stateFiles, directory, into }: AdoptOptions): Promise<Managed> {
  if (stacks.length + stateFiles.length === 0) return { resources: [], all: [], isExtended: false };
  const states = await readStates({ directory, stacks, stateFiles, all: false });
  return {
    resources: states.flatMap((state) => state.resources),
    all: states.flatMap((state) => state.managed),
    configured: states[0]?.configured,
    isExtended: into === undefined,
  };
}
