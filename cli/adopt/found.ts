import { titleOf } from "../account/title";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";

/** An object of the account. */
export interface Found {
  readonly definition: Definition;
  /** Its Pulumi id. */
  readonly id: string;
  /** Its outputs, as a `.get` would show them. */
  readonly state: Values;
  /** The object that contains it. */
  readonly parent?: Found;
  /** Of a set: the objects that it declares together. */
  readonly members?: readonly Found[];
}

/** What people call it; not unique. */
export function nameOf({ definition, state }: Found): string {
  return titleOf(definition, state);
}

/** The object and those that contain it, the outermost first. */
export function lineOf(found: Found): readonly Found[] {
  return found.parent ? [...lineOf(found.parent), found] : [found];
}
