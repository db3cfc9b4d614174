import type { AnyType } from "./types";
import type { Values } from "./values";

/** The form of a resource type's IDs. A path is only ever built from an ID of this form. */
export interface IdRule {
  readonly type: AnyType;
  /** An example for messages. */
  readonly example: string;
  /** Why the resource with this ID can be read but neither imported nor changed; undefined if it can. */
  readonly cannotManage?: (id: string) => string | undefined;
}

/** How to recognize a resource when it is unknown whether its create succeeded. */
export interface IdentityRule<Args extends object = Values> {
  /** The inputs that identify a resource; all of them must be equal. */
  readonly by: readonly (keyof Args & string)[];
  /** The API keeps these unique, so someone else's resource with the same values is a conflict, not a candidate. */
  readonly unique: boolean;
  /** Where they are unique, if not only among the resources of one collection. */
  readonly uniqueIn?: string;
  /** The input that is generated from the resource's name if omitted. */
  readonly generated?: keyof Args & string;
  /** What messages call a resource, from its outputs; by default, the first value of `by`, or its label. */
  readonly title?: (state: Values) => string;
  /** Why no stack should manage this resource: the service creates and deletes it by itself. Undefined for all others. */
  readonly serviceManaged?: (state: Values) => string | undefined;
  /**
   * How the API rewrites the inputs depending on the parent (the zone of a record); undefined if the parent makes no difference and
   * need not be read.
   */
  readonly normalizedIn?: (args: Partial<Args>) => ((parent: Values) => Partial<Args>) | undefined;
  /** The inputs with full names, for use where the API would turn the short ones into something else. */
  readonly expandNames?: (args: Partial<Args>, parent: Values) => Partial<Args>;
  /** Which resources of one collection cannot coexist; by default, all can. */
  readonly coexistence?: CoexistenceRule;
}

/** What is compared of one record: the canonical value of each input; an omitted input has its default, or null. */
export type Fingerprint = Readonly<Record<string, unknown>>;

/** Which resources of one collection cannot coexist, by their fingerprints. */
export interface CoexistenceRule {
  /** The inputs that decide where a resource belongs: those that `place` reads, and the filter of a set. */
  readonly placedBy: readonly string[];
  /** Resources in different places never conflict. */
  readonly place: (one: Fingerprint) => string;
  /** Resources of the same sort conflict with the same other resources. There are only a few sorts. */
  readonly sort: (one: Fingerprint) => string;
  /** Why two resources in the same place cannot coexist. */
  readonly conflict: (one: Fingerprint, other: Fingerprint) => string | undefined;
  /** A short description, without anything that the program may have marked secret. */
  readonly title: (one: Fingerprint) => string;
  /** Like `title`, but with the contents, for resources read from the API. */
  readonly inWords: (one: Fingerprint) => string;
}
