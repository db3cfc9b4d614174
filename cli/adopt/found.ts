import { titleOf } from "../../provider/definition/title";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";

/** An existing resource of the account. */
export interface FoundResource {
  readonly definition: Definition;
  /** Pulumi ID. */
  readonly id: string;
  /** Outputs, as `.get` would return them. */
  readonly state: Values;
  /** The resource that contains it. */
  readonly parent?: FoundResource;
  /** Only for a set: the resources that it declares together. */
  readonly records?: readonly FoundResource[];
}

/** Display name; not unique. */
export function nameOf({ definition, state }: FoundResource): string {
  return titleOf(definition, state);
}

/** The resource and those that contain it, outermost first. */
export function lineOf(found: FoundResource): readonly FoundResource[] {
  return found.parent ? [...lineOf(found.parent), found] : [found];
}

export function tagsOf({
  state: { body, tags = (body as Values | undefined)?.tags },
}: FoundResource): readonly unknown[] {
  return Array.isArray(tags) ? tags : [];
}
