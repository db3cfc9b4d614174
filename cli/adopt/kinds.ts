import { isAction, recordsOf, namesInPath, isInPath } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { kinds, sets } from "../../provider/resources/registry";

const listable = kinds.filter(
  (kind) => !recordsOf(kind) && (!isAction(kind) || kind.action.evidence.shows === "object"),
);

/** Resource types that can be adopted, each after those that its inputs may refer to. */
export const adoptable: readonly Definition[] = inOrder(listable);

/** Resource types adopted by default: all except actions whose deletion keeps what they created. */
export const adoptedByDefault = adoptable.filter((kind) => !isAction(kind) || kind.action.deleting === "delete");

/** API path of the list whose IDs an input takes; undefined if the input takes no IDs. */
export function listNamedBy(definition: Definition, name: string): string | undefined {
  const rule = definition.args[name];
  if (rule && isInPath(rule)) return definition.collection.split(`/{${name}}`)[0];
  return rule?.catalogue?.path;
}

/** The type of the resources that contain those of this type. */
export function parentKind(definition: Definition): Definition | undefined {
  const [name] = namesInPath(definition.collection);
  const list = name === undefined ? undefined : listNamedBy(definition, name);
  return listable.find(({ collection }) => collection === list);
}

/** Types that are neither chosen nor excluded although their parent type is chosen, each with its parent type. */
export function leftOutInside(
  chosen: readonly Definition[],
  excluded: readonly Definition[],
): (readonly [inner: Definition, outer: Definition])[] {
  return adoptedByDefault.flatMap((inner) => {
    const outer = chosen.includes(inner) || excluded.includes(inner) ? undefined : parentKind(inner);
    return outer && chosen.includes(outer) ? [[inner, outer] as const] : [];
  });
}

/** The set type that declares all resources of this type together. */
export function setOf(definition: Definition): Definition | undefined {
  return sets.find((set) => recordsOf(set) === definition);
}

function inOrder(definitions: readonly Definition[]): Definition[] {
  const ordered = new Set<Definition>();
  const add = (definition: Definition): void => {
    if (ordered.has(definition)) return;
    const lists = Object.keys(definition.args).map((name) => listNamedBy(definition, name));
    definitions.filter((other) => other !== definition && lists.includes(other.collection)).forEach(add);
    ordered.add(definition);
  };
  definitions.forEach(add);
  return [...ordered];
}
