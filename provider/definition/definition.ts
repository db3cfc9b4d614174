import type { ArgumentRule } from "./argument";
import type { CreationRule } from "./creation";
import type { IdentityRule, IdRule } from "./identity";
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
