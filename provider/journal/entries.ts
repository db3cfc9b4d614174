import { AGES } from "./ages";
import type { JournalResource, KnownRequest, NotedLine, Progress } from "./intent";
import type { BegunLine, JournalLine } from "./lines";

/** A request and its progress. */
export type Entry = KnownProgress & Pick<NotedLine, "run" | "replaced" | "account"> & KnownRequest;

interface KnownProgress extends Progress {
  readonly line: NotedLine;
  /** Nothing remains to be searched for. */
  isSettled: boolean;
  /** This run is about to create the resource. */
  isSeen: boolean;
  /** This run has found another resource in state that has the same URN. */
  isSuperseded: boolean;
}

/**
 * No run has found the resource in state or is about to create it, and the run that noted the intent did not end cleanly; or the state has
 * another one in its place.
 */
export function isUnrecorded({ isSettled, isReturned, isSeen, isSuperseded }: Entry): boolean {
  return !isSettled && (isReturned ? isSuperseded : !isSeen);
}

/** What lines show about intents, indexed because a run may have thousands. */
export class Entries {
  readonly all: Entry[] = [];
  private readonly byId = new Map<string, Entry>();
  private readonly byUrn = new Map<string, Entry[]>();
  /** The creates that have begun and not ended, by run and URN. */
  private readonly begun = new Map<string, BegunLine>();
  /** By collection and ID of the resource that was created. */
  private readonly byObject = new Map<string, Entry[]>();

  /** @param lines in any order: the progress of an intent may be in an older file than its note */
  constructor(
    private readonly run: string,
    lines: readonly JournalLine[],
  ) {
    this.takeAll(lines);
  }

  /** Lines that are known already change nothing. */
  takeAll(lines: readonly JournalLine[]): void {
    const noted = lines.filter((line) => line.does === "note").sort((one, other) => one.at - other.at);
    for (const line of [...noted, ...lines.filter(({ does }) => does !== "note")]) this.take(line);
  }

  take(line: JournalLine): void {
    if (line.does === "begin") this.begun.set(`${line.run} ${line.urn}`, line);
    if (line.does === "end") this.begun.delete(`${line.run} ${line.urn}`);
    const entry = this.byId.get(line.intent);
    // A process that was killed while it tidied up may have left an intent in two files.
    if (line.does === "note" && !entry) this.add(line);
    if (!entry) return;
    if (line.does === "settle") entry.isSettled = true;
    if (line.does === "return") entry.isReturned = true;
    if (line.does === "seen") entry.isSeen ||= line.run === this.run;
    if (line.does !== "answer") return;
    const isKnown = line.made === undefined || line.made === entry.response?.made;
    entry.response = line.made === undefined ? {} : { made: line.made };
    if (!isKnown) append(this.byObject, `${entry.collection} ${line.made}`, entry);
  }

  /** An open intent of the resource, which may have been renamed since. */
  recall(urn: string, line: NotedLine): void {
    this.take(line);
    const entry = this.byId.get(line.intent);
    if (!entry) return;
    entry.isSettled = false;
    entry.isReturned = false;
    if (!this.ofUrn(urn).includes(entry)) append(this.byUrn, urn, entry);
  }

  private add(line: NotedLine): void {
    const progress = { isSettled: false, isReturned: false, mayBeInState: false, isSeen: false, isSuperseded: false };
    const entry: Entry = { ...line, line, id: line.intent, ...progress };
    this.all.push(entry);
    this.byId.set(entry.id, entry);
    append(this.byUrn, entry.urn, entry);
  }

  ofUrn(urn: string): readonly Entry[] {
    return this.byUrn.get(urn) ?? [];
  }

  /** Whether a run was killed here that was creating the resource when the state was written, and had sent nothing for it. */
  hasSentNothing(urn: string, writtenAt: number): boolean {
    const isItsCreate = (one: BegunLine): boolean =>
      one.urn === urn && one.run !== this.run && Math.abs(one.at - writtenAt) <= AGES.begunMs;
    const last = [...this.begun.values()].findLast(isItsCreate);
    return last !== undefined && !this.ofUrn(urn).some(({ run }) => run === last.run);
  }

  /** Whether the line is of a create that a killed run has begun within a day. */
  isOfKilled({ run, urn, at }: BegunLine): boolean {
    return run !== this.run && this.begun.has(`${run} ${urn}`) && Date.now() - at < AGES.actionMs;
  }

  /** Notes of the requests for the resource whose outcome is unknown, but not what the state shows anyway. */
  openLines(urn: string): readonly NotedLine[] {
    const lost = this.ofUrn(urn).filter((one) => one.before && !one.isSettled && one.response?.made === undefined);
    return lost.map(({ line: { account: _account, run: _run, replaced: _replaced, ...line } }) => line);
  }

  withId(id: string | undefined): Entry | undefined {
    return id === undefined ? undefined : this.byId.get(id);
  }

  thatCreated(collection: string, id: string): readonly Entry[] {
    return this.byObject.get(`${collection} ${id}`) ?? [];
  }

  /** The entries whose requests created this resource, which may have been renamed since. */
  thatCreatedResource({ location, intentId }: JournalResource): Entry[] {
    const ofObject = location ? this.thatCreated(location.collection, location.ownId) : [];
    return [...ofObject, ...[this.withId(intentId)].filter((entry) => entry !== undefined)];
  }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
