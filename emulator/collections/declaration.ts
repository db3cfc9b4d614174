import { Problems } from "../interface/errors";
import { list, object, parse, text } from "../interface/validation";
import { isObject } from "../json";
import type { CollectionSpec } from "../public-types";

const PATH = /^(\/[\w-]+(\/\{id\})?)*\/[\w-]+$/;
const NAMES = list(text(1));
const OBJECT = object({});
const LISTS = { id: NAMES, unique: NAMES, status: NAMES, parts: NAMES, apart: NAMES };
const SHAPE = { ...LISTS, defaults: OBJECT, actions: OBJECT, scope: text(1), grant: text(1) };

/**
 * The declared collections by path, those of parents first.
 * @throws Error that names each invalid property by its path
 */
export function declaredCollections(option: unknown): [string, CollectionSpec][] {
  const problems = new Problems();
  if (!isObject(option)) throw new Error("collections: must be an object");
  for (const [path, spec] of Object.entries(option)) {
    const name = JSON.stringify(path);
    if (!PATH.test(path)) problems.add(name, "Must be a path such as /volumes or /vpcs/{id}/subnets");
    const known = isObject(spec) ? spec : {};
    if (known !== spec) problems.add(name, "Must be of type Object");
    parse(SHAPE, known, problems, `${name}.`);
    for (const [key, value] of Object.entries(known)) {
      if (!(key in SHAPE)) problems.add(`${name}.${key}`, "Is not a known property");
      else if (value === null) problems.add(`${name}.${key}`, "Must not be null");
    }
    for (const [action, fields] of Object.entries(isObject(known["actions"]) ? known["actions"] : {})) {
      const shape = { [action]: Array.isArray(fields) ? NAMES : OBJECT };
      parse(shape, { [action]: fields ?? "null" }, problems, `${name}.actions.`);
    }
  }
  const found = problems.items.map(({ field = "", reason }) => `${field}: ${reason}`);
  if (found.length > 0) throw new Error(`collections: ${found.join("; ")}`);
  // Safe: each was checked.
  return (Object.entries(option) as [string, CollectionSpec][]).sort(([one], [other]) => one.length - other.length);
}
