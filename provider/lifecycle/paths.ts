import type { Definition, Values } from "../definition";

const PLACEHOLDER = /\{(\w+)\}/g;

/** The collection's path, with its path arguments filled in. */
export function collectionPath(definition: Definition, args: Values): string {
  return definition.collection.replace(PLACEHOLDER, (_, name: string) => String(args[name]));
}

/** The Pulumi id: the ids of the objects that the path leads through, then the object's own, with slashes between. */
export function idOf(definition: Definition, args: Values, live: Values): string {
  return [...pathArguments(definition).map((name) => String(args[name])), String(live.id)].join("/");
}

/** The path arguments and the object's own id that a Pulumi id stands for. */
export function parseId(definition: Definition, id: string): { args: Values; ownId: string } {
  const names = pathArguments(definition);
  const parts = id.split("/");
  const parents = parts.slice(0, names.length);
  if (parts.length <= names.length || parts.includes("") || parents.some((part) => !/^\d+$/.test(part))) {
    const form = [...names, "id"].join("/");
    throw new Error(`"${id}" is not the id of a ${definition.noun}: it has the form ${form}.`);
  }
  const args = Object.fromEntries(names.map((name, index) => [name, Number(parents[index])]));
  return { args, ownId: parts.slice(names.length).join("/") };
}

/** Collection path and own id of the object that a Pulumi id stands for. */
export function locate(definition: Definition, id: string): { collection: string; ownId: string; path: string } {
  const { args, ownId } = parseId(definition, id);
  const collection = collectionPath(definition, args);
  return { collection, ownId, path: `${collection}/${ownId}` };
}

function pathArguments(definition: Definition): string[] {
  return Array.from(definition.collection.matchAll(PLACEHOLDER), (match) => match[1] ?? "");
}
