/** A JSON Schema (draft 7). */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** The fields of an object, each with its schema. */
export type Fields = Readonly<Record<string, Schema>>;

/**
 * A documented object: it has exactly these fields.
 *
 * @param mayLack fields that a response may omit
 */
export function documented(fields: Fields, mayLack: readonly string[] = []): Schema {
  const required = Object.keys(fields).filter((name) => !mayLack.includes(name));
  return { type: "object", properties: fields, required, additionalProperties: false };
}

export const TEXT: Schema = { type: "string" };
export const TEXT_OR_NULL: Schema = { type: ["string", "null"] };
export const FLAG: Schema = { type: "boolean" };
export const INTEGER: Schema = { type: "integer" };
export const COUNT: Schema = { type: "integer", minimum: 0 };
export const ID: Schema = { type: "integer", minimum: 1 };

/** Dates have neither fractions of a second nor a time zone. */
const WITHOUT_ZONE = { format: "iso-date-time", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$" };
export const DATE: Schema = { type: "string", ...WITHOUT_ZONE };
export const DATE_OR_NULL: Schema = { type: ["string", "null"], ...WITHOUT_ZONE };

/** Organizational only: their format is not documented. */
export const TAGS: Schema = { type: "array", items: TEXT };

const ADDRESS = [{ format: "ipv4" }, { format: "ipv6" }];
export const IP_ADDRESS: Schema = { type: "string", anyOf: ADDRESS };

export function oneOf(...values: readonly string[]): Schema {
  return { type: "string", enum: values };
}

/** A string of a length in this range. */
export function text(minLength: number, maxLength: number): Schema {
  return { type: "string", minLength, maxLength };
}

export function integer(minimum: number, maximum: number): Schema {
  return { type: "integer", minimum, maximum };
}

export function listOf(items: Schema): Schema {
  return { type: "array", items };
}
