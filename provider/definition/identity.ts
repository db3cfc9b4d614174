import type { AnyType } from "./types";
import type { Values } from "./values";

/** The form of a resource type's IDs. A path is only ever built from an ID of this form. */
export interface IdRule {
  readonly type: AnyType;
  /** A Pulumi ID is the path of the object, instead of the IDs of its parents and its own: the fields that its last parts are from. */
  readonly pathEnds?: readonly string[];
  /** An example for messages: `private/123`. */
  readonly example: string;
  /**
   * Why the resource with this ID can be read but neither imported nor changed, or with these outputs should not: the service creates and
   * deletes it by itself. Undefined for all others.
   */
  readonly cannotManage?: (id: string, state?: Values) => string | undefined;
}

/** How to recognize a resource when it is unknown whether its create succeeded. */
export interface IdentityRule<Args extends object = Values> {
  /** The inputs that identify a resource; all of them must be equal: `["type", "name", "target"]`. */
  readonly by: readonly (keyof Args & string)[];
  /** Whether the API may show them as it shows this object: other values leave it possible that a request created it. By default, never. */
  readonly mayBeShownAs?: (args: Partial<Args>, live: Values) => boolean;
  /** The inputs of the lifecycle for those that the engine has recorded; undefined if these lead elsewhere. By default, the two are the same. */
  readonly fromRecorded?: (inputs: Values) => Values | undefined;
  /**
   * Set if the API keeps these unique, so that someone else's resource with the same values is a conflict, not a candidate: among the
   * resources of one collection, or below this path.
   */
  readonly unique?: true | `/${string}`;
  /** The input that is generated from the resource's name if omitted: `label`. */
  readonly generated?: keyof Args & string;
  /** What messages call a resource, from its outputs; by default, the first value of `by`, or its label: "www A". */
  readonly title?: (state: Values) => string;
  /**
   * How the API rewrites the inputs depending on the parent (the zone of a record); undefined if the parent makes no difference and
   * need not be read. With `isFull`, the inputs with full names instead, for use where the API would turn the short ones into something else.
   */
  readonly normalizedIn?: (args: Partial<Args>, isFull?: boolean) => ((parent: Values) => Partial<Args>) | undefined;
  /** Which resources of one collection cannot coexist, so that a replacement deletes the old one first; by default, all can. */
  readonly coexistence?: CoexistenceRule;
}

/** What is compared of one record: the canonical value of each input; an omitted input has its default, or null. */
export type Fingerprint = Readonly<Record<string, unknown>>;

/** Which resources of one collection cannot coexist, by their fingerprints. */
export interface CoexistenceRule {
  /** The inputs that decide where a resource belongs: those that `place` reads, and the filter of a set. */
  readonly by: readonly string[];
  /**
   * Resources in different places never conflict. With `isExact`, also by sort, of which there are only a few: those of the same sort in
   * one place conflict with the same other resources.
   */
  readonly place: (one: Fingerprint, isExact?: boolean) => string;
  /** Why two resources in the same place cannot coexist: "a CNAME allows no other record of its name". */
  readonly conflict: (one: Fingerprint, other: Fingerprint) => string | undefined;
  /** A short description, without anything that the program may have marked secret. */
  readonly title: (one: Fingerprint) => string;
}
