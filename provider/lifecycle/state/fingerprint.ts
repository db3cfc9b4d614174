import { objectId } from "../../definition/types";
import { argumentsInPath, fillPath, isInPath, namesInPath, valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { IdRule, Fingerprint, CoexistenceRule } from "../../definition/identity";
import { UNKNOWN, hasUnknown, isObject, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { CloudError } from "../../api/errors";
import { capitalize } from "../wording";
import { comparable, canonicalValue } from "./state";
import type { Wanted } from "./state";
import type { Failure } from "../../definition/types";

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
  const { unique } = definition.identity;
  return nameKey(typeof unique === "string" ? unique : collectionPath(definition, args), identity);
}

/** The key of an identity, in canonical form, in a collection. */
export function nameKey(collection: string, identity: readonly unknown[]): string {
  return JSON.stringify([collection, identity]);
}

/** The Pulumi ID: the IDs of the parents in the path, then the resource's own, joined by slashes. */
export function idOf(definition: Definition, args: Values, live: Values): string {
  const id = String(live.id);
  if (definition.ids?.pathEnds) return `${collectionPath(definition, args)}/${id}`;
  return [...namesInPath(definition.collection).map((name) => String(args[name])), id].join("/");
}

/** Whether the value has the form of the IDs that the API assigns to this resource type. */
export function isOwnId({ ids = NUMBERS }: Definition, id: unknown): boolean {
  return id !== undefined && id !== null && ids.type.check(id, "id").length === 0;
}

/** What is wrong with a Pulumi ID, phrased to follow it; undefined if it is valid. */
export function problemWithId(definition: Definition, id: string): string | undefined {
  const { parents, ownId } = partsOfId(definition, id);
  const names = namesInPath(definition.collection);
  if (parents.length === names.length && areNumbers(parents) && isOwnId(definition, ownId)) return undefined;
  const { example, pathEnds } = definition.ids ?? NUMBERS;
  if (pathEnds) return `is not a path such as ${example}`;
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
  const { parents, ownId } = partsOfId(definition, id);
  const args = Object.fromEntries(
    namesInPath(definition.collection).map((name, index) => [name, Number(parents[index])]),
  );
  return { args, ownId };
}

function areNumbers(parts: readonly string[]): boolean {
  return parts.every((part) => NUMBERS.type.check(part, "id").length === 0);
}

/** The collection's path, and what is below it, in the path of an object. */
export function partsOfPathId(id: string, pathEnds: number): { readonly collection: string; readonly ownId: string } {
  const parts = id.split("/");
  return { collection: parts.slice(0, -pathEnds).join("/"), ownId: parts.slice(-pathEnds).join("/") };
}

/** Removes leading zeros from numbers, which users may write but the API never returns. */
function partsOfId(definition: Definition, id: string): { parents: string[]; ownId: string } {
  const { pathEnds } = definition.ids ?? NUMBERS;
  if (pathEnds) {
    const { collection, ownId } = partsOfPathId(id, pathEnds.length);
    const found = argumentsInPath(definition.collection, collection);
    return { parents: Object.values(found ?? {}).map(String), ownId: found ? ownId : "" };
  }
  const { length } = namesInPath(definition.collection);
  const parts = id.split("/").map((part) => part.replace(/^0+(?=[1-9]\d*$)/, ""));
  return { parents: parts.slice(0, length), ownId: parts.slice(length).join("/") };
}

export function locate(definition: Definition, id: string): { collection: string; ownId: string; path: string } {
  const { args, ownId } = parseId(definition, id);
  const collection = collectionPath(definition, args);
  return { collection, ownId, path: `${collection}/${ownId}` };
}

/** The path of a resource, also of one of any collection, whose ID it is. */
export function pathOf(definition: Definition, id: string): string {
  return id.startsWith("/") ? id : locate(definition, id).path;
}

/** @throws CloudError for a resource that cannot be managed; to be called before any write */
export function rejectUnmanageable({ ids, noun }: Definition, id: string, done: string): void {
  const reason = ids?.cannotManage?.(id);
  if (reason !== undefined) throw new CloudError(`${capitalize(noun)} ${id} cannot be ${done}: it ${reason}.`);
}

/** The values by which a declared or live record is compared. One that a live record lacks counts as omitted. */
export function fingerprintOf({ args }: Definition, values: Values): Fingerprint {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, rule]) => {
      if (isInPath(rule)) return [];
      const readFrom = values[name] === UNKNOWN ? undefined : rule.read?.from;
      const value = (readFrom ? readFrom(values) : values[name]) ?? valueWhenRemoved(rule, values) ?? null;
      return [[name, value === UNKNOWN ? value : canonicalValue(rule, value, values)]];
    }),
  );
}

/** The fingerprint of a declared record, in the form that the API returns if the parent is known. */
function fingerprintOfDeclared(definition: Definition, args: Values, parent: Values | undefined): Fingerprint {
  const given = withoutUnset(args);
  const normalize =
    parent && Object.values(given).every((value) => value !== UNKNOWN) && definition.identity.normalizedIn?.(given);
  return fingerprintOf(definition, normalize ? normalize(parent) : given);
}

/** Equal for identical records. A partly unknown record never equals a fully known one. */
export function keyOf(fingerprint: Fingerprint): string {
  // The engine reorders properties.
  return asText(Object.entries(fingerprint).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Equal for records with the same identity. */
export function sameIdentityKey({ identity }: Definition, fingerprint: Fingerprint): string {
  return fieldsKey(fingerprint, identity.by);
}

export function fieldsKey(fingerprint: Fingerprint, fields: readonly string[]): string {
  return asText(fields.map((name) => fingerprint[name]));
}

function asText(values: readonly unknown[]): string {
  return JSON.stringify(values, (_, value: unknown) => (value === UNKNOWN ? { unknown: true } : value));
}

/** An entry of the `records` that a program declares. */
export interface DeclaredRecord {
  readonly index: number;
  /** As written in the program. */
  readonly args: Values;
  readonly fingerprint: Fingerprint;
  readonly key: string;
}

/** The entries of a list, without those that are no objects, or entirely unknown. */
export function declaredIn(
  list: readonly unknown[],
  definition: Definition,
  parent: Values | undefined,
): DeclaredRecord[] {
  return list.flatMap((entry, index) => {
    if (!isObject(entry)) return [];
    const fingerprint = fingerprintOfDeclared(definition, entry, parent);
    return [{ index, args: entry, fingerprint, key: keyOf(fingerprint) }];
  });
}

/** The entries of a list whose place is known. */
export function placedIn(
  list: readonly unknown[],
  definition: Definition,
  parent: Values | undefined,
): DeclaredRecord[] {
  const sound = list.map((entry) => soundInputs(definition, entry));
  return declaredIn(sound, definition, parent);
}

/** The fingerprint of a resource of a type that has such a rule; undefined while its place is unknown. */
export function placedFingerprint(definition: Definition, args: Values): Fingerprint | undefined {
  const sound = soundInputs(definition, args);
  return sound && fingerprintOf(definition, sound);
}

/** The inputs with the invalid ones, which their types report, treated as unknown; undefined if the place is unknown. */
function soundInputs({ args, identity }: Definition, entry: unknown): Values | undefined {
  if (!isObject(entry)) return undefined;
  const fields = Object.entries(withoutUnset(entry)).flatMap(([name, one]): [string, unknown][] => {
    const rule = args[name];
    if (!rule || isInPath(rule)) return [];
    return [[name, hasUnknown(one) || rule.type.check(one, name).length > 0 ? UNKNOWN : one]];
  });
  const { by = [] } = identity.coexistence ?? {};
  return fields.some(([name, one]) => one === UNKNOWN && by.includes(name)) ? undefined : Object.fromEntries(fields);
}

/** Records that are declared twice, or that cannot coexist. */
export function clashesAmong(declared: readonly DeclaredRecord[], definition: Definition): Failure[] {
  const { coexistence } = definition.identity;
  return [...duplicates(declared, definition), ...(coexistence ? conflicts(declared, coexistence) : [])];
}

function duplicates(declared: readonly DeclaredRecord[], definition: Definition): Failure[] {
  const firsts = new Map<string, number>();
  return declared.flatMap(({ index, fingerprint }) => {
    if (Object.values(fingerprint).includes(UNKNOWN)) return [];
    const key = sameIdentityKey(definition, fingerprint);
    const first = firsts.get(key);
    if (first !== undefined) {
      return [{ path: `records[${index}]`, reason: `is the same as records[${first}]; remove one of them` }];
    }
    firsts.set(key, index);
    return [];
  });
}

/** One record of each sort represents all of it, so that not every pair in a place has to be compared. */
function conflicts(declared: readonly DeclaredRecord[], { place, conflict }: CoexistenceRule): Failure[] {
  const byPlace = new Map<string, Map<string, DeclaredRecord>>();
  return declared.flatMap((one) => {
    const key = place(one.fingerprint);
    const firsts = byPlace.get(key) ?? new Map<string, DeclaredRecord>();
    byPlace.set(key, firsts);
    const other = Array.from(firsts.values()).find((first) => conflict(one.fingerprint, first.fingerprint));
    const ownSort = place(one.fingerprint, true);
    if (!firsts.has(ownSort)) firsts.set(ownSort, one);
    if (!other) return [];
    const reason = `conflicts with records[${other.index}]: ${conflict(one.fingerprint, other.fingerprint)}`;
    return [{ path: `records[${one.index}]`, reason }];
  });
}
