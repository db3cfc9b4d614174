/** A request that makes or does something, as noted before it is sent. */
export interface Intent {
  /** URN of the resource that the request is for. */
  readonly urn: string;
  /** Path of the object's collection, or of the action's POST. */
  readonly collection: string;
  /** What the service showed before that could be mistaken for the result: ids of objects, or an action's marks. */
  readonly before: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The service's own time then, where it is known: what the request made is not older. */
  readonly serviceTime?: number | undefined;
  /** Hashes of the values that identify the object, by argument. */
  readonly identity?: Readonly<Record<string, string>> | undefined;
}

/** An intent of an earlier run whose result no run has shown in the state yet. */
export interface OpenIntent extends Intent {
  /** Identifies the intent. */
  readonly intent: string;
  /** Present once the service has accepted the request; the id or mark of what it made, if the response has one. */
  readonly answer?: { readonly made?: string };
  /** The engine got the result, and the run ended in an orderly way: the state has it, unless it could not be written. */
  readonly isReturned: boolean;
}

/** How to continue with an intent that has been noted. */
export interface Noted {
  /** Identifies the intent; undefined if no journal is kept. */
  readonly intent?: string;
  /** The service has accepted the request. */
  answered(made?: string): Promise<void>;
}

/** A resource as the engine has it. */
export interface JournalResource {
  readonly urn: string;
  /** Its Pulumi id. */
  readonly id: string;
  /** The collection that its object is in. */
  readonly collection?: string | undefined;
  /** The intent that its own state remembers. */
  readonly intent?: string | undefined;
}

/**
 * The journal of intents of one stack: what this machine was about to make or do at the service, so that a run after a kill
 * knows what to look for. It holds no secrets. See docs/decisions/0015-a-journal-of-intents.md.
 */
export interface Journal {
  /** Notes what is about to be sent; the note is on disk when the promise resolves. Never fails. */
  note(intent: Intent): Promise<Noted>;
  /** What earlier runs started for the resource, and no run has shown in the state yet, the oldest first. */
  open(urn: string): readonly OpenIntent[];
  /** The resource is in the program, and not in the state: this run creates it, or a later one does. */
  expected(urn: string): void;
  /**
   * The open intents of all resources that the state probably lacks: no process of this run has shown or expects the resource, and the run that noted
   * the intent did not end in an orderly way. Only those of this account.
   */
  unrecorded(): readonly OpenIntent[];
  /** An earlier run's intent, of which no answer is known, led to the object with this id. */
  explained(intent: string, made: string): void;
  /** The intent led to nothing, or to nothing that must be searched for again. */
  settle(intent: string | undefined): void;
  /** The intents, of whatever resource, that made the object with this id in the collection. */
  madeBy(collection: string, id: string): readonly OpenIntent[];
  /** Whether the journal was already kept at that moment, so that anything this machine made then is noted in it. */
  coversTime(moment: number): boolean;
  /** The engine has shown the resource: the state has it. */
  recorded(resource: JournalResource): void;
  /** The engine gets the resource as a result. The state has it if the run ends cleanly and the state can be written. */
  returned(resource: JournalResource): void;
  /** The run ends cleanly. Synchronous, because the process may end right after. */
  close(): void;
}

/** What needs no intent of its own. */
export const NOTHING_NOTED: Noted = {
  answered: () => Promise.resolve(),
};

/** Records nothing and knows nothing. */
export const NO_JOURNAL: Journal = {
  note: () => Promise.resolve(NOTHING_NOTED),
  open: () => [],
  expected: () => undefined,
  unrecorded: () => [],
  explained: () => undefined,
  settle: () => undefined,
  madeBy: () => [],
  coversTime: () => false,
  recorded: () => undefined,
  returned: () => undefined,
  close: () => undefined,
};
