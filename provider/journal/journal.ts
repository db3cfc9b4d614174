/** A request that makes or does something, as it is noted before it is sent. */
export interface Intent {
  /** Of the resource that wants it. */
  readonly urn: string;
  /** Path of the collection that the object will be in, or of the action's POST. */
  readonly collection: string;
  /** What the service showed before and what could be mistaken for the result: ids of objects, or an action's marks. */
  readonly before: readonly string[];
  /** Milliseconds of the calendar, since 1970. */
  readonly at: number;
}

/** An intent of an earlier run, of which nothing tells that its result has reached the state. */
export interface OpenIntent extends Intent {
  /** Tells it from all others. */
  readonly intent: string;
  /** Present once the service has taken the request; the id or mark of what it made, where the answer has one. */
  readonly answer?: { readonly made?: string };
}

/** How to go on with an intent that has been noted. */
export interface Noted {
  /** Tells it from all others; undefined where no journal is kept. */
  readonly intent?: string;
  /** The service has taken the request. */
  answered(made?: string): Promise<void>;
}

/**
 * The journal of intents of one stack: what this machine was about to make or do at the service, so that a run after a kill
 * knows what to look for. It holds no secrets. See docs/decisions/0015-a-journal-of-intents.md.
 */
export interface Journal {
  /** Notes what is about to be sent; it is on disk when the promise resolves. Never fails. */
  note(intent: Intent): Promise<Noted>;
  /** What earlier runs have begun for the resource and not been seen to finish, the oldest first. */
  open(urn: string): readonly OpenIntent[];
  /** Nothing has come of the intent, or nothing that has to be looked for again. */
  settle(intent: string | undefined): void;
  /** Ids in the collection that intents of other resources have led to. */
  madeForOthers(urn: string, collection: string): ReadonlySet<string>;
  /** Whether the journal was kept already at that moment, so that what this machine made then is noted in it. */
  wasKeptAt(moment: number): boolean;
  /**
   * The engine has shown the resource, or been given it: the state has it, or will when the run ends in an orderly way.
   * @param intent what the resource's own state remembers
   */
  handedOver(urn: string, id: string, intent?: string): void;
  /** The run ends in an orderly way: the state has what was handed over. Synchronous: the process may end right after. */
  close(): void;
}

const NOTHING_NOTED: Noted = {
  answered: () => Promise.resolve(),
};

/** Keeps nothing and knows nothing. */
export const NO_JOURNAL: Journal = {
  note: () => Promise.resolve(NOTHING_NOTED),
  open: () => [],
  settle: () => undefined,
  madeForOthers: () => new Set(),
  wasKeptAt: () => false,
  handedOver: () => undefined,
  close: () => undefined,
};
