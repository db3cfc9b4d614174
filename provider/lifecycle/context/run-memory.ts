import { LoadCache } from "../../api/reads";
import type { CloudError } from "../../api/errors";
import type { CoexistenceRule, Fingerprint } from "../../definition/identity";
import type { Values } from "../../definition/values";
import type { Options, Recorded } from "../state";

/** What the calls of one run share in memory. */
export class RunMemory {
  readonly objects = new RunObjects();
  readonly program = new ProgramResources();
  readonly claims = new Claims();
  readonly filled = new FilledParents();
  /** Each collection, as it was before this run wrote to it. */
  readonly lists = new LoadCache<ListBefore>();
  readonly parents = new LoadCache<Values>();
  /** Requests that only show the account. */
  readonly accounts = new LoadCache<void>();
  readonly catalogues = new LoadCache<CatalogueResult>();
  /** Hashes of files, by path, size and modification time. */
  readonly hashes = new LoadCache<string>();
  /** What was read for the resource with this URN: an import, or a `.get`, which is never checked. */
  readonly readNew = new Map<string, readonly string[]>();
  /** What an operation on the resource with this URN left unfinished: the engine has not recorded it if it asks again in this run. */
  readonly unfinished = new Map<string, Recorded>();
  readonly #parts = new Map<() => unknown, unknown>();
  readonly #advice = new Map<string, () => boolean>();
  readonly #secrets = new Set<unknown>();
  readonly #ends = new Set<string>();
  #isProblemReported = false;

  /**
   * What one module keeps of this run.
   * @param make makes it, once; it is known by this function
   */
  of<Part>(make: () => Part): Part {
    if (!this.#parts.has(make)) this.#parts.set(make, make());
    return this.#parts.get(make) as Part;
  }

  /** Notes a secret from an API response. */
  noteSecret(value: unknown): void {
    this.#secrets.add(value);
  }

  /** Values to redact from every message. */
  secrets(): readonly unknown[] {
    return Array.from(this.#secrets);
  }

  /** Returns true once for each entry of a catalogue: whether it ends is said for one resource only. */
  takeEnd(entry: string): boolean {
    return this.#ends.size < this.#ends.add(entry).size;
  }

  /**
   * Keeps advice about a remote resource that nothing seems to manage until the end of the run. It may be the old half of a forced replacement,
   * which is deleted last, or belong to a resource that is compared later.
   * @param advise returns whether that has proved right
   */
  adviseAtEnd(key: string, advise: () => boolean): void {
    this.#advice.set(key, advise);
  }

  takeAdvice(): readonly (() => boolean)[] {
    const advice = Array.from(this.#advice.values());
    this.#advice.clear();
    return advice;
  }

  /** Returns true once: a problem with the settings, the token or the API URL is reported for one resource only. */
  takeFirstReport(): boolean {
    const isFirst = !this.#isProblemReported;
    this.#isProblemReported = true;
    return isFirst;
  }
}

/** Remote resources seen in this run, by key. They determine what a create may adopt, and what a delete must not touch. */
class RunObjects {
  readonly #known = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #named = new Set<string>();
  readonly #toImport = new Set<string>();

  /** The engine passed in the remote resource, or this run created it. It belongs to the state, and is never adopted. */
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

  /** Whether a create of this run may adopt it. */
  isFree(key: string): boolean {
    return !this.isKnown(key) && !this.isDeleted(key);
  }

  /** No resource manages it, and a message of this run has named it. */
  noteNamed(key: string): void {
    this.#named.add(key);
  }

  isNamed(key: string): boolean {
    return this.#named.has(key);
  }

  /** A create of this run will import it, so it must not be deleted before. */
  expectImport(key: string): void {
    this.#toImport.add(key);
  }

  isToBeImported(key: string): boolean {
    return this.#toImport.has(key);
  }
}

/** The program's resources that the engine has processed so far, by URN. */
class ProgramResources {
  readonly #inState = new Map<string, Options>();
  readonly #toCompare = new Set<string>();
  readonly #holders = new Map<string, ReadonlySet<string>>();
  readonly #names = new Map<string, string>();
  readonly #changed = new Set<string>();
  readonly #replaced = new Set<string>();
  readonly #replacing = new Map<string, Options>();
  readonly #previewed = new Set<string>();
  readonly #toPreview = new Map<string, Recorded>();
  readonly #lost = new Map<string, readonly string[]>();
  readonly #found = new Set<string>();
  readonly #declared = new Map<string, Values>();

  /**
   * Notes that the resource was checked.
   * @param olds its options in state; undefined for a new resource
   * @param isPreview whether the check is known to belong to a preview
   */
  noteChecked(urn: string, olds: Options | undefined, isPreview = false): void {
    if (isPreview) this.#previewed.add(urn);
    else this.#previewed.delete(urn);
    if (olds) {
      this.#inState.set(urn, olds);
      this.#toCompare.add(urn);
      return;
    }
    const before = this.#inState.get(urn);
    if (before) this.#replacing.set(urn, before);
    this.#inState.delete(urn);
    // What `retainOnDelete` keeps stays where it is.
    if (before?.retains !== true) for (const key of this.#holders.get(urn) ?? []) this.#replaced.add(key);
    this.#holders.delete(urn);
  }

  /**
   * Notes that the resource has a provisional ID, whose replacement loses nothing.
   * @param intents of its creates
   */
  noteLost(urn: string, intents: readonly string[]): void {
    this.#lost.set(urn, intents);
    this.#inState.delete(urn);
  }

  lostBefore(urn: string): readonly string[] | undefined {
    return this.#lost.get(urn);
  }

  /** Notes that the create of the resource has adopted the result of an earlier one. */
  noteFound(urn: string): void {
    this.#found.add(urn);
  }

  isFound(urn: string): boolean {
    return this.#found.has(urn);
  }

  /** Whether the resource's check is known to belong to a preview. */
  isPreviewed(urn: string): boolean {
    return this.#previewed.has(urn);
  }

  /** Keeps the state of a resource that changes until the engine asks for the preview of the change, which may be a replacement. */
  keepForPreview(urn: string, recorded: Recorded): void {
    this.#toPreview.set(urn, recorded);
  }

  takeForPreview(urn: string): Recorded | undefined {
    const recorded = this.#toPreview.get(urn);
    this.#toPreview.delete(urn);
    return recorded;
  }

  /** Whether the resource is in the program, and was in state when this run checked it. */
  has(urn: string): boolean {
    return this.#inState.has(urn);
  }

  /**
   * Returns true once, for the diff that follows the resource's check. Any other diff belongs to a refresh, or determines whether a
   * dependent must be replaced along with the resource that it refers to.
   */
  takeFirstDiff(urn: string): boolean {
    return this.#toCompare.delete(urn);
  }

  /**
   * Notes a unique name that the resource declares.
   * @returns the URN of another resource that declared it before
   */
  declareName(urn: string, name: string): string | undefined {
    const first = this.#names.get(name) ?? urn;
    this.#names.set(name, first);
    return first === urn ? undefined : first;
  }

  /** Whether a resource of the program declares this unique name. */
  isNamed(name: string): boolean {
    return this.#names.has(name);
  }

  /** Notes the inputs of the resource at that path. */
  noteDeclared(path: string, args: Values): void {
    this.#declared.set(path, args);
  }

  declaredAt(path: string): Values | undefined {
    return this.#declared.get(path);
  }

  /** Notes that this run changes the remote resource at that path. */
  noteChanged(path: string): void {
    this.#changed.add(path);
  }

  isChanged(path: string): boolean {
    return this.#changed.has(path);
  }

  /** Notes the remote resources that the resource manages. A delete of one of them comes from a stale entry in state. */
  noteManaged(urn: string, keys: readonly string[]): void {
    this.#holders.set(urn, new Set(keys));
  }

  /**
   * The options of what the resource replaces, if the engine is known to replace it: it has checked it with its old inputs, then without.
   * For `--replace` and a tainted resource, it only checks without.
   */
  replaced(urn: string | undefined): Options | undefined {
    return this.#replacing.get(urn ?? "");
  }

  /** Whether a resource of the program managed this remote resource, and its replacement deletes it. */
  isReplaced(key: string): boolean {
    return this.#replaced.has(key);
  }

  /**
   * The URN of the program's resource that manages this remote resource. Those seen only in a refresh do not count, because they may be
   * about to be deleted.
   */
  managerOf(key: string, except?: string): string | undefined {
    return Array.from(this.#holders).find(([urn, held]) => urn !== except && held.has(key))?.[0];
  }
}

/** Parents that this run creates from an existing source, with contents that no preview can list: a transferred or cloned zone. */
class FilledParents {
  readonly #expected = new Map<string, Set<string>>();
  readonly #named = new Set<string>();

  /** A create of this run will lead to such a parent with this title in the collection. */
  expect(collection: string, title: string): void {
    this.#expected.set(collection, (this.#expected.get(collection) ?? new Set<string>()).add(title));
  }

  expectedIn(collection: string): readonly string[] {
    return Array.from(this.#expected.get(collection) ?? []);
  }

  /** Those that no message about a single resource has named yet. */
  takeUnnamed(collection: string): readonly string[] {
    const unnamed = this.expectedIn(collection).filter((title) => !this.#named.has(title));
    for (const title of unnamed) this.#named.add(title);
    return unnamed;
  }
}

/** What the program's resources declare inside a parent (records in a domain), by collection. */
class Claims {
  readonly #claims = new Map<string, Map<string, Claim>>();

  /** Discards what the resource declared before. */
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
  /** By identity key. */
  readonly records: ReadonlyMap<string, Fingerprint>;
  /** One of each sort, by place. */
  readonly places: ReadonlyMap<string, readonly Fingerprint[]>;
  readonly rule: CoexistenceRule;
  /** For an exclusive set: which undeclared records it deletes. */
  readonly removes?: (record: Fingerprint) => boolean;
  /** Of a set: what it has and does not declare, another one may take. */
  readonly isSet?: boolean;
}

/** A collection, and when it was read, in the clock's milliseconds. */
interface ListBefore {
  readonly objects: readonly Values[];
  readonly readAt: number;
}

/** The result of reading a catalogue. Empty if the API does not offer it, or not to this token. */
export interface CatalogueResult {
  readonly entries?: readonly Values[];
  /** Why it could not be read. */
  readonly problem?: CloudError;
}
