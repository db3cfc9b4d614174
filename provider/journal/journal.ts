import { createHash, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { AGES, canHaveRunAt } from "./ages";
import { Entries, isUnrecorded } from "./entries";
import type { Entry } from "./entries";
import { JournalFiles } from "./files";
import type { ProcessFile } from "./files";
import type { Intent, JournalResource, NotedLine, OpenIntent, Owner, RequestOf, StackInState } from "./intent";
import type { JournalLine, OwnedLine } from "./lines";

/** More files of earlier runs are merged. A run that creates something leaves one, until a later run finds the result in state. */
const MAX_FILES = 4;

export interface JournalOptions {
  /** Called once if the journal cannot be read or written, after which the run continues without one; and for each damaged file. */
  readonly onProblem: (message: string) => void;
  /** Distinguishes accounts of the same API, which do not show each other's resources. */
  readonly account?: string | undefined;
  /** The same for all processes of one run. */
  readonly run?: string | undefined;
  /** What this process tells the others of its run, of whatever stack: what a resource has recorded may name one that was renamed since. */
  readonly ofRun?: JournalFiles | undefined;
  /** If there is no state: what distinguishes the command. Only its own creates are known, and nothing of them once it has ended cleanly. */
  readonly command?: string | undefined;
  /** Reads the state of the stack; undefined if that is not possible. */
  readonly readStack?: () => Promise<StackInState | undefined>;
}

/**
 * The journal of one stack: what this machine was about to create or start, so that an update after an interrupted one can find it.
 * It contains no secrets. Here, a run is one preview, update, refresh or destroy. Each process appends what it notes to its own file at once.
 * When a run ends cleanly, it keeps only what may still be needed: not the intents whose results it has found in state or that led to
 * nothing. See docs/decisions/0004-creating-exactly-once.md.
 */
export class Journal {
  private readonly files: JournalFiles;
  private readonly ofRun: JournalFiles;
  private readonly run: string;
  private known: Entries | undefined;
  /** Written when the run ends cleanly. */
  private readonly returned: JournalLine[] = [];
  private readonly notedHere = new Set<string>();
  /** By URN, what this process has found in state. */
  private readonly inState = new Map<string, JournalResource["location"]>();
  private isBroken: boolean;
  private isReadOnly = false;
  private stack: Promise<StackInState | undefined> | undefined;

  /** @param directory without one, the journal ends with the process */
  constructor(
    private readonly directory: string | undefined,
    private readonly options: JournalOptions = { onProblem: () => undefined },
  ) {
    this.files = new JournalFiles(directory ?? "");
    this.run = options.run ?? newId();
    this.ofRun = options.ofRun ?? JournalFiles.ofRun(directory ?? "", this.run);
    this.isBroken = directory === undefined;
  }

  /** From now on, it shows what it has on disk in view of this state, and writes nothing. */
  showFor(stack: StackInState): this {
    this.stack = Promise.resolve(stack);
    this.isReadOnly = true;
    return this;
  }

  /** Notes that the create of a resource begins, before it does anything, or has ended. */
  noteCreate(does: "begin" | "end", urn: string, at: number): void {
    this.write({ does, intent: "", urn, run: this.run, at });
  }

  /** Notes what is about to be sent, and returns the ID of the intent; the note is on disk when the promise resolves. Never fails. */
  async note(intent: Intent): Promise<string> {
    const { account, command } = this.options;
    const id = newId();
    this.notedHere.add(id);
    const had = this.inState.get(intent.urn);
    const replaced = had?.collection === intent.collection ? { replaced: had.ownId } : {};
    await this.writeToDisk({ does: "note", ...intent, ...replaced, account, run: this.run, command, intent: id });
    return id;
  }

  /** Notes, on disk, that the API has accepted the request, and the ID or marker of its result if that is known. */
  async noteResult(intent: string | undefined, made?: string): Promise<void> {
    if (intent !== undefined) await this.writeToDisk({ does: "answer", intent, made });
  }

  /** Intents of earlier runs for the resource whose results no run has found in state yet, the oldest first. */
  openIntents(urn = ""): readonly OpenIntent[] {
    return this.entries()
      .ofUrn(urn)
      .filter(({ id, isSettled }) => !this.notedHere.has(id) && !isSettled);
  }

  /** Makes an intent of this process one of those: the engine may ask for the resource again in the same run. */
  leaveOpen(intent = ""): void {
    this.notedHere.delete(intent);
  }

  /** What is known of those and of this run's, for the state. */
  openLines(urn: string): readonly NotedLine[] {
    return this.entries().openLines(urn);
  }

  /** Takes what the resource's state shows of its lost creates, which nothing has settled for good as long as it does. */
  async recall(urn: string, lines: readonly NotedLine[]): Promise<void> {
    await this.stackInState();
    for (const line of lines) this.entries().recall(urn, line);
    this.noteExpected(urn);
  }

  /**
   * Notes what killed updates, perhaps on other machines, were creating for the resource, unless this journal shows it. Reads the pending
   * operations of the state, once.
   */
  async recallPending(urn: string, requestOf: RequestOf): Promise<void> {
    const shown = await this.stackInState();
    if (!shown) return;
    const lines: NotedLine[] = [];
    const creates = shown.pendingCreates(urn);
    const [only, ...more] = creates;
    const isOpen = only && (more.length > 0 || !this.entries().hasSentNothing(urn, only.at));
    // The engine puts the new ones first.
    for (const [index, create] of isOpen ? [...creates].reverse().entries() : []) {
      // Hidden inputs depend on who reads the state.
      const inputs = Object.entries(create.inputs).filter(([name]) => !name.startsWith("__"));
      const digest = createHash("sha256")
        .update(JSON.stringify([urn, inputs, index]))
        .digest("hex");
      const request = await requestOf(create);
      if (request) lines.push({ does: "note", ...request, intent: digest.slice(0, 16) });
    }
    const known = this.entries().ofUrn(urn);
    // Somebody has removed the operation from the state.
    for (const { id, before } of known)
      if (before === undefined && !lines.some(({ intent }) => intent === id)) this.settle(id);
    this.write(...lines.filter((line) => !known.some((one) => one.id === line.intent || isOfPending(one, line))));
  }

  /** Notes that the resource is in the program but not in state, so that this run or a later one creates it. */
  noteExpected(urn: string): void {
    for (const { id } of this.entries().ofUrn(urn).filter(isUnrecorded))
      this.write({ does: "seen", intent: id, run: this.run });
  }

  /** Tells of an object's key whether a resource in the state manages it; undefined if the state cannot be read. */
  async recorded(account: string | undefined): Promise<(key: string) => boolean | undefined> {
    const stack = await this.stackInState();
    return (key) => stack?.manages(key, account);
  }

  /**
   * The open intents of this account whose resources are probably missing from state: no process of this run has found the resource
   * in state or expects it, and the run that noted the intent did not end cleanly; or the state has another resource in its place.
   */
  unrecordedIntents(): readonly OpenIntent[] {
    const all = this.readAll();
    // What the other processes of this run have noted: they report their own intents.
    this.entries().takeAll(this.ofCommand(all.filter(({ isOwn }) => !isOwn)));
    // An intent that is no longer in any file was settled by another process.
    const onDisk = new Entries(this.run, linesOf(all));
    const isLeft = (one: Entry): boolean => one.run !== this.run && isUnrecorded(one) && !!onDisk.withId(one.id);
    return this.entries().all.filter((one) => isLeft(one) && isOfAccount(one, this.options.account));
  }

  /** Notes that the intent created nothing, or nothing that must be searched for again. */
  settle(intent: string | undefined): void {
    const entry = this.entries().withId(intent);
    if (entry && !entry.isSettled) this.write({ does: "settle", intent: entry.id });
  }

  /** After an import, the user has chosen the remote resource, so intents without a response need no search. */
  settleAmbiguous(urn: string | undefined): void {
    for (const { id, response } of this.openIntents(urn)) if (!response) this.settle(id);
  }

  /**
   * The intents, of any Pulumi resource, that created the cloud resource with this ID in the collection, until a run has found it in state.
   */
  intentsThatCreated(collection: string, id: string): readonly OpenIntent[] {
    return this.entries().thatCreated(collection, id);
  }

  /** Notes which objects a resource manages, for the other processes of this run: each provider has its own. */
  noteOwner(owner: Owner): void {
    // Of a failure, the first request to be noted reports.
    this.unlessBroken(() => this.ofRun.append([{ does: "own", intent: "", run: this.run, ...owner }]));
  }

  /** The resources for which other processes of this run have noted the object, in this account if it is known. */
  ownersOf(key: string, account: string | undefined): readonly Owner[] {
    return this.readAll(this.ofRun).flatMap(({ isOwn, lines }) => {
      const owned = lines.filter((line): line is OwnedLine => !isOwn && line.does === "own");
      // The last line about a resource counts.
      const latest = new Map(owned.map((owner) => [owner.urn ?? owner, owner]));
      return Array.from(latest.values()).filter((one) => one.keys.includes(key) && isOfAccount(one, account));
    });
  }

  /** Notes that the resource is in state, because the engine has passed it to the provider. */
  noteInState(resource: JournalResource): void {
    const { urn, created = Number.NaN, location } = resource;
    this.inState.set(urn, location);
    for (const { id } of this.entries().thatCreatedResource(resource)) this.settle(id);
    for (const entry of this.entries().ofUrn(urn)) {
      const { response, isReturned, isSettled, collection, replaced } = entry;
      entry.isSuperseded = isReturned && !isSettled && response?.made !== undefined;
      const isOther = collection !== location?.collection || replaced === location.ownId;
      entry.mayBeInState ||= !response && !isOther && canHaveRunAt(entry, created);
    }
  }

  /** Notes that the engine gets the resource as a result. It is in state if the run ends cleanly and state can be written. */
  noteReturned(resource: JournalResource): void {
    const does = this.options.command === undefined ? "return" : "settle";
    // Its create has taken what it wanted of earlier results.
    for (const entry of this.entries().ofUrn(resource.urn)) entry.isSeen = false;
    for (const entry of this.entries().thatCreatedResource(resource)) {
      if (!entry.isReturned && !entry.isSettled) this.returned.push({ does, intent: entry.id });
      entry.isReturned = true;
    }
  }

  /** Must be called when the run ends cleanly. Synchronous, because the process may exit right after. */
  close(): void {
    // A failure is harmless: what remains in the files is only searched for again.
    this.unlessBroken(() => this.tidy());
  }

  /** Reads the state once, also if several resources need it at the same time. */
  private async stackInState(): Promise<StackInState | undefined> {
    return (this.stack ??= this.options.readStack?.());
  }

  /** The intents of earlier runs and of this process. The files are read when this is first called. */
  private entries(): Entries {
    if (this.known) return this.known;
    const all = this.readAll();
    this.known = new Entries(this.run, this.ofCommand(all));
    for (const { path, damaged } of all.filter((file) => file.damaged > 0))
      this.options.onProblem(
        `Line ${damaged} of the journal file ${path} is damaged. Run \`npx pulumi-compute drift\` to list unmanaged resources, which an ` +
          "interrupted update may have created. The rest of the file is used. To stop this warning, delete the line.",
      );
    return this.known;
  }

  private ofCommand(files: readonly ProcessFile[]): JournalLine[] {
    return linesOf(files).filter((line) => line.does !== "note" || line.command === this.options.command);
  }

  private readAll(files = this.files): readonly ProcessFile[] {
    return this.unlessBroken(() => files.read(), "read") ?? [];
  }

  /** Does not wait for the disk. */
  private write(...lines: readonly JournalLine[]): void {
    for (const line of lines) this.entries().take(line);
    if (!this.isReadOnly) this.unlessBroken(() => this.files.append(lines), "written");
  }

  private async writeToDisk(line: JournalLine): Promise<void> {
    this.write(line);
    if (!this.isBroken) await this.files.flush().catch((error: unknown) => this.continueWithout("written", error));
  }

  /** @param how what a failure is reported as; without it, nothing depends on the work */
  private unlessBroken<Result>(work: () => Result, how?: "read" | "written"): Result | undefined {
    try {
      return this.isBroken ? undefined : work();
    } catch (error) {
      if (how) this.continueWithout(how, error);
      return undefined;
    }
  }

  private continueWithout(how: "read" | "written", error: unknown): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.options.onProblem(
      `The journal in ${this.directory} cannot be ${how}: ${(error as Error).message}. Set COMPUTE_JOURNAL to a writable directory. ` +
        "Without a journal, the next update cannot find resources that an interrupted update created.",
    );
  }

  private tidy(): void {
    this.ofRun.removeOthers();
    // Reports damaged lines, which are not moved.
    this.entries();
    this.files.append(this.returned.splice(0));
    const all = this.files.read();
    const isForRun = ({ does, run }: JournalLine): boolean => does === "seen" && run === this.run;
    const staying = all.filter(({ isInUse, lines }) => isInUse || lines.some(isForRun));
    const others = all.filter((file) => !staying.includes(file));
    const kept = new Entries(this.run, linesOf(staying));
    const intents = new Entries(this.run, linesOf(all));
    const isNeeded = (line: JournalLine): boolean => {
      if (line.does === "begin" || line.does === "end") return intents.isOfKilled(line);
      const entry = intents.withId(line.intent);
      if (!entry || line.does === "seen") return false;
      const { isSettled, isReturned, at } = entry;
      return (
        kept.withId(line.intent) !== undefined || (!isSettled && (!isReturned || Date.now() - at <= AGES.returnedMs))
      );
    };
    const untidy = others.filter(({ lines }) => lines.length === 0 || !lines.every(isNeeded));
    const moved = others.length > MAX_FILES ? others : untidy;
    if (moved.length > 0) this.files.replace(moved, linesOf(moved).filter(isNeeded));
  }
}

/** Whether this journal has noted the request of the pending operation, as far as it knows no result that is in the state. */
function isOfPending({ before, response, ...entry }: Entry, pending: NotedLine): boolean {
  const isOver = entry.isReturned || (entry.isSettled && response !== undefined);
  if (before === undefined || isOver || !canHaveRunAt(pending, entry.at)) return false;
  return entry.collection === pending.collection && isDeepStrictEqual(entry.identity, pending.identity);
}

function newId(): string {
  return randomBytes(8).toString("hex");
}

/** What names no account may be of any. */
function isOfAccount(one: { readonly account?: string | undefined }, account: string | undefined): boolean {
  return one.account === undefined || account === undefined || one.account === account;
}

function linesOf(files: readonly ProcessFile[]): JournalLine[] {
  return files.flatMap(({ lines }) => lines);
}
