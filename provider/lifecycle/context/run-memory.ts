import type { CloudError } from "../../api/errors";
import type { Fingerprint, SetRule } from "../../definition/set";
import type { Values } from "../../definition/values";

/** A collection, and when it was read, in the clock's milliseconds. */
export interface ListBefore {
  readonly objects: readonly Values[];
  readonly readAt: number;
}

/** What reading a catalogue gave. Empty where the service does not offer it, or not to this token. */
export interface CatalogueResult {
  readonly entries?: readonly Values[];
  /** Why it could not be read. */
  readonly problem?: CloudError;
}

/**
 * What this process knows about its stack. It decides who owns an object that a create finds, and what a delete must
 * leave alone.
 */
export interface RunMemory {
  /** Ids that came from the engine or that this run created: they belong to the state and are never adopted. */
  readonly known: Set<string>;
  readonly deleted: Set<string>;
  /** Ids that creates of this run are going to import. An earlier delete must not take them away. */
  readonly awaited: Set<string>;
  /** URNs of the program's resources that were already in the state when this run checked them. */
  readonly registered: Set<string>;
  /**
   * Those of them that have not been diffed since. Any other diff belongs to a refresh, or asks whether a resource must
   * be replaced along with one that it refers to.
   */
  readonly toCompare: Set<string>;
  /** Objects that no resource has, and that a message of this run has named. */
  readonly named: Set<string>;
  /**
   * The objects of each resource of the program, by URN. A delete of one of these comes from a stale entry of the
   * state.
   */
  readonly holders: Map<string, ReadonlySet<string>>;
  /** What the program's resources declare inside other objects, by collection and URN. */
  readonly claims: Map<string, Map<string, Claim>>;
  /** Each collection, as it was before this run wrote to it. */
  readonly before: Map<string, Promise<ListBefore>>;
  /** Parents of collections, as far as they have been read. */
  readonly parents: Map<string, Promise<Values>>;
  readonly catalogues: Map<string, Promise<CatalogueResult>>;
  /** Hashes of files, by path, size and modification time. */
  readonly hashes: Map<string, Promise<string>>;
  /** Secrets that the service answered with: no message of this process may contain them. */
  readonly secrets: Set<unknown>;
  /**
   * A problem with the settings, the token or the service's address has been reported. It concerns no single resource,
   * so once is enough.
   */
  problemReported: boolean;
}

/** What one resource of the program declares in a collection. */
export interface Claim {
  /** By identity. */
  readonly members: ReadonlyMap<string, Fingerprint>;
  /** Of a set: its rules, and whether it removes a member that it does not declare. */
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
    named: new Set(),
    holders: new Map(),
    claims: new Map(),
    before: new Map(),
    parents: new Map(),
    catalogues: new Map(),
    hashes: new Map(),
    secrets: new Set(),
    problemReported: false,
  };
}

/** Notes that a resource of the program has been checked. */
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

/** Why a resource cannot be diffed: this very run deleted its object. */
export function deletedInRun(memory: RunMemory, noun: string, keys: readonly string[]): string | undefined {
  if (!keys.some((key) => memory.deleted.has(key))) return undefined;
  return (
    `The ${noun}, or a part of it, was deleted a moment ago: another resource of the program has removed it. Declare it in one ` +
    "place only, and run `pulumi up --refresh`."
  );
}

/**
 * Notes the objects of a resource of the program. A refresh shows objects as well, but their resources may be about to
 * go.
 */
export function noteHeld(memory: RunMemory, urn: string | undefined, ...keys: readonly string[]): void {
  for (const key of keys) memory.known.add(key);
  if (urn !== undefined) memory.holders.set(urn, new Set(keys));
}

/** The URN of the program's resource with this object. */
export function holderOf(memory: RunMemory, key: string): string | undefined {
  return Array.from(memory.holders).find(([, held]) => held.has(key))?.[0];
}
