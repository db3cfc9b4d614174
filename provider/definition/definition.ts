import type { ArgumentType, Failure } from "./types";
import type { Told } from "./described";

/** Property values as they travel between Pulumi, the lifecycle and the wire: camelCase keys, JSON values. */
export type Values = Record<string, unknown>;

/** One request of an in-place change that has its own endpoint: a POST below the object's path. */
export interface Step {
  readonly action: string;
  readonly body?: Values;
  /** The action names a list instead: a PUT changes the one object that is in it. */
  readonly toTheOnlyOne?: true;
  /** Ends the wait after this request; without it, nothing is waited for. */
  readonly until?: (live: Values) => boolean;
}

/** What the resource kind declares about one argument. */
export interface ArgumentRule {
  /** Shape, range and meaning; checked at preview. */
  readonly type: ArgumentType;
  readonly required?: true;
  /**
   * Request bodies that the documents list the field in; `path`: part of the path instead; `origin`: one of the definition's
   * origins and no field at all; `nowhere`: for us, or for steps.
   */
  readonly sentIn?: "create" | "update" | "both" | "path" | "origin" | "nowhere";
  /** A change deletes the object and creates another. */
  readonly replaces?: true;
  /** Path of the catalogue that has the value as an id; looked up where the value is new, and told with the nearest that there is. */
  readonly listedIn?: string;
  /**
   * The catalogue is not read as a whole: `long`, only to suggest a name for what it lacks; `own`, not at all, for objects of the
   * account that may be made in the same run: they are looked up only before a replacement deletes the old object first.
   */
  readonly listing?: "long" | "own";
  /**
   * What the user should know of the catalogue's entry, although the service takes it; said when the value is new.
   * @param before the entry of the value before, where the catalogue has it and is read as a whole
   */
  readonly warnsOfEntry?: (entry: Values, before: Values | undefined) => string | undefined;
  /** Encrypted in the state and never printed. */
  readonly secret?: true;
  /** The service never answers with it: the state keeps what was sent. */
  readonly writeOnly?: true;
  /** The one spelling of a value that is sent and compared. */
  readonly canonical?: ((value: unknown, args: Values) => unknown) & Partial<Told>;
  /** What two canonical values are compared by, when that is less than the value (the order of a set). */
  readonly compareBy?: ((value: unknown) => unknown) & Partial<Told>;
  /** The request must carry the whole object: members that the user left out keep their live value, or what a rule says. */
  readonly mergesIntoLive?: true | (((live: unknown, wanted: unknown) => unknown) & Partial<Told>);
  /** Reads the value from other fields of the answer; `undefined` means "cannot be told now", which is no drift. */
  readonly readFrom?: (live: Values) => unknown;
  /** The service may move its own value later, which is no drift: the state keeps what was asked for. */
  readonly keepsAsked?: true;
  /** What a create that does not name the argument leads to, where it replaces; undefined when that cannot be told. */
  readonly whenLeftOut?: (args: Values) => unknown;
  /** A create that does not name the argument sends what `whenLeftOut` says: a service may have another default. */
  readonly sendsDefault?: true;
  /** It only matters to the create: another value, or none, changes nothing. */
  readonly onlyAtCreate?: true;
  /** Sent when the user removes the argument; without it, removal changes nothing. */
  readonly whenRemoved?: unknown;
  /** The same, where it depends on the object. */
  readonly whenRemovedFrom?: ((live: Values) => unknown) & Told;
  /** In words, where a rule of the definition needs the argument; `always`: wherever it can be given. */
  readonly neededBy?: { readonly what: string; readonly always?: true };
  /** A canonical value that a create leaves out of the body. */
  readonly omittedFromCreate?: unknown;
  /** Changes in place through endpoints of its own, in this order. */
  readonly steps?: (args: Values, live: Values) => readonly Step[];
  /** These endpoints come before the PUT with the other changes: the PUT may need what they do. */
  readonly goesFirst?: true;
  /** With these arguments, these endpoints come after all others: they end what the others would have to begin again. */
  readonly goesLast?: (args: Values) => boolean;
  /** With these arguments, the service does not heed the field in a create: its endpoints follow the create. */
  readonly followsCreate?: (args: Values) => boolean;
  /**
   * Endpoints that the steps use and that the documents only refer to, and what to do on a service that lacks them; `{id}` stands
   * for the object.
   */
  readonly beyondDocuments?: { readonly endpoints: readonly string[]; readonly instead: string };
  /** What is wrong with the value when a create is answered with 404, which names no field. */
  readonly whenNotFound?: string;
  /** What a preview says before such a change. */
  readonly announces?: string;
  /** What the user should know of a value that the service takes; said when it is new, before it is sent. */
  readonly warnsOf?: (wanted: unknown, args: Values) => string | undefined;
  /** Why this change cannot be made at all, and what to do instead; said at preview, refused before any write. */
  readonly refuses?: (wanted: unknown, args: Values) => string | undefined;
}

/** What a create waits for; a kind without it is ready as soon as the service has answered. */
interface WaitRule {
  /** The status that ends the wait of a create with these arguments. */
  readonly created: (args: Values) => string;
  /** Statuses in which nothing is under way. */
  readonly settled: readonly string[];
  /** The status of an object that is being deleted; without it, an object is gone as soon as the service has answered. */
  readonly leaving?: string;
  /** Statuses in which the service takes an update request; waited for before it, and again after it. */
  readonly updatable?: readonly string[];
  /** Statuses in which the service takes a deletion; waited for before it. */
  readonly deletable?: readonly string[];
  /** Statuses that no waiting ends, and what to do about each. */
  readonly stuck?: Readonly<Record<string, string>>;
  /** The requests that lead from a settled status to the created one, when a create was interrupted. */
  readonly resume: (args: Values) => readonly Step[];
}

/** Outputs that the service tells under a path of their own below the object's. */
export interface DetailRule {
  /** Outputs, and the field of the answer that each is read from. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Statuses of the object in which the service tells; in others the state keeps what it has. */
  readonly toldIn: readonly string[];
  /** Encrypted in the state and never printed. */
  readonly secret?: true;
}

/** How an object of this kind is recognised when a create may or may not have happened. */
interface IdentityRule {
  /** Arguments that tell objects apart; all of them must be equal. */
  readonly by: readonly string[];
  /** The service keeps these unique, so a stranger with the same values is a conflict, not a candidate. */
  readonly unique: boolean;
  /** The argument that is generated from the resource's name when the user leaves it out. */
  readonly generated?: string;
  /** Further arguments that the service shows as they were sent: they tell one answer's object from another's of the same looks. */
  readonly shownAsSent?: readonly string[];
  /** A generated name alone does not prove that an object is this stack's: its data could not be made again. */
  readonly isOursOnlyByJournal?: true;
  /**
   * What the service makes of the arguments by the object that the collection is in (the zone of a record); undefined where
   * that object makes no difference and need not be read.
   */
  readonly spelledIn?: (args: Values) => ((parent: Values) => Values) | undefined;
}

/** Another way to create an object: a request that brings most of it from somewhere else. */
export interface Origin {
  /** Names of the arguments that the source brings: rules that ask for them are content without. */
  readonly fills: readonly string[];
  /**
   * Arguments that cannot stand beside it, and why. Where the program gives one of them in its place, it wants an object of that
   * other origin.
   */
  readonly excludes?: Readonly<Record<string, string>>;
  /** The POST that takes the place of the ordinary one; whatever its answer differs in from the arguments follows by update requests. */
  readonly request: (args: Values) => { readonly path: string; readonly body: Values };
  /** The object of the same kind that is copied: its id, and the path of the property that names it. */
  readonly copies?: { readonly path: string; readonly id: (args: Values) => unknown };
  /** What goes on at the source meanwhile; without it, the copy is made when the service has answered. */
  readonly copying?: CopyRule;
  /** Seconds that such a create may take, where the usual ones are not enough. */
  readonly createSec?: number;
}

/** How the service copies an object. */
export interface CopyRule {
  /** The status of the source until its last copy is made. */
  readonly status: string;
  /** So many copies of one source may be made at once. */
  readonly most: number;
}

/** Something that a catalogue's entry must be capable of; what cannot be told of the arguments yet is unknown in them. */
interface Need {
  /** The argument that names the entry. */
  readonly of: string;
  /** As the entry's `capabilities` name it. */
  readonly capability: string;
  /** What needs it, in words: "a VLAN". */
  readonly what: string;
  /** Whether these arguments ask for it. */
  readonly when: (args: Values) => boolean;
}

/** Data that a create sends, after the service has announced an object for it and told an address that waits for the data. */
export interface ContentRule {
  /** The argument that says where the data is; a create without it is an ordinary one. */
  readonly from: string;
  /** The argument that tells one content from another. What the user leaves out is computed: SHA-256 of the data, as it is given. */
  readonly hash: string;
  /** The POST that announces. */
  readonly announce: (args: Values) => { readonly path: string; readonly body: Values };
  /** Fields of its answer: the object, and the address, which is a secret. */
  readonly object: string;
  readonly address: string;
  /** The status in which the object waits for its data. */
  readonly awaiting: string;
  /** Most bytes that may be sent, compressed by gzip. */
  readonly mostBytes: number;
}

/** What the ids of a kind's objects are like. A path is only ever built from an id that is like this. */
export interface IdRule {
  readonly type: ArgumentType;
  /** One of them, as messages show it. */
  readonly example: string;
}

/** Seconds that each operation may take, unless `customTimeouts` says otherwise. */
interface Deadlines {
  readonly createSec: number;
  readonly updateSec: number;
  readonly deleteSec: number;
}

/** Everything that the engine needs to know about a resource kind. */
export interface Definition {
  /** Class name and last part of the type token. */
  readonly kind: string;
  /** In words, for messages: "instance", "domain record". */
  readonly noun: string;
  /** Where the documents describe it. */
  readonly source: string;
  /** Path of the collection, with `compute` where the brand stands and `{name}` for path arguments. */
  readonly collection: string;
  /** Numbers, where nothing else is said. */
  readonly ids?: IdRule;
  readonly args: Readonly<Record<string, ArgumentRule>>;
  /** Fields of the answer that are null for no object: one that shows null there is not believed. */
  readonly alwaysTold?: readonly string[];
  /** Outputs that only the service sets, and the field of its answer that each is read from. */
  readonly computed: Readonly<Record<string, string>>;
  /** Those of them that are encrypted in the state. */
  readonly secretComputed?: readonly string[];
  /**
   * Outputs that a change in place leaves as they are unless it changes one of these arguments: a preview shows their live values.
   * An output that is not named may be moved by any change. An argument stands here for its value where the program leaves it out;
   * that a change of the argument itself moves it goes without saying.
   */
  readonly movedBy?: Readonly<Record<string, readonly string[]>>;
  /** Outputs with paths of their own, by the path's last part. */
  readonly details?: Readonly<Record<string, DetailRule>>;
  /** Rules across several arguments; unknown arguments are absent from `known`. */
  readonly rules: readonly ((known: Values, isGiven: (name: string) => boolean) => readonly Failure[])[];
  /** What is allowed and yet hardly wanted, or known to be refused; said at preview when it is new. */
  readonly warnings?: (known: Values, isGiven: (name: string) => boolean) => readonly Failure[];
  /** What the region, or whatever else is listed, must be capable of; checked at preview where it is new. */
  readonly needs?: readonly Need[];
  readonly identity: IdentityRule;
  /**
   * By name of the argument that asks for it; at most one can be given. It only matters to the create: another value replaces
   * the object, taking it away changes nothing.
   */
  readonly origins?: Readonly<Record<string, Origin>>;
  /** Data that a create may send beside its requests. */
  readonly content?: ContentRule;
  /** What a refusal of the create says that will pass: it is sent again until the deadline. */
  readonly createWaitsOut?: RegExp;
  /** Why the object with this id can be read but neither imported nor changed; undefined for one that can. */
  readonly cannotManage?: (id: string) => string | undefined;
  readonly wait?: WaitRule;
  readonly deadlines: Deadlines;
  /** The old object must be gone before the new one can exist. */
  readonly deleteBeforeReplace?: true;
}

/** Names of a definition's arguments that force a replacement. */
export function replacingArguments(definition: Definition): string[] {
  return Object.keys(definition.args).filter((name) => definition.args[name]?.replaces);
}

/** Names of the outputs that only paths of their own tell. */
export function detailOutputs(
  { details = {} }: Definition,
  isListed: (rule: DetailRule) => boolean = () => true,
): string[] {
  return Object.values(details).flatMap((rule) => (isListed(rule) ? Object.keys(rule.outputs) : []));
}

/** Names of everything that is encrypted in the state and never printed. */
export function secretOutputs(definition: Definition): string[] {
  const given = Object.keys(definition.args).filter((name) => definition.args[name]?.secret);
  const told = definition.secretComputed ?? [];
  return [...given, ...told, ...detailOutputs(definition, ({ secret }) => secret === true)];
}

/** The argument, or what the service makes of its absence; undefined when that cannot be told. */
export function effectiveValue(definition: Definition, name: string, args: Values): unknown {
  return args[name] ?? definition.args[name]?.whenLeftOut?.(args);
}

/** What the user's removal of the argument asks for; undefined where that is nothing. */
export function valueWhenRemoved(rule: ArgumentRule | undefined, live: Values): unknown {
  return rule?.whenRemovedFrom?.(live) ?? rule?.whenRemoved;
}
