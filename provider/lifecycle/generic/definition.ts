import { OWN_ID, asAnswered } from "../../api/plain";
import type { ArgumentRule } from "../../definition/argument";
import { formOf } from "../../definition/definition";
import type { Definition, GenericDefinition } from "../../definition/definition";
import { idOfParts, partOfId } from "../../definition/ids";
import { statusIn } from "../../definition/status";
import type { Step } from "../../definition/step";
import { anything, jsonObject, objectId } from "../../definition/types";
import type { ArgumentType } from "../../definition/types";
import { isUnset, partsOfPath, withoutUnsetBelow } from "../../definition/values";
import type { Values } from "../../definition/values";
import { handlingOf } from "../../resources/api-collections";
import type { Handling } from "../../resources/api-collections";
import { membersOf, sortedAt } from "./likeness";

/** Name of the output with the whole response. */
export const RESPONSE = "__response";

/**
 * The pattern of a collection, `/vpcs/{__parent1}/subnets`, and the parents' IDs by placeholder.
 * @param collection with `compute` as the brand
 */
export function placeOf(collection: string) {
  const parents: Values = {};
  const pattern = collection.replace(/(?<=\/)\d+(?=\/)/g, (id) => {
    const name = `__parent${Object.keys(parents).length + 1}`;
    parents[name] = Number(id);
    return `{${name}}`;
  });
  return { pattern, parents };
}

/** What the definition of a collection is made of. */
interface DefinitionSource {
  readonly place: ReturnType<typeof placeOf>;
  /** The inputs, or what the state has of them. */
  readonly given?: Values;
  readonly body?: Values;
  /** Names of the fields that were in `body` before. */
  readonly before?: readonly string[];
}

/** The definition by which the lifecycle handles objects of a collection: each field of `body` is an input. */
export function definitionOfCollection(
  { isGeneric: _, ...generic }: GenericDefinition,
  { place, given = {}, body = {}, before = [] }: DefinitionSource,
): Definition {
  const form = formOf(place.pattern);
  const handling = handlingOf(form, given, body);
  const { uniqueBy, ready, idFields, parts } = handling;
  const status = ready && statusRule(ready.field, ready.values);
  const parent: ArgumentRule<unknown> = {
    type: objectId as ArgumentType,
    required: true,
    sent: { in: "path" },
    change: { replaces: true },
  };
  const named = new Set([...Object.keys(body), ...before, ...(uniqueBy ?? [])]);
  const fields = [...named].filter((name) => !Object.hasOwn(place.parents, name));
  const created = Object.keys(body).filter((name) => !parts.has(name));
  return {
    ...generic,
    collection: place.pattern,
    ids: {
      type: idOfParts(idFields.length),
      pathEnds: idFields,
      example: [form.replaceAll("{}", "12"), ...idFields.map((field) => (field === "id" ? "123" : field))].join("/"),
    },
    args: Object.fromEntries([
      ...Object.keys(place.parents).map((name) => [name, parent]),
      ...fields.map((name) => [name, ruleOf(name, { handling, wanted: body[name], ...(status && { status }) })]),
    ]) as Definition["args"],
    outputs: {
      from: { [RESPONSE]: { field: RESPONSE, from: asAnswered } },
      ...(parts.size > 0 && { parts: Object.fromEntries(parts) }),
    },
    checks: {},
    identity: uniqueBy
      ? {
          by: uniqueBy,
          unique: true,
          mayBeShownAs: (args, live) => uniqueBy.every((by) => isSpelledAs(args[by], live[by])),
        }
      : { by: created, mayBeShownAs: () => true },
    ...(status && { status }),
  };
}

function ruleOf(
  name: string,
  { handling, wanted, status }: Pick<Definition, "status"> & { readonly handling: Handling; readonly wanted: unknown },
): ArgumentRule<unknown> {
  const { uniqueBy, idFields, requests, parts, updateMethod, unordered } = handling;
  const [set, unset] = requests.get(name) ?? [];
  const until = status && ((live: Values) => status.idle.includes(String(statusIn({ status }, live))));
  const steps = (args: Values): Step[] =>
    [isUnset(args[name]) ? unset : set].flatMap((request) =>
      request ? [stepOf(request, { [name]: args[name] }, until)] : [],
    );
  const lists = unordered.map(partsOfPath).flatMap(([first, ...rest]) => (first === name ? [rest] : []));
  const isPart = parts.has(name);
  const replaces = wanted !== undefined && (updateMethod === "none" || handling.replaceOn.includes(name));
  return {
    ...(uniqueBy?.includes(name) && { required: true }),
    type: (idFields.includes(name) ? partOfId : set?.startsWith("PUT ") ? jsonObject : anything) as ArgumentType,
    read: { from: (live) => membersOf(wanted, live[name === "id" ? OWN_ID : name]) },
    compare: { by: (value) => lists.reduce(sortedAt, withoutUnsetBelow(value)) },
    sent: {
      ...(set !== undefined && { in: isPart ? "nowhere" : "create" }),
      ...(updateMethod === "POST" && { by: "POST" }),
    },
    change: {
      ...(replaces ? { replaces: true } : {}),
      ...(set !== undefined && (isPart || !replaces) && { steps }),
      ...(isPart && { appliedAfterCreate: () => true }),
    },
    ...(unset !== undefined && { removal: { sends: null } }),
  };
}

function isSpelledAs(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
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
