/** A JSON object with unknown contents. */
export type JsonObject = { [key: string]: unknown };

/** Whether a JSON value is an object, and not an array, a scalar or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of an own key, never of an inherited one such as `constructor`. */
export function sent(body: JsonObject, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}
