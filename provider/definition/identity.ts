import type { AnyType } from "./types";
import type { Values } from "./values";

/** What the ids of a kind's objects look like. A path is only ever built from an id of this form. */
export interface IdRule {
  readonly type: AnyType;
  /** An example for messages. */
  readonly example: string;
  /** Why the object with this id can be read but neither imported nor changed; undefined if it can. */
  readonly cannotManage?: (id: string) => string | undefined;
}

/** How an object of a kind is recognised when a create may or may not have happened. */
export interface IdentityRule<Args extends object = Values> {
  /** The arguments that identify an object; all of them must be equal. */
  readonly by: readonly (keyof Args & string)[];
  /** The service keeps these unique, so someone else's object with the same values is a conflict, not a candidate. */
  readonly unique: boolean;
  /** The argument that is generated from the resource's name when the user leaves it out. */
  readonly generated?: keyof Args & string;
  /** What people call an object, from its outputs; by default, the first value of `by`, or its label. */
  readonly title?: (state: Values) => string;
  /** Why nobody manages an object that could be managed: the service makes and removes it by itself; undefined for all others. */
  readonly serviceManaged?: (state: Values) => string | undefined;
  /** Further arguments that the service shows exactly as sent: they help to tell apart objects that otherwise look the same. */
  readonly shownAsSent?: readonly (keyof Args & string)[];
  /** A generated name is not enough to take an object over, because its data could not be recreated: the journal must show it. */
  readonly requiresJournalProof?: true;
  /**
   * How the service rewrites the arguments depending on the object that contains the collection (the zone of a record); undefined
   * if that object makes no difference and need not be read.
   */
  readonly normalizedIn?: (args: Partial<Args>) => ((parent: Values) => Partial<Args>) | undefined;
  /** The arguments spelled so that the service understands them as they are meant, where it would shorten or complete them. */
  readonly expandNames?: (args: Partial<Args>, parent: Values) => Partial<Args>;
}
