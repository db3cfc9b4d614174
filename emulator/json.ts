/** A JSON object whose content is not known yet. */
export type JsonObject = { [key: string]: unknown };

/** Whether a JSON value is an object, as opposed to an array, a scalar or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a key that was really sent: nothing inherited. */
export function sent(body: JsonObject, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}
