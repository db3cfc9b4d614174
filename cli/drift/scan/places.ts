import { isAction, recordsOf, namesInPath, rootOf } from "../../../provider/definition/definition";
import type { Definition } from "../../../provider/definition/definition";
import type { Values } from "../../../provider/definition/values";
import { isProvisional } from "../../../provider/lifecycle/state";
import { apiObject } from "../../../provider/resources/api-object";
import { objects } from "../../../provider/resources/registry";
import type { StackResource } from "../../state/stack-state";
import { kindOf } from "../../../provider/resources/registry";

/** A list that may contain unmanaged resources. */
export interface ScannedList {
  readonly definition: Definition;
  /** Parameters of the collection's path. */
  readonly args: Values;
}

/**
 * The lists to search for unmanaged resources. A list inside another resource, such as a zone's records, is searched if a stack
 * manages that resource or something in it, unless an exclusive set manages the whole list. Other collections are searched if a stack uses them.
 */
export function placesToSearch(resources: readonly StackResource[]): ScannedList[] {
  const used = resources.filter(({ kind }) => kind === apiObject.kind).map(({ state }) => state);
  const generic = Array.from(new Map(used.map((state) => [String(state.collection), state])).values(), (state) => ({
    definition: apiObject,
    args: Object.fromEntries(["collection", "idFields"].map((name) => [name, state[name]])),
  }));
  const own = objects
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
  return [...own, ...generic];
}

/** ID of the parent: the resource itself, or the one that contains it; otherwise empty. */
function parentIn(resource: StackResource, definition: Definition, parent: string): string[] {
  const kind = kindOf(resource);
  if (!kind || isAction(kind)) return [];
  if (kind.collection === rootOf(definition.collection)) return isProvisional(resource) ? [] : [resource.id];
  return kind.collection === definition.collection ? [String(resource.state[parent])] : [];
}

function coversAll(resource: StackResource, record: Definition): boolean {
  const kind = kindOf(resource);
  return kind !== undefined && recordsOf(kind) === record && resource.state.exclusive === true;
}
