import { AGES } from "./ages";
import type { Intent, OpenIntent, JournalResource } from "./journal";

/** An intent and its progress. */
export interface Entry extends OpenIntent {
  response?: { readonly made?: string };
  /** Nothing remains to be searched for. */
  isSettled: boolean;
  isReturned: boolean;
  /** This run has found the resource in state, or is about to create it. */
  isSeen: boolean;
  /** This run has found another resource in state that has the same URN. */
  isSuperseded: boolean;
  /** The account that the intent belongs to. */
  readonly account?: string | undefined;
  /** The progress that the files already show. */
  saved: Progress;
}

interface Progress {
  readonly isSettled: boolean;
  readonly isReturned: boolean;
  readonly hasResponse: boolean;
}

export function progressOf({ isSettled, isReturned, response }: Omit<Entry, "saved">): Progress {
  return { isSettled, isReturned, hasResponse: response !== undefined };
}

export function newEntry(intent: Intent & Pick<Entry, "account">, id: string): Entry {
  const entry = { ...intent, id, isSettled: false, isReturned: false, isSeen: false, isSuperseded: false };
  return { ...entry, saved: progressOf(entry) };
}

/** Entries of older versions name no account. */
export function belongsTo(account: string | undefined, entry: Entry): boolean {
  return entry.account === undefined || entry.account === account;
}

/** The resource is in the program, but not in state yet. */
export function isExpected({ isSettled, isReturned, isSeen }: Entry): boolean {
  return isSeen && !isSettled && !isReturned;
}

/**
 * No run has found the resource in state or is about to create it, and the run that noted the intent did not end cleanly; or the state has
 * another one in its place.
 */
export function isUnrecorded({ isSettled, isReturned, isSeen, isSuperseded }: Entry): boolean {
  return !isSettled && (isReturned ? isSuperseded : !isSeen);
}

/**
 * Tells whether a resource of that collection and time could be mistaken for the result of a request without a response that is still
 * searched for. Evidence of what created it is then needed, even if it is in state.
 */
export function mistakableAmong(entries: readonly Entry[]): (collection: string, moment: number) => boolean {
  const searched = new Map<string, number[]>();
  for (const { collection, at, isSettled, response } of entries)
    if (!isSettled && !response) append(searched, collection, at);
  return (collection, moment) =>
    (searched.get(collection) ?? []).some((sentAt) => Math.abs(moment - sentAt) < AGES.mistakableMs);
}

/** Entries of one or several runs, indexed because a run may have thousands. */
export class Entries {
  private readonly byId = new Map<string, Entry>();
  private readonly byUrn = new Map<string, Entry[]>();
  /** By collection and ID of the resource that was created. */
  private readonly byObject = new Map<string, Entry[]>();

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.add(entry);
  }

  get all(): Entry[] {
    return Array.from(this.byId.values());
  }

  add(entry: Entry): void {
    // A process that was killed while it tidied up may have left an intent in two files.
    if (this.byId.has(entry.id)) return;
    this.byId.set(entry.id, entry);
    append(this.byUrn, entry.urn, entry);
    this.noteResponse(entry);
  }

  /** Must be called when an entry gets its response. */
  noteResponse(entry: Entry): void {
    const { collection, response } = entry;
    if (response?.made !== undefined) append(this.byObject, keyOf(collection, response.made), entry);
  }

  ofUrn(urn: string): readonly Entry[] {
    return this.byUrn.get(urn) ?? [];
  }

  withId(id: string | undefined): Entry | undefined {
    return id === undefined ? undefined : this.byId.get(id);
  }

  thatCreated(collection: string, id: string): readonly Entry[] {
    return this.byObject.get(keyOf(collection, id)) ?? [];
  }

  /** The entries whose requests created this resource. */
  thatCreatedResource({ urn, id, location, intentId }: JournalResource): Entry[] {
    const results = this.ofUrn(urn).filter(({ response }) => isResult(id, response?.made));
    // The resource may have been renamed since.
    const ofObject = location ? this.thatCreated(location.collection, location.ownId) : [];
    return [...results, ...ofObject, ...[this.withId(intentId)].filter((entry) => entry !== undefined)];
  }
}

/** A Pulumi ID ends with the ID in the API. */
function isResult(id: string, made: string | undefined): boolean {
  return made !== undefined && (id === made || id.endsWith(`/${made}`));
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function keyOf(collection: string, id: string): string {
  return `${collection} ${id}`;
}
