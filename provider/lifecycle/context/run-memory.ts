import type { CloudError } from "../../api/errors";
import type { Fingerprint, SetRule } from "../../definition/set";
import type { Values } from "../../definition/values";

/** What a look into a catalogue has found; neither where the service does not offer it, or not to this token. */
export interface Looked {
  readonly entries?: readonly Values[];
  /** Why nothing is known. */
  readonly problem?: CloudError;
}

/**
 * What this process has seen of the stack it works for. It decides who owns an object that a create finds, and what a delete
 * must leave alone.
 */
export interface RunMemory {
  /** Ids that the engine has shown us, or that we have made: they belong to the state and are never taken over. */
  readonly known: Set<string>;
  readonly deleted: Set<string>;
  /** What creates of this run are going to import: a delete that comes first would take it from them. */
  readonly awaited: Set<string>;
  /** URNs of the program's resources that the state had when they were checked in this run. */
  readonly registered: Set<string>;
  /**
   * Those of them that were not compared with the state since. Whatever else the engine compares is a refresh, or the question
   * whether a resource must go together with one that it refers to.
   */
  readonly toCompare: Set<string>;
  /** What each resource of the program has: URN and objects. A delete of such an object comes from a stale entry of the state. */
  readonly holders: Map<string, ReadonlySet<string>>;
  /** What the program's resources declare below other objects: by collection and URN. */
  readonly claims: Map<string, Map<string, Claim>>;
  /** Each collection as it was before this run wrote to it. */
  readonly before: Map<string, Promise<readonly Values[]>>;
  /** The objects that collections are in, and the catalogues, where they have been read. */
  readonly parents: Map<string, Promise<Values>>;
  readonly catalogues: Map<string, Promise<Looked>>;
  /** Hashes of files, by what they look like. */
  readonly hashes: Map<string, Promise<string>>;
  /** Secrets that the service told: no message of this process may hold them. */
  readonly secrets: Set<unknown>;
  /** What is wrong with the settings, the token or the service's address has been told: of no resource, and so only once. */
  hasToldProblem: boolean;
}

/** What one resource of the program declares in a collection. */
export interface Claim {
  /** By what tells members apart. */
  readonly members: ReadonlyMap<string, Fingerprint>;
  /** Of a set: its rules, and whether it removes such a member where it does not declare it. */
  readonly set?: SetRule;
  readonly removes?: (member: Fingerprint) => boolean;
}

export function createRunMemory(): RunMemory {
  return {
    known: new Set(),
    deleted: new Set(),
    awaited: new Set(),
    registered: new Set(),
    toCompare: new Set(),
    holders: new Map(),
    claims: new Map(),
    before: new Map(),
    parents: new Map(),
    catalogues: new Map(),
    hashes: new Map(),
    secrets: new Set(),
    hasToldProblem: false,
  };
}

/** The resource of the program is checked: with an object in the state, or as one that is to be created. */
export function noteChecked(memory: RunMemory, urn: string | undefined, exists: boolean): void {
  if (urn === undefined) return;
  if (exists) {
    memory.registered.add(urn);
    memory.toCompare.add(urn);
  } else {
    memory.registered.delete(urn);
    memory.holders.delete(urn);
  }
}

/** Why an object that the program has cannot be compared with the arguments: this very run has deleted it. */
export function deletedInRun(memory: RunMemory, noun: string, keys: readonly string[]): string | undefined {
  if (!keys.some((key) => memory.deleted.has(key))) return undefined;
  return (
    `The ${noun}, or a part of it, was deleted a moment ago: another resource of the program has removed it. Declare it in one ` +
    "place only, and run `pulumi up --refresh`."
  );
}

/** The resource of the program has the objects. A refresh shows objects, too, but of resources that may be on their way out. */
export function noteHeld(memory: RunMemory, urn: string | undefined, ...keys: readonly string[]): void {
  for (const key of keys) memory.known.add(key);
  if (urn !== undefined) memory.holders.set(urn, new Set(keys));
}

/** URN of the program's resource that has the object. */
export function holderOf(memory: RunMemory, key: string): string | undefined {
  return Array.from(memory.holders).find(([, held]) => held.has(key))?.[0];
}
