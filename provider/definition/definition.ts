import type { ArgumentRule } from "./argument";
import type { CreationRule } from "./creation";
import type { IdRule, IdentityRule } from "./identity";
import type { OutputRules } from "./outputs";
import type { StatusRule } from "./status";
import type { Failure } from "./types";
import type { Values } from "./values";

/**
 * Everything that the lifecycle needs to know about a resource kind. A kind is declared with the interfaces of its arguments and its
 * state, so that a forgotten argument, an output without a source or a misspelt name does not compile (`define`); the lifecycle works
 * with any kind, and so without these types.
 */
export interface Definition<Args extends object = Values, State extends object = Values> {
  /** Class name and last part of the type token. */
  readonly kind: string;
  /** For messages: "instance", "domain record". */
  readonly noun: string;
  /** The section of the public reference that describes it. */
  readonly describedIn: string;
  /** Path of the collection, with `compute` in place of the brand and `{name}` for path arguments. */
  readonly collection: string;
  /** What the ids of its objects look like; numbers by default. */
  readonly ids?: IdRule;
  /** One rule for each argument. */
  readonly args: { readonly [K in keyof Required<Args>]: ArgumentRule<NonNullable<Args[K]>, Args> };
  /** Where the outputs that are not arguments come from, and which of all outputs a change does not affect. */
  readonly outputs: OutputRules<Args, State>;
  /** Checks across several arguments. */
  readonly checks?: CheckRules<Args>;
  /** How an object is recognised when a create may or may not have happened. */
  readonly identity: IdentityRule<Args>;
  /** How a create of this kind differs from one POST. */
  readonly creation?: CreationRule<Args>;
  /** What an operation waits for; without it, an object is ready, or gone, as soon as the service has answered. */
  readonly status?: StatusRule<Args>;
  /** Seconds that each operation may take, unless `customTimeouts` says otherwise. */
  readonly deadlines: { readonly createSec: number; readonly updateSec: number; readonly deleteSec: number };
}

/**
 * A rule across several arguments, or members of one.
 * @param known what is known and valid by itself; the rest is absent, in objects and in arrays of objects, too
 * @param isGiven whether there is a value at a path, be it unknown or invalid
 * @param isCertain the same, but for what is unknown and may turn out to be left out
 */
export type CrossRule<Args extends object = Values> = (
  known: Partial<Args>,
  isGiven: (path: PathIn<Args>) => boolean,
  isCertain: (path: PathIn<Args>) => boolean,
) => readonly Failure[];

/** The name of an argument, or the path of a member in it: `interfaces[0].label`. */
export type PathIn<Args extends object> = (keyof Args & string) | `${keyof Args & string}${"." | "["}${string}`;

interface CheckRules<Args extends object> {
  readonly rules?: readonly CrossRule<Args>[];
  /** What is allowed but hardly intended, or known to be refused by the service; shown in the preview when it is new. */
  readonly warnings?: CrossRule<Args>;
  /** What the region, or another catalogue entry, must be capable of; checked in the preview when the entry is new. */
  readonly capabilities?: readonly CapabilityRule<Args>[];
}

/** Something that a catalogue entry must be capable of; arguments that are not known yet are passed as unknown. */
interface CapabilityRule<Args extends object> {
  /** The argument that names the entry. */
  readonly of: keyof Args & string;
  /** As named in the entry's `capabilities`. */
  readonly capability: string;
  /** What needs it, for messages: "a VLAN". */
  readonly what: string;
  /** Whether these arguments ask for it. */
  readonly when: (args: Partial<Args>) => boolean;
}

/** Declares a kind. The one place where the types of its arguments are dropped: the lifecycle treats all kinds alike. */
export function define<Args extends object, State extends object>(definition: Definition<Args, State>): Definition {
  return definition as unknown as Definition;
}

/** Names of a definition's arguments that force a replacement. */
export function replacingArguments(definition: Definition): string[] {
  return Object.keys(definition.args).filter((name) => definition.args[name]?.change?.replaces);
}

/** Names of everything that is encrypted in the state and never printed. */
export function secretOutputs(definition: Definition): string[] {
  const given = Object.keys(definition.args).filter((name) => definition.args[name]?.secret);
  const answered = Object.entries(definition.outputs.from).filter(([, { secret }]) => secret);
  return [...given, ...answered.map(([name]) => name)];
}

/** The argument, or the value that the service uses in its absence; undefined if that is not known. */
export function effectiveValue(definition: Definition, name: string, args: Values): unknown {
  return args[name] ?? definition.args[name]?.serverDefault?.value(args);
}

/** What to send when the user removes the argument; undefined for nothing. */
export function valueWhenRemoved(rule: ArgumentRule | undefined, live: Values): unknown {
  const sends = rule?.removal?.sends;
  return typeof sends === "function" ? (sends as (live: Values) => unknown)(live) : sends;
}

/** An object that must have a certain status before an action begins, or that is waited for afterwards. */
export interface Subject {
  /** For messages: "database". */
  readonly noun: string;
  /** Path of its collection; `{name}` stands for an argument. */
  readonly collection: string;
  /** The argument that holds its id; `id` is the id of the object that the action makes. */
  readonly id: string;
  /** Statuses that end the wait. */
  readonly ready: readonly string[];
  /** Statuses that do not end by waiting, and what to say about each. */
  readonly terminal?: Readonly<Record<string, string>>;
}

/**
 * What the service shows once the action has been run. It is read before the request, and again when the response does not
 * say enough: a marker that is there now and was not there before comes from the request.
 */
export interface ActionEvidence<Args extends object = Values> {
  /** Where to look; `{name}` stands for an argument. */
  readonly path: string;
  /** The path leads to a list of several pages; `markers` gets all of it as `data`. */
  readonly isList?: true;
  /** What in the answer this action may have left: ids of objects, a status, … */
  readonly markers: (answer: Values, args: Partial<Args>) => readonly string[];
  /** All markers, including those that look like someone else's; the first new one is ours if the request was certainly accepted. */
  readonly anyMarkers?: (answer: Values) => readonly string[];
  /** What a new marker shows: the id of the object that was made, the end of the action, or only its beginning. */
  readonly shows: "object" | "end" | "beginning";
  /** The markers are secret: only a one-way hash of them is kept. */
  readonly isSecret?: true;
}

/** The objects that an action makes: what is needed to list all of them. */
interface Makes {
  /** All existing ones, whoever asked for them, from a response at the path of the evidence. */
  readonly objects: (answer: Values) => readonly Values[];
  /** Statuses of the object they belong to in which there are none, although the service does not say so. */
  readonly noneWhile?: readonly string[];
}

/** How an action is run. */
interface Action<Args extends object> {
  /** For messages, after "The request to": "take the snapshot". */
  readonly doing: string;
  /** The object that no two actions of a run may work on at once: a path with arguments. */
  readonly lockKey: string;
  readonly before: readonly Subject[];
  /** While the first subject has one of these statuses it may refuse more requests; the action waits until that is over. */
  readonly queuesWhile?: readonly string[];
  /** Body of the POST to the collection. */
  readonly body?: (args: Partial<Args>) => Values;
  /** The response is the object that was made, so a response without its id says nothing. */
  readonly answersObject?: true;
  readonly evidence: ActionEvidence<Args>;
  /** What it makes, if that is an object. */
  readonly makes?: Makes;
  readonly after: readonly Subject[];
  /** The path that the computed outputs are read from at the end; `{id}` is the id of the object that was made. */
  readonly outcome?: string;
  /** Whether deleting the resource deletes what the action has made, or only forgets it. */
  readonly deleting: "forget" | "delete";
  /** The message of a delete that only forgets. */
  readonly forgetting?: string;
}

/**
 * A resource kind for something that is done at the service, once for each set of arguments. `collection` is the path of
 * its POST; every argument replaces it.
 */
export interface ActionDefinition<Args extends object = Values, State extends object = Values> extends Definition<
  Args,
  State
> {
  readonly action: Action<Args>;
}

/** Declares an action, as `define` declares a kind of objects. */
export function defineAction<Args extends object, State extends object>(
  definition: ActionDefinition<Args, State>,
): ActionDefinition {
  return define(definition) as ActionDefinition;
}

export function isAction(definition: Definition): definition is ActionDefinition {
  return "action" in definition;
}

/** What is compared of one member: the canonical value of each argument; an argument that is left out has its default, or null. */
export type Fingerprint = Readonly<Record<string, unknown>>;

/** How the members of a set are declared and told apart. */
export interface SetRule {
  /** The kind of a member. Everything it declares about its arguments, except those of the path, applies to each member. */
  readonly member: Definition;
  /** The argument that holds the declared members; also the last part of the Pulumi id. */
  readonly members: string;
  /** The output that holds the ids of the set's own members. */
  readonly ids: string;
  /** The flag under which everything else in the set's part of the collection is removed. */
  readonly exclusive: string;
  /** The argument that says which part of the collection the set covers; by default, all of it. */
  readonly part: string;
  /** Whether a member is in the part; undefined if that depends on the object that contains the collection. */
  readonly isInPart: (member: Fingerprint, part: Values, parent: Values | undefined) => boolean | undefined;
  /** Whether it depends on that object. */
  readonly needsParent: (part: Values) => boolean;
  /** Fields of that object that affect spellings. */
  readonly parentFields: readonly string[];
  /** How updates pair old members with new ones: by equality in the first of these lists of arguments, then the second, … */
  readonly alike: readonly (readonly string[])[];
  /** The arguments that decide where a member belongs: those that `place` and `isInPart` read. */
  readonly placedBy: readonly string[];
  /** Members in different places never conflict. */
  readonly place: (member: Fingerprint) => string;
  /** Members of one sort conflict with the same others. There are only a few sorts. */
  readonly sort: (member: Fingerprint) => string;
  /** Why two members of one place cannot coexist. */
  readonly conflict: (one: Fingerprint, other: Fingerprint) => string | undefined;
  /** A short description of a member, without anything that may be secret in the program that declares it. */
  readonly title: (member: Fingerprint) => string;
  /** The same with its contents, for members read from the service. */
  readonly inWords: (member: Fingerprint) => string;
}

/** A resource kind that represents several objects of one collection. `collection` is that of the members. */
export interface SetDefinition<Args extends object = Values, State extends object = Values> extends Definition<
  Args,
  State
> {
  readonly set: SetRule;
}

/** Declares a set, as `define` declares a kind of objects. */
export function defineSet<Args extends object, State extends object>(
  definition: SetDefinition<Args, State>,
): SetDefinition {
  return define(definition) as SetDefinition;
}

export function isSet(definition: Definition): definition is SetDefinition {
  return "set" in definition;
}
