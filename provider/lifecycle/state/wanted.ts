import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";

/** The arguments of a resource, and its kind. */
export interface Wanted<Kind extends Definition = Definition> {
  readonly definition: Kind;
  readonly args: Values;
}
