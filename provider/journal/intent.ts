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

/** A pending operation of the state: what existed before is unknown, and `at` is the time at which the state was written last. */
interface PendingRequest extends Omit<Intent, "before"> {
  readonly before?: undefined;
  /** The run that read the state may have written it before, so that time shows nothing. */
  readonly mayBeOlder?: true | undefined;
}

/** What is known of a request of which the outcome is not: its journal's note, or what the state shows. */
export type KnownRequest = Intent | PendingRequest;

/** A known request as a journal file has it. */
export type NotedLine = KnownRequest & {
  readonly does: "note";
  readonly intent: string;
  /** Distinguishes accounts of the same API. */
  readonly account?: string | undefined;
  readonly run?: string | undefined;
  /** Distinguishes commands whose results nothing records. */
  readonly command?: string | undefined;
  /** ID of what the state had for the URN before the request, in the collection of the intent: it cannot be the result. */
  readonly replaced?: string | undefined;
};

/** A request of an earlier run whose result no run has found in state yet. */
export type OpenIntent = KnownRequest & Readonly<Progress>;

/** What became of a request, as far as the journal shows it. */
export interface Progress {
  /** Identifies the intent. */
  id: string;
  /** Set once the API has accepted the request, with the ID or marker of the result if the response contains one. */
  response?: { readonly made?: string };
  /** The engine got the result, and the run ended cleanly, so the result is in state unless state could not be written. */
  isReturned: boolean;
  /** This run has found an object in the state, in the place of the resource, that may be the result. */
  mayBeInState: boolean;
}

/** A create that was in progress when an update was killed, as the state has it, or an update, which may create parts. */
interface PendingCreate extends Pick<PendingRequest, "at" | "mayBeOlder"> {
  readonly isUpdate?: boolean;
  /** Checked inputs, with `UNKNOWN` for encrypted values. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What a pending create asks the service for; undefined if that is nothing that the resource of the program could have. */
export type RequestOf = (create: PendingCreate) => Promise<KnownRequest | undefined>;

/** What the state of the stack shows, in which other machines may have worked. */
export interface StackInState {
  pendingCreates(urn: string): readonly PendingCreate[];
  /** Whether a resource manages the object, in this account if that is known. */
  manages(key: string, account: string | undefined): boolean;
}

/** A resource as the engine passes it to the provider. */
export interface JournalResource {
  readonly urn: string;
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
