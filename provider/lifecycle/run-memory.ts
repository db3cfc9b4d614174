import type { Values } from "../definition";

/**
 * What this process has seen of the stack it works for. It decides who owns an object that a create finds: ids that the
 * engine has shown us, or that we have made, belong to the state and are never taken over.
 */
export interface RunMemory {
  readonly known: Set<string>;
  /** Taken over by a create of this run: a delete of the same id would delete what the state now holds. */
  readonly adopted: Set<string>;
  readonly deleted: Set<string>;
  /** What creates of this run are going to import: a delete that comes first would take it from them. */
  readonly awaited: Set<string>;
  /** Each collection as it was before this run wrote to it. */
  readonly before: Map<string, Promise<readonly Values[]>>;
  /** The objects that collections are in, where they have been read. */
  readonly parents: Map<string, Promise<Values>>;
}

export function createRunMemory(): RunMemory {
  return {
    known: new Set(),
    adopted: new Set(),
    deleted: new Set(),
    awaited: new Set(),
    before: new Map(),
    parents: new Map(),
  };
}
