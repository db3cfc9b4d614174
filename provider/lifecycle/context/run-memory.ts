import { Loads } from "../../api/reads";
import type { CloudError } from "../../api/errors";
import type { Fingerprint, SetRule } from "../../definition/definition";
import type { Values } from "../../definition/values";

/** What this process knows about its run: each part belongs to one question. */
export class RunMemory {
  readonly objects = new RunObjects();
  readonly program = new ProgramResources();
  readonly claims = new Claims();
  /** Each collection, as it was before this run wrote to it. */
  readonly lists = new Loads<ListBefore>();
  /** Parents of collections. */
  readonly parents = new Loads<Values>();
  readonly catalogues = new Loads<CatalogueResult>();
  /** Hashes of files, by path, size and modification time. */
  readonly hashes = new Loads<string>();
  readonly #secrets = new Set<unknown>();
  #isProblemReported = false;

  /** Notes a secret that the service answered with. */
  noteSecret(value: unknown): void {
    this.#secrets.add(value);
  }

  /** What no message of this process may contain. */
  secrets(): readonly unknown[] {
    return Array.from(this.#secrets);
  }

  /** Whether nobody has reported a problem with the settings, the token or the service's address: it concerns no single resource. */
  isFirstReport(): boolean {
    const isFirst = !this.#isProblemReported;
    this.#isProblemReported = true;
    return isFirst;
  }
}

/** The objects that this run knows, by key. They decide what a create may adopt, and what a delete must not touch. */
class RunObjects {
  readonly #known = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #named = new Set<string>();
  readonly #toImport = new Set<string>();

  /** The engine has shown the object, or this run has created it: it belongs to the state, and is never adopted. */
  noteKnown(key: string): void {
    this.#known.add(key);
  }

  isKnown(key: string): boolean {
    return this.#known.has(key);
  }

  noteDeleted(key: string): void {
    this.#deleted.add(key);
  }

  isDeleted(key: string): boolean {
    return this.#deleted.has(key);
  }

  /** Whether a create may adopt it, as far as this run knows. */
  isFree(key: string): boolean {
    return !this.isKnown(key) && !this.isDeleted(key);
  }

  /** No resource has the object, and a message of this run has named it. */
  noteNamed(key: string): void {
    this.#named.add(key);
  }

  isNamed(key: string): boolean {
    return this.#named.has(key);
  }

  /** A create of this run is going to import the object: an earlier delete must not take it away. */
  expectImport(key: string): void {
    this.#toImport.add(key);
  }

  isToBeImported(key: string): boolean {
    return this.#toImport.has(key);
  }
}

/** The resources of the program, by URN, as far as the engine has come. */
class ProgramResources {
  readonly #inState = new Set<string>();
  readonly #toCompare = new Set<string>();
  readonly #holders = new Map<string, ReadonlySet<string>>();

  /** The resource has been checked. @param exists whether it is in the state already */
  noteChecked(urn: string, exists: boolean): void {
    if (exists) {
      this.#inState.add(urn);
      this.#toCompare.add(urn);
    } else {
      this.#inState.delete(urn);
      this.#holders.delete(urn);
    }
  }

  /** Whether the program has the resource, and the state had it when this run checked it. */
  has(urn: string): boolean {
    return this.#inState.has(urn);
  }

  /**
   * Whether this diff is the one that follows the resource's check. Any other belongs to a refresh, or asks whether it must be replaced
   * along with one that it refers to.
   */
  takeTurn(urn: string): boolean {
    return this.#toCompare.delete(urn);
  }

  /** The resource has these objects. A delete of one of them comes from a stale entry of the state. */
  hold(urn: string, keys: readonly string[]): void {
    this.#holders.set(urn, new Set(keys));
  }

  /** The URN of the resource with this object. A refresh shows objects as well, but their resources may be about to go. */
  holderOf(key: string): string | undefined {
    return Array.from(this.#holders).find(([, held]) => held.has(key))?.[0];
  }
}

/** What the program's resources declare inside other objects, by collection. */
class Claims {
  readonly #claims = new Map<string, Map<string, Claim>>();

  /** Forgets what the resource declared before. */
  withdraw(urn: string): void {
    for (const claims of this.#claims.values()) claims.delete(urn);
  }

  declare(collection: string, claim: Claim): void {
    const claims = this.#claims.get(collection) ?? new Map<string, Claim>();
    this.#claims.set(collection, claims.set(claim.urn, claim));
  }

  in(collection: string): readonly Claim[] {
    return Array.from(this.#claims.get(collection)?.values() ?? []);
  }
}

/** What one resource of the program declares in a collection. */
export interface Claim {
  readonly urn: string;
  /** By identity. */
  readonly members: ReadonlyMap<string, Fingerprint>;
  /** Of a set: its rules, and whether it removes a member that it does not declare. */
  readonly set?: SetRule;
  readonly removes?: (member: Fingerprint) => boolean;
}

/** A collection, and when it was read, in the clock's milliseconds. */
interface ListBefore {
  readonly objects: readonly Values[];
  readonly readAt: number;
}

/** What reading a catalogue gave. Empty where the service does not offer it, or not to this token. */
export interface CatalogueResult {
  readonly entries?: readonly Values[];
  /** Why it could not be read. */
  readonly problem?: CloudError;
}

/** Notes that a resource has these objects, which belong to the state. @param urn if the program has it */
export function noteHeld(memory: RunMemory, urn: string | undefined, ...keys: readonly string[]): void {
  for (const key of keys) memory.objects.noteKnown(key);
  if (urn !== undefined) memory.program.hold(urn, keys);
}
