import type { CollectionSpec } from "../../emulator/index";
import { SERVICES, seedListsOf } from "../../emulator/services";
import { neutralPath } from "../../provider/api/wire";
import { formOf } from "../../provider/definition/definition";
import { isUsualId } from "../../provider/definition/ids";
import { withoutUnset } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { KNOWN_COLLECTIONS } from "../../provider/resources/api-collections";
import type { KnownInputs } from "../../provider/resources/api-collections";

/** Declarations of collections for an emulator, by path. */
export type Collections = Readonly<Record<string, CollectionSpec>>;

/** The path under which a collection is declared: `/vpcs/{id}/subnets`. */
function shapeOf(collection: string, brand: string): string {
  return formOf(neutralPath(collection, brand)).replaceAll("{}", "{id}");
}

/**
 * The collections that a copy of an account needs for ApiObjects: theirs, those around them, and the known ones inside them, whose path a
 * preview does not show while the object around them is new. Without what the emulator serves by itself.
 * @param objects inputs of the ApiObjects
 */
export function collectionsOf(objects: readonly Values[], brand: string): Collections {
  const known = new Map(Object.entries(KNOWN_COLLECTIONS).map(([path, one]) => [path.replaceAll("{}", "{id}"), one]));
  const given = new Map(objects.map((args) => [shapeOf(String(args.collection), brand), withoutUnset(args)]));
  const inside = (path: string): string[] => [...known.keys()].filter((other) => other.startsWith(`${path}/{id}/`));
  const paths = [...given.keys()].flatMap((path) => [...around(path), path, ...inside(path)]);
  const own = seedListsOf(SERVICES).map((list) => list.path);
  const others = paths.filter((path) => !own.some((one) => `${path}/`.startsWith(`${one}/`)));
  return Object.fromEntries(others.map((path) => [path, declarationOf({ ...known.get(path), ...given.get(path) })]));
}

/** The collections that the IDs in a path are from. */
function around(path: string): string[] {
  return [...path.matchAll(/\/\{id\}/g)].map(({ index }) => path.slice(0, index));
}

function declarationOf({ identifiedBy, idFields, ready, updatePath = {}, read = {} }: KnownInputs): CollectionSpec {
  const parts: string[] = [];
  const apart = Object.values(read);
  const actions: Record<string, string[] | Record<string, null>> = {};
  for (const [field, requests] of Object.entries(updatePath)) {
    const [[method, path = ""] = [], [, removal] = []] = requests.split(", ").map((request) => request.split(" "));
    if (method === "PUT" && !apart.includes(path)) parts.push(path);
    else if (method === "POST") actions[path] = [field];
    if (removal !== undefined) actions[removal] = { [field]: null };
  }
  return {
    ...(identifiedBy === undefined ? {} : { unique: [identifiedBy] }),
    ...(ready ? { defaults: { [ready.field ?? "status"]: ready.values[0] ?? null } } : {}),
    ...(idFields && !isUsualId(idFields) && { id: [...idFields] }),
    ...(apart.length > 0 && { apart }),
    parts,
    actions,
  };
}
