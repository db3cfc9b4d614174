import { objectId } from "../../definition/types";
import type { Definition, IdRule, Values } from "../../definition/definition";

const PLACEHOLDER = /\{(\w+)\}/g;

const NUMBERS: IdRule = { type: objectId, example: "123" };

/**
 * The collection's path, with its path arguments filled in.
 * @throws Error for an argument that is no id: it would lead elsewhere.
 */
export function collectionPath(definition: Definition, args: Values): string {
  return definition.collection.replace(PLACEHOLDER, (_, name: string) => {
    const [problem] = objectId.check(args[name], name);
    if (problem) throw new Error(`The path of the ${definition.noun} is unknown: ${name} ${problem.reason}.`);
    return String(args[name]);
  });
}

/** The Pulumi id: the ids of the objects that the path leads through, then the object's own, with slashes between. */
export function idOf(definition: Definition, args: Values, live: Values): string {
  return [...pathArguments(definition).map((name) => String(args[name])), String(live.id)].join("/");
}

/** Whether the service gives such ids to objects of this kind. */
export function isOwnId({ ids = NUMBERS }: Definition, id: unknown): boolean {
  return id !== undefined && id !== null && ids.type.check(id, "id").length === 0;
}

/** What is wrong with a Pulumi id, in words that follow it; undefined for one that an object of this kind may have. */
export function problemWithId(definition: Definition, id: string): string | undefined {
  const { parents, ownId } = partsOf(definition, id);
  if (areNumbers(parents) && isOwnId(definition, ownId)) return undefined;
  const names = pathArguments(definition);
  const { example } = definition.ids ?? NUMBERS;
  const within = areNumbers(parents) && parents.length === names.length ? parents : names.map(() => "12");
  const form =
    names.length === 0
      ? `looks like ${example}`
      : `has the form ${[...names, "id"].join("/")}, such as ${[...within, example].join("/")}`;
  return `is not the id of a ${definition.noun}: it ${form}`;
}

/**
 * The path arguments and the object's own id that a Pulumi id stands for.
 * @throws Error for one that no object of this kind has.
 */
export function parseId(definition: Definition, id: string): { args: Values; ownId: string } {
  const problem = problemWithId(definition, id);
  if (problem !== undefined) throw new Error(`"${id}" ${problem}.`);
  const { parents, ownId } = partsOf(definition, id);
  const args = Object.fromEntries(pathArguments(definition).map((name, index) => [name, Number(parents[index])]));
  return { args, ownId };
}

function areNumbers(parts: readonly string[]): boolean {
  return parts.every((part) => NUMBERS.type.check(part, "id").length === 0);
}

/** A user may write a number with zeros before it, which the service never does. */
function partsOf(definition: Definition, id: string): { parents: string[]; ownId: string } {
  const { length } = pathArguments(definition);
  const parts = id.split("/").map((part) => part.replace(/^0+(?=[1-9]\d*$)/, ""));
  return { parents: parts.slice(0, length), ownId: parts.slice(length).join("/") };
}

/** Collection path and own id of the object that a Pulumi id stands for. */
export function locate(definition: Definition, id: string): { collection: string; ownId: string; path: string } {
  const { args, ownId } = parseId(definition, id);
  const collection = collectionPath(definition, args);
  return { collection, ownId, path: `${collection}/${ownId}` };
}

/** Names of the arguments that are part of the collection's path, in its order. */
export function pathArguments(definition: Definition): string[] {
  return Array.from(definition.collection.matchAll(PLACEHOLDER), (match) => match[1] ?? "");
}
