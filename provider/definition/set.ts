import { define } from "./definition";
import type { Definition } from "./definition";
import type { Values } from "./values";

/** What is compared of one member: the canonical value of each argument; what is left out has its default, or null. */
export type Fingerprint = Readonly<Record<string, unknown>>;

/** How the members of a set are declared and told apart. */
export interface SetRule {
  /** The kind of a member. All that it declares of its arguments, but for those of the path, holds for each member. */
  readonly member: Definition;
  /** The argument with the declared members; also the last part of the Pulumi id. */
  readonly members: string;
  /** The output with the ids of the members that are the set's own. */
  readonly ids: string;
  /** The flag that makes everything else in the set's part of the collection superfluous. */
  readonly exclusive: string;
  /** The argument that says which part of the collection the set is about; without it, all of it. */
  readonly part: string;
  /** Whether a member is in the part; undefined where only the object that the collection is in could tell. */
  readonly isInPart: (member: Fingerprint, part: Values, parent: Values | undefined) => boolean | undefined;
  /** Whether that object is needed to tell. */
  readonly needsParent: (part: Values) => boolean;
  /** Fields of that object that spellings depend on. */
  readonly parentFields: readonly string[];
  /** Which members become which by an update: those that are alike in the first of these arguments, then the second, … */
  readonly alike: readonly (readonly string[])[];
  /** Arguments that decide where a member is: what `place` and `isInPart` look at. */
  readonly placedBy: readonly string[];
  /** Members of different places never get in each other's way. */
  readonly place: (member: Fingerprint) => string;
  /** Why two members of one place cannot be there together. */
  readonly conflict: (one: Fingerprint, other: Fingerprint) => string | undefined;
  /** A member in few words, without what may be secret in a program that declares it. */
  readonly title: (member: Fingerprint) => string;
  /** The same with its contents, for members that the service shows. */
  readonly inWords: (member: Fingerprint) => string;
}

/** A resource kind that stands for several objects of one collection. `collection` is that of the members. */
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
