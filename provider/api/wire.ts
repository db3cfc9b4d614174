import { toCamel, toSnake } from "../definition/names";
import type { Values } from "../definition/values";
import type { Reason } from "./errors";

/**
 * The only place that translates between the API's names and ours: snake_case and camelCase, the brand and the neutral word
 * `compute` (path segment, `compute_id`, image prefix `compute/`).
 */
export interface Wire {
  readonly path: (neutral: string) => string;
  body(values: Values): Values;
  response(body: unknown): Values;
  reason(error: { readonly field?: unknown; readonly reason?: unknown }): Reason;
}

/** The word that the API documents use in place of the brand. */
export const NEUTRAL_BRAND = "compute";
const IMAGE_FIELDS = new Set(["image", "id"]);
/** The contents of these fields are the user's own, so neither names nor values are translated. */
const UNTRANSLATED = new Set(["stackscriptData", "stackscript_data"]);

export function wireFor(brand: string): Wire {
  const keyToWire = remembered((key) => toSnake(key).replace(/^compute_id$/, `${brand}_id`));
  const keyFromWire = remembered((key) => toCamel(key === `${brand}_id` ? "compute_id" : key));
  const rename = (value: unknown, key: (name: string) => string, image: (id: string) => string): unknown => {
    if (Array.isArray(value)) return value.map((item) => rename(item, key, image));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]: [string, unknown]) => [
        key(name),
        UNTRANSLATED.has(name)
          ? member
          : typeof member === "string" && IMAGE_FIELDS.has(name)
            ? image(member)
            : rename(member, key, image),
      ]),
    );
  };
  return {
    path: (neutral) => neutral.replace(/^(\/images)?\/compute(?=\/)/, `$1/${brand}`),
    body: (values) => rename(values, keyToWire, (id) => withPrefix(id, NEUTRAL_BRAND, brand)) as Values,
    response: (body) => rename(body, keyFromWire, (id) => withPrefix(id, brand, NEUTRAL_BRAND)) as Values,
    reason: reasonBy((field) => field.split(".").map(keyFromWire).join(".")),
  };
}

/** Translates only paths: bodies are under the API's own names. */
export function plainWireFor(brand: string): Wire {
  const asItIs = (body: unknown): Values => body as Values;
  return { path: wireFor(brand).path, body: asItIs, response: asItIs, reason: reasonBy((field) => field) };
}

function reasonBy(property: (field: string) => string): Wire["reason"] {
  return ({ field, reason }) => ({
    ...(typeof field === "string" && field !== "" ? { property: property(field) } : {}),
    reason: typeof reason === "string" ? reason : "no reason given",
  });
}

/** A path in which a program may also have written the brand. */
export function neutralPath(path: string, brand: string): string {
  return path.startsWith(`/${brand}/`) ? `/${NEUTRAL_BRAND}/${path.slice(brand.length + 2)}` : path;
}

/** The inputs of a resource or a data source, in which a program may also write the ID of an image with the brand. */
export function neutralInputs(args: Values, brand: string): Values {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === "string" && IMAGE_FIELDS.has(name) ? withPrefix(value, brand, NEUTRAL_BRAND) : value,
    ]),
  );
}

/** Caches the translations, because responses repeat the same few names. */
function remembered(rename: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    let renamed = known.get(key);
    if (renamed === undefined) known.set(key, (renamed = rename(key)));
    return renamed;
  };
}

/** The ID of an image with the prefix `other`, if it has the prefix `brand`. */
function withPrefix(id: string, brand: string, other: string): string {
  return id.startsWith(`${brand}/`) ? `${other}${id.slice(brand.length)}` : id;
}
