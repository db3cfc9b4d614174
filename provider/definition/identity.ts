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
}
