import type { Intent, OpenIntent, JournalResource } from "./journal";

/** The progress of an intent. */
export interface Entry extends OpenIntent {
  answer?: { readonly made?: string };
  /** Nothing is left to look for. */
  isSettled: boolean;
  isReturned: boolean;
  /** This run has shown the resource, or is about to create it. */
  isSeen: boolean;
  /** The account it was noted for. */
  readonly account?: string | undefined;
  /** What the files show. */
  saved: Progress;
}

interface Progress {
  readonly isSettled: boolean;
  readonly isReturned: boolean;
  readonly isAnswered: boolean;
}

export function progressOf({ isSettled, isReturned, answer }: Omit<Entry, "saved">): Progress {
  return { isSettled, isReturned, isAnswered: answer !== undefined };
}

export function newEntry(intent: Intent & Pick<Entry, "account">, id: string): Entry {
  const entry = { ...intent, intent: id, isSettled: false, isReturned: false, isSeen: false };
  return { ...entry, saved: progressOf(entry) };
}

/** Older versions noted no account. */
export function isOf(account: string | undefined, entry: Entry): boolean {
  return entry.account === undefined || entry.account === account;
}

/** The program has the resource, and the state does not have it yet. */
export function isAwaited({ isSettled, isReturned, isSeen }: Entry): boolean {
  return isSeen && !isSettled && !isReturned;
}

/** No run has shown or awaits it, and its own did not end in an orderly way. */
export function isUnrecorded({ isSettled, isReturned, isSeen }: Entry): boolean {
  return !isSettled && !isReturned && !isSeen;
}

/** Entries of a run, or of several, by what they are looked up by: a run may have thousands. */
export class Entries {
  private readonly byIntent = new Map<string, Entry>();
  private readonly byUrn = new Map<string, Entry[]>();
  /** By collection and id of the object that was made. */
  private readonly byObject = new Map<string, Entry[]>();

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.add(entry);
  }

  get all(): Entry[] {
    return Array.from(this.byIntent.values());
  }

  add(entry: Entry): void {
    // A process that ended while it tidied up may have left an intent in two files.
    if (this.byIntent.has(entry.intent)) return;
    this.byIntent.set(entry.intent, entry);
    append(this.byUrn, entry.urn, entry);
    this.noteAnswer(entry);
  }

  /** To be called when an entry has got its answer. */
  noteAnswer(entry: Entry): void {
    const { collection, answer } = entry;
    if (answer?.made !== undefined) append(this.byObject, keyOf(collection, answer.made), entry);
  }

  of(urn: string): readonly Entry[] {
    return this.byUrn.get(urn) ?? [];
  }

  with(intent: string | undefined): Entry | undefined {
    return intent === undefined ? undefined : this.byIntent.get(intent);
  }

  madeBy(collection: string, id: string): readonly Entry[] {
    return this.byObject.get(keyOf(collection, id)) ?? [];
  }

  /** The entries that led to this resource. */
  leadingTo({ urn, id, collection, intent }: JournalResource): Entry[] {
    const results = this.of(urn).filter(({ answer }) => isResult(id, answer?.made));
    // The resource may have been renamed since.
    const ofObject = collection === undefined ? [] : this.madeBy(collection, id.slice(id.lastIndexOf("/") + 1));
    return [...results, ...ofObject, ...[this.with(intent)].filter((entry) => entry !== undefined)];
  }
}

/** A Pulumi id ends with the object's own. */
function isResult(id: string, made: string | undefined): boolean {
  return made !== undefined && (id === made || id.endsWith(`/${made}`));
}

function append(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = map.get(key);
  if (known) known.push(entry);
  else map.set(key, [entry]);
}

function keyOf(collection: string, id: string): string {
  return `${collection} ${id}`;
}
