/** A request that creates something or runs an action, as noted before it is sent. */
export interface Intent {
  /** URN of the resource that the request is for. */
  readonly urn: string;
  /** Path of the resource's collection, or of the action's POST. */
  readonly collection: string;
  /** What the API already showed that could be mistaken for the result: IDs, or an action's markers. */
  readonly before: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How old the list was then that `before` is from. */
  readonly listAgeMs?: number | undefined;
  /** The time on the API's own clock then, if known: nothing that the request created is older. */
  readonly serviceTime?: number | undefined;
  /** Hashes of the values that identify the resource, by input. */
  readonly identity?: Readonly<Record<string, string>> | undefined;
  /** ID of the account, if the service shows it. */
  readonly accountId?: string | undefined;
  /** The same of other inputs that were sent. */
  readonly sent?: Readonly<Record<string, string>> | undefined;
}

/**
 * An intent, or a pending operation of the state: of that, what existed before is unknown, and `at` is the time at which the state was
 * written last.
 */
export interface KnownRequest extends Omit<Intent, "before"> {
  readonly before?: Intent["before"] | undefined;
  /** The run that read the state may have written it before, so that time shows nothing. */
  readonly mayBeOlder?: true | undefined;
}

/** An intent as a journal file has it. */
export interface NotedLine extends KnownRequest {
  readonly does: "note";
  readonly intent: string;
  /** Distinguishes accounts of the same API. */
  readonly account?: string | undefined;
  readonly run?: string | undefined;
  /** ID of what the state had for the URN before the request, in the collection of the intent: it cannot be the result. */
  readonly replaced?: string | undefined;
  readonly heir?: string | undefined;
}

/** An intent of an earlier run whose result no run has found in state yet. */
export interface OpenIntent extends KnownRequest {
  /** Identifies the intent. */
  readonly id: string;
  /** Set if another stack noted it, which may have been renamed to this one: URN that the resource would have here. */
  readonly heir?: string | undefined;
  /** Set once the API has accepted the request, with the ID or marker of the result if the response contains one. */
  readonly response?: { readonly made?: string };
  /** The engine got the result, and the run ended cleanly, so the result is in state unless state could not be written. */
  readonly isReturned: boolean;
  /** This run has found an object in the state, in the place of the resource, that may be the result. */
  readonly mayBeInState: boolean;
}

/** A create that was in progress when an update was killed, as the state has it. */
interface PendingCreate {
  /** Checked inputs, with `UNKNOWN` for encrypted values. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** When the state was written last, in milliseconds since 1970: the create began before. */
  readonly at: number;
  readonly mayBeOlder?: true;
}

/** What the state of the stack shows, in which other machines may have worked. */
export interface StackInState {
  pendingCreates(urn: string): readonly PendingCreate[];
  /** Whether a resource manages the object, in this account if that is known. */
  manages(key: string, account: string | undefined): boolean;
}

/** An intent that has been noted. */
export interface Noted {
  /** Identifies the intent; undefined if no journal is kept. */
  readonly id?: string;
  /** Notes that the API has accepted the request. */
  noteResponse(made?: string): Promise<void>;
}

/** A resource as the engine passes it to the provider. */
export interface JournalResource {
  readonly urn: string;
  /** Its Pulumi ID. */
  readonly id: string;
  /** Its cloud resource: the collection's path, and the ID in it. */
  readonly location?: { readonly collection: string; readonly ownId: string } | undefined;
  /** When the API says that it was created, in milliseconds since 1970; NaN if unknown. */
  readonly created?: number | undefined;
  /** ID of the intent, as stored in its state. */
  readonly intentId?: string | undefined;
}

/** A resource, and the remote objects that it manages, by their keys in `RunMemory`. */
export interface Owner {
  /** Undefined if the resource is in state, but this run has not found it in the program. */
  readonly urn?: string | undefined;
  readonly keys: readonly string[];
  /** ID of the account, if the service shows it. */
  readonly account?: string | undefined;
}

/**
 * The journal of one stack: what this machine was about to create or start, so that an update after an interrupted one can find it.
 * It contains no secrets. Here, a run is one preview, update, refresh or destroy. See docs/decisions/0004-creating-exactly-once.md.
 */
export interface Journal {
  /** Notes what is about to be sent; the note is on disk when the promise resolves. Never fails. */
  note(intent: Intent): Promise<Noted>;
  /** Intents of earlier runs for the resource whose results no run has found in state yet, the oldest first. */
  openIntents(urn: string | undefined): readonly OpenIntent[];
  /** What is known of those and of this run's, for the state. */
  openLines(urn: string): readonly NotedLine[];
  /** Takes what the resource's state shows of its lost creates, which nothing has settled for good as long as it does. */
  recall(urn: string, lines: readonly NotedLine[]): Promise<void>;
  /**
   * Notes what killed updates, perhaps on other machines, were creating for the resource, unless this journal shows it. Reads the pending
   * operations of the state, once.
   */
  recallPending(urn: string, requestOf: (create: PendingCreate) => Promise<KnownRequest | undefined>): Promise<void>;
  /** Notes that the resource is in the program but not in state, so that this run or a later one creates it. */
  noteExpected(urn: string): void;
  /** Notes which object an open intent of the resource led to. */
  noteResult(id: string | undefined, made: string): void;
  /** Whether a resource in the state manages the object, as far as the state was read to recall something. */
  isRecorded(key: string, account: string | undefined): boolean;
  /**
   * The open intents of this account whose resources are probably missing from state: no process of this run has found the resource
   * in state or expects it, and the run that noted the intent did not end cleanly; or the state has another resource in its place.
   */
  unrecordedIntents(): readonly OpenIntent[];
  /** Notes that the intent created nothing, or nothing that must be searched for again. */
  settle(id: string | undefined): void;
  /**
   * The intents, of any Pulumi resource, that created the cloud resource with this ID in the collection. Those of resources that were found
   * in state are among them while they could be mistaken for the result of an intent without a response.
   */
  intentsThatCreated(collection: string, id: string): readonly OpenIntent[];
  /** Notes which objects a resource manages, for the other processes of this run: each provider has its own. */
  noteOwner(owner: Owner): void;
  /** The resources for which other processes of this run have noted the object, in this account if it is known. */
  ownersOf(key: string, account: string | undefined): readonly Owner[];
  /** Notes that the resource is in state, because the engine has passed it to the provider. */
  noteInState(resource: JournalResource): void;
  /** Notes that the engine gets the resource as a result. It is in state if the run ends cleanly and state can be written. */
  noteReturned(resource: JournalResource): void;
  /** Must be called when the run ends cleanly. Synchronous, because the process may exit right after. */
  close(): void;
}

/** For a request that needs no intent of its own. */
export const NOTHING_NOTED: Noted = { noteResponse: () => Promise.resolve() };
