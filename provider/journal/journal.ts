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
}

/** An intent of an earlier run whose result, as far as the journal shows, has not reached the state. */
export interface OpenIntent extends Intent {
  /** Identifies the intent. */
  readonly intent: string;
  /** Present once the service has accepted the request; the id or mark of what it made, if the response has one. */
  readonly answer?: { readonly made?: string };
}

/** How to continue with an intent that has been noted. */
export interface Noted {
  /** Identifies the intent; undefined if no journal is kept. */
  readonly intent?: string;
  /** The service has accepted the request. */
  answered(made?: string): Promise<void>;
}

/**
 * The journal of intents of one stack: what this machine was about to make or do at the service, so that a run after a kill
 * knows what to look for. It holds no secrets. See docs/decisions/0015-a-journal-of-intents.md.
 */
export interface Journal {
  /** Notes what is about to be sent; the note is on disk when the promise resolves. Never fails. */
  note(intent: Intent): Promise<Noted>;
  /** What earlier runs started for the resource and are not known to have finished, the oldest first. */
  open(urn: string): readonly OpenIntent[];
  /** The intent led to nothing, or to nothing that must be searched for again. */
  settle(intent: string | undefined): void;
  /** Whether an intent of another resource made the object with this id in the collection. */
  isMadeForAnother(urn: string, collection: string, id: string): boolean;
  /** Whether the journal was already kept at that moment, so that anything this machine made then is noted in it. */
  wasKeptAt(moment: number): boolean;
  /**
   * The engine has shown the resource, or has been given it: the state has it, or will have it when the run ends cleanly.
   * @param intent the intent recorded in the resource's own state
   */
  handedOver(urn: string, id: string, intent?: string): void;
  /** The run ends cleanly: the state has what was handed over. Synchronous, because the process may end right after. */
  close(): void;
}

const NOTHING_NOTED: Noted = {
  answered: () => Promise.resolve(),
};

/** Records nothing and knows nothing. */
export const NO_JOURNAL: Journal = {
  note: () => Promise.resolve(NOTHING_NOTED),
  open: () => [],
  settle: () => undefined,
  isMadeForAnother: () => false,
  wasKeptAt: () => false,
  handedOver: () => undefined,
  close: () => undefined,
};
