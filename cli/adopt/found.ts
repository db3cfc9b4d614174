import { titleOf } from "../account/title";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";

/** An existing resource of the account. */
export interface Found {
  readonly definition: Definition;
  /** Pulumi ID. */
  readonly id: string;
  /** Outputs, as `.get` would return them. */
  readonly state: Values;
  /** The resource that contains it. */
  readonly parent?: Found;
  /** Only for a set: the resources that it declares together. */
  readonly records?: readonly Found[];
}

/** Display name; not unique. */
export function nameOf({ definition, state }: Found): string {
  return titleOf(definition, state);
}

/** The resource and those that contain it, outermost first. */
export function lineOf(found: Found): readonly Found[] {
  return found.parent ? [...lineOf(found.parent), found] : [found];
}
