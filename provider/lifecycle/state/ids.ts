import { objectId } from "../../definition/types";
import { fillPath, namesInPath } from "../../definition/path";
import type { Definition } from "../../definition/definition";
import type { IdRule } from "../../definition/identity";
import { hasUnknown } from "../../definition/values";
import type { Values } from "../../definition/values";
import { CloudError } from "../../api/errors";
import { capitalize } from "../wording";
import { comparable } from "./values";
import type { Wanted } from "./values";

const NUMBERS: IdRule = { type: objectId, example: "123" };

/**
 * The collection's path, with the path inputs filled in.
 * @throws Error for an input that is not an ID, because the path would lead elsewhere
 */
export function collectionPath(definition: Definition, args: Values): string {
  return fillPath(definition.collection, args);
}

/** Whether the program does not know yet where the resource is. */
export function isPathUnknown({ definition, args }: Wanted): boolean {
  return hasUnknown(namesInPath(definition.collection).map((name) => args[name]));
}

/** Path of the resource that contains the collection. */
export function parentPath(definition: Definition, args: Values): string {
  return collectionPath(definition, args).replace(/\/[^/]*$/, "");
}

/** Path of the collection that contains the parents; the resource's own if it has none. */
export function parentCollection({ collection }: Definition): string {
  return collection.replace(/\/\{[^/]*\/[^/]*$/, "");
}

/** Two resources with the same key are to be alike: in one collection, with one identity. */
export function identityKey(definition: Definition, args: Values): string {
  const identity = definition.identity.by.map((name) => comparable(definition.args[name], args[name], args) ?? null);
  return JSON.stringify([definition.identity.uniqueIn ?? collectionPath(definition, args), identity]);
}

/** The Pulumi ID: the IDs of the parents in the path, then the resource's own, joined by slashes. */
export function idOf(definition: Definition, args: Values, live: Values): string {
  return [...namesInPath(definition.collection).map((name) => String(args[name])), String(live.id)].join("/");
}

/** Whether the value has the form of the IDs that the API assigns to this resource type. */
export function isOwnId({ ids = NUMBERS }: Definition, id: unknown): boolean {
  return id !== undefined && id !== null && ids.type.check(id, "id").length === 0;
}

/** What is wrong with a Pulumi ID, phrased to follow it; undefined if it is valid. */
export function problemWithId(definition: Definition, id: string): string | undefined {
  const { parents, ownId } = partsOf(definition, id);
  if (areNumbers(parents) && isOwnId(definition, ownId)) return undefined;
  const names = namesInPath(definition.collection);
  const { example } = definition.ids ?? NUMBERS;
  const within = areNumbers(parents) && parents.length === names.length ? parents : names.map(() => "12");
  const hint = names.length === 0 ? "use one such as" : `the format is ${[...names, "id"].join("/")}, for example`;
  return `is not a valid ${definition.noun} ID; ${hint} ${[...within, example].join("/")}`;
}

/**
 * Splits a Pulumi ID into the path inputs and the resource's own ID.
 * @throws Error for an ID that is invalid for this resource type
 */
export function parseId(definition: Definition, id: string): { args: Values; ownId: string } {
  const problem = problemWithId(definition, id);
  if (problem !== undefined) throw new Error(`"${id}" ${problem}.`);
  const { parents, ownId } = partsOf(definition, id);
  const args = Object.fromEntries(
    namesInPath(definition.collection).map((name, index) => [name, Number(parents[index])]),
  );
  return { args, ownId };
}

function areNumbers(parts: readonly string[]): boolean {
  return parts.every((part) => NUMBERS.type.check(part, "id").length === 0);
}

/** Removes leading zeros from numbers, which users may write but the API never returns. */
function partsOf(definition: Definition, id: string): { parents: string[]; ownId: string } {
  const { length } = namesInPath(definition.collection);
  const parts = id.split("/").map((part) => part.replace(/^0+(?=[1-9]\d*$)/, ""));
  return { parents: parts.slice(0, length), ownId: parts.slice(length).join("/") };
}

export function locate(definition: Definition, id: string): { collection: string; ownId: string; path: string } {
  const { args, ownId } = parseId(definition, id);
  const collection = collectionPath(definition, args);
  return { collection, ownId, path: `${collection}/${ownId}` };
}

/** @throws CloudError for a resource that cannot be managed; to be called before any write */
export function rejectUnmanageable({ ids, noun }: Definition, id: string, done: string): void {
  const reason = ids?.cannotManage?.(id);
  if (reason !== undefined) throw new CloudError(`${capitalize(noun)} ${id} cannot be ${done}: it ${reason}.`);
}
