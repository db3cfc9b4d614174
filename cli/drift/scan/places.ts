import { isAction, isSet } from "../../../provider/definition/definition";
import type { Definition } from "../../../provider/definition/definition";
import { namesInPath, rootOf } from "../../../provider/definition/path";
import type { Values } from "../../../provider/definition/values";
import { objects } from "../../../provider/resources/registry";
import type { StackResource } from "../../state/stack-state";
import { kindOf } from "../../state/kind-of";

/** One list of objects that nobody may manage. */
export interface Place {
  readonly definition: Definition;
  /** The arguments of the collection's path. */
  readonly args: Values;
}

/**
 * The lists to look at for objects that no stack manages. Objects in another one (the records of a zone) are looked for where the
 * stacks manage the other one or something in it, except where one resource is responsible for all of them.
 */
export function placesToSearch(resources: readonly StackResource[]): Place[] {
  return objects
    .filter((kind) => !isAction(kind))
    .flatMap((definition) => {
      const [parent, ...more] = namesInPath(definition.collection);
      if (parent === undefined) return [{ definition, args: {} }];
      if (more.length > 0) return [];
      const covered = new Set(
        resources.filter((one) => coversAll(one, definition)).map(({ state }) => String(state[parent])),
      );
      const ids = new Set(resources.flatMap((one) => parentIn(one, definition, parent)));
      return [...ids].filter((id) => !covered.has(id)).map((id) => ({ definition, args: { [parent]: id } }));
    });
}

/** The id of the parent that the resource is, or is in. */
function parentIn(resource: StackResource, definition: Definition, parent: string): string[] {
  const kind = kindOf(resource);
  if (!kind || isAction(kind)) return [];
  if (kind.collection === rootOf(definition.collection)) return [resource.id];
  return kind.collection === definition.collection ? [String(resource.state[parent])] : [];
}

function coversAll(resource: StackResource, member: Definition): boolean {
  const kind = kindOf(resource);
  if (!kind || !isSet(kind)) return false;
  return kind.set.member === member && resource.state[kind.set.exclusive] === true;
}
