import type { AnyType } from "./types";
import type { Values } from "./values";

/** What the ids of a kind's objects are like. A path is only ever built from an id that is like this. */
export interface IdRule {
  readonly type: AnyType;
  /** One of them, as messages show it. */
  readonly example: string;
  /** Why the object with this id can be read but neither imported nor changed; undefined for one that can. */
  readonly cannotManage?: (id: string) => string | undefined;
}

/** How an object of a kind is recognised when a create may or may not have happened. */
export interface IdentityRule<Args extends object = Values> {
  /** Arguments that tell objects apart; all of them must be equal. */
  readonly by: readonly (keyof Args & string)[];
  /** The service keeps these unique, so a stranger with the same values is a conflict, not a candidate. */
  readonly unique: boolean;
  /** The argument that is generated from the resource's name when the user leaves it out. */
  readonly generated?: keyof Args & string;
  /** Further arguments that the service shows as they were sent: they tell one answer's object from another's of the same looks. */
  readonly shownAsSent?: readonly (keyof Args & string)[];
  /** A generated name alone does not prove that an object is this stack's: its data could not be made again. */
  readonly isOursOnlyByJournal?: true;
  /**
   * What the service makes of the arguments by the object that the collection is in (the zone of a record); undefined where
   * that object makes no difference and need not be read.
   */
  readonly spelledIn?: (args: Partial<Args>) => ((parent: Values) => Partial<Args>) | undefined;
}
