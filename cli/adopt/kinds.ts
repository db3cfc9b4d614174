import { isAction, isSet } from "../../provider/definition/definition";
import { isInPath } from "../../provider/definition/argument";
import type { Definition, SetDefinition } from "../../provider/definition/definition";
import { namesInPath } from "../../provider/definition/path";
import { kinds, sets } from "../../provider/resources/registry";

const listable = kinds.filter((kind) => !isSet(kind) && (!isAction(kind) || kind.action.makes !== undefined));

/** The kinds whose objects a program can take over, each after those whose objects its arguments may name. */
export const adoptable: readonly Definition[] = inOrder(listable);

/** What is adopted unless somebody asks for other kinds. A resource that cannot delete its object is only taken over on request. */
export const adoptedByDefault = adoptable.filter((kind) => !isAction(kind) || kind.action.deleting === "delete");

/** The path of the list whose objects an argument names by their ids; undefined if it names none. */
export function listNamedBy(definition: Definition, name: string): string | undefined {
  const rule = definition.args[name];
  if (rule && isInPath(rule)) return definition.collection.split(`/{${name}}`)[0];
  return rule?.catalogue?.path;
}

/** The kind of the objects that contain those of this kind. */
export function parentKind(definition: Definition): Definition | undefined {
  const [name] = namesInPath(definition.collection);
  const list = name === undefined ? undefined : listNamedBy(definition, name);
  return listable.find(({ collection }) => collection === list);
}

/** The kinds that are not chosen, although what contains their objects is, each with the kind of the latter. */
export function leftOutInside(chosen: readonly Definition[]): (readonly [inner: Definition, outer: Definition])[] {
  return adoptedByDefault.flatMap((inner) => {
    const outer = chosen.includes(inner) ? undefined : parentKind(inner);
    return outer && chosen.includes(outer) ? [[inner, outer] as const] : [];
  });
}

/** The kind that declares objects of this kind all together. */
export function setOf(definition: Definition): SetDefinition | undefined {
  return sets.find(({ set }) => set.member === definition);
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
