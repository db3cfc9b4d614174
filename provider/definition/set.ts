import { define } from "./definition";
import type { Definition } from "./definition";
import type { Values } from "./values";

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
