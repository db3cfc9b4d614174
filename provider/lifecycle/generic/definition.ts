import { wireFor } from "../../api/wire";
import type { Wire } from "../../api/wire";
import type { ArgumentRule } from "../../definition/argument";
import { formOf } from "../../definition/definition";
import type { Definition, GenericDefinition } from "../../definition/definition";
import { statusIn } from "../../definition/status";
import type { Step } from "../../definition/step";
import { anyId } from "../../definition/ids";
import { anything, objectId } from "../../definition/types";
import type { ArgumentType } from "../../definition/types";
import { isObject, isUnset, withoutUnsetBelow } from "../../definition/values";
import type { Values } from "../../definition/values";
import { KNOWN_COLLECTIONS } from "../../resources/api-collections";
import type { ApiObjectArgs } from "../../resources/api-object";

/** Name of the output with the whole response. */
export const RESPONSE = "__response";

/** A collection, as the API's path names it. */
export interface Place {
  /** With placeholders for the parents' IDs: `/vpcs/{__parent1}/subnets`. */
  readonly pattern: string;
  /** The parents' IDs, by placeholder. */
  readonly parents: Values;
}

/** @param collection with `compute` as the brand */
export function placeOf(collection: string): Place {
  const parents: Values = {};
  const parts = collection.split("/").map((part) => {
    if (!/^\d+$/.test(part)) return part;
    const name = `__parent${Object.keys(parents).length + 1}`;
    parents[name] = Number(part);
    return `{${name}}`;
  });
  return { pattern: parts.join("/"), parents };
}

/** What the definition of a collection is made of. */
export interface DefinitionSource {
  readonly wire: Wire;
  readonly place: Place;
  /** The inputs, or what the state has of them. */
  readonly given: Partial<ApiObjectArgs>;
  /** `body`, under our names. */
  readonly body: Values;
  /** Names of the fields that were in `body` before. */
  readonly before: readonly string[];
}

/** The definition for a collection of which nothing else is known. */
export function definitionAt(generic: GenericDefinition, collection: string, brand: string): Definition {
  return definitionOfCollection(generic, {
    place: placeOf(collection),
    given: {},
    body: {},
    before: [],
    wire: wireFor(brand),
  });
}

/** The definition by which the lifecycle handles objects of a collection: each field of `body` is an input. */
export function definitionOfCollection(
  { isGeneric: _, ...generic }: GenericDefinition,
  { wire: { ourName }, place, given, body, before }: DefinitionSource,
): Definition {
  const form = formOf(place.pattern);
  const known = KNOWN_COLLECTIONS[form];
  const {
    identifiedBy = known && known.identifiedBy !== undefined && ourName(known.identifiedBy) in body
      ? known.identifiedBy
      : undefined,
    replaceOn = known?.replaceOn ?? [],
    ready = known?.ready,
    unordered = known?.unordered ?? [],
    updateMethod,
    updatePath = known?.updatePath ?? {},
  } = given;
  const status = ready && statusRule(ready.field && ourName(ready.field), ready.values);
  const requests = new Map(Object.entries(updatePath).map(([name, request]) => [ourName(name), request.split(", ")]));
  const ruleOf = (name: string): ArgumentRule<unknown> => {
    const [set, unset] = requests.get(name) ?? [];
    const replaces = name in body && (updateMethod === "none" || replaceOn.some((one) => ourName(one) === name));
    const until = status && ((live: Values) => status.idle.includes(String(statusIn({ status }, live))));
    const steps = (args: Values): Step[] =>
      [isUnset(args[name]) ? unset : set].flatMap((request) =>
        request ? [stepOf(request, { [name]: args[name] }, until)] : [],
      );
    const lists = unordered.flatMap((path) => {
      const [first, ...rest] = path.split(".").map(ourName);
      return first === name ? [rest] : [];
    });
    return {
      type: anything,
      read: { from: (live) => membersOf(body[name], live[name]) },
      compare: { by: (value) => lists.reduce(sortedAt, withoutUnsetBelow(value)) },
      sent: { ...(set !== undefined && { in: "create" }), ...(updateMethod === "POST" && { by: "POST" }) },
      ...(replaces ? { change: { replaces: true } } : set === undefined ? {} : { change: { steps } }),
      ...(unset !== undefined && { removal: { sends: null } }),
    };
  };
  const parent: ArgumentRule<unknown> = {
    type: objectId as ArgumentType,
    required: true,
    sent: { in: "path" },
    change: { replaces: true },
  };
  const fields = [...new Set([...Object.keys(body), ...before])].filter((name) => !(name in place.parents));
  return {
    ...generic,
    noun: known?.noun ?? `object in ${form.replaceAll("{}", "…")}`,
    collection: place.pattern,
    ids: { type: anyId, isPath: true, example: `${form.replaceAll("{}", "12")}/123` },
    args: Object.fromEntries([
      ...Object.keys(place.parents).map((name) => [name, parent]),
      ...fields.map((name) => [name, ruleOf(name)]),
    ]) as Definition["args"],
    outputs: { from: { [RESPONSE]: { field: RESPONSE, from: (live) => live } } },
    checks: {},
    identity:
      identifiedBy === undefined
        ? { by: Object.keys(body), mayBeRewritten: true }
        : { by: [ourName(identifiedBy)], unique: true },
    ...(status && { status }),
  };
}

function statusRule(field: string | undefined, values: readonly string[]): NonNullable<Definition["status"]> {
  const [first = ""] = values;
  return {
    ...(field !== undefined && { field }),
    isAnyIdle: true,
    afterCreate: () => first,
    idle: values,
    resume: () => [],
  };
}

/** A PUT sends the value itself, a POST an object with the field. */
function stepOf(request: string, field: Values, until: Step["until"]): Step {
  const [method, action = ""] = request.split(" ");
  const [value] = Object.values(field);
  const body = method === "PUT" ? (value as Values) : isUnset(value) ? undefined : field;
  return { action, ...(method === "PUT" && { method }), ...(body && { body }), ...(until && { until }) };
}

/** The live value, without the members of objects that the wanted value does not have; those of an item, if one wanted item is like it. */
function membersOf(wanted: unknown, live: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(live)) {
    const objects = wanted.filter(isObject);
    if (objects.length < wanted.length) return live;
    // Those that say more are compared first.
    const keyed = objects.map((one) => ({ one, key: keyOf(one) })).sort((a, b) => b.key.length - a.key.length);
    const merged = Object.assign({}, ...keyed.map(({ one }) => one)) as Values;
    return live.map((item) => {
      const like = keyed.find(({ one, key }) => keyOf(membersOf(one, item)) === key);
      return membersOf(like?.one ?? merged, item);
    });
  }
  if (!isObject(wanted) || !isObject(live)) return live;
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, member]) =>
      isUnset(member) || !(name in live) ? [] : [[name, membersOf(member, live[name])]],
    ),
  );
}

/** The value, with the list at the path in an order that depends only on its items. */
function sortedAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name !== undefined && Array.isArray(value)) return value.map((item) => sortedAt(item, [name, ...rest]));
  if (name !== undefined)
    return isObject(value) && name in value ? { ...value, [name]: sortedAt(value[name], rest) } : value;
  return Array.isArray(value)
    ? [...(value as unknown[])].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    : value;
}

function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.entries(member)
            .filter(([, one]) => !isUnset(one))
            .sort(),
        )
      : member,
  );
}
