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
export const FLAG: Schema = { type: "boolean" };
export const INTEGER: Schema = { type: "integer" };
export const COUNT: Schema = { type: "integer", minimum: 0 };
export const ID: Schema = { type: "integer", minimum: 1 };

/** Dates have neither fractions of a second nor a time zone. */
const WITHOUT_ZONE = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$";
export const DATE: Schema = { type: "string", format: "iso-date-time", pattern: WITHOUT_ZONE };

/** Organizational only: their format is not documented. */
export const TAGS: Schema = { type: "array", items: TEXT };

export function orNull(schema: Schema): Schema {
  return { ...schema, type: [schema.type, "null"] };
}

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

/** The response of an operation that returns nothing (Linode API v4, Introduction). */
export const NOTHING: Schema = documented({});

/** A list of objects (Linode API v4, Pagination). */
export function envelopeOf(item: Schema): Schema {
  return documented({
    data: listOf(item),
    page: ID,
    pages: ID,
    results: COUNT,
  });
}

/** An error (Linode API v4, Errors). `field` is absent if the error concerns no field, as on the real service. */
export const FAILURE: Schema = documented({
  errors: {
    type: "array",
    minItems: 1,
    items: documented({ field: { ...TEXT, minLength: 1 }, reason: { ...TEXT, minLength: 1 } }, ["field"]),
  },
});

const fieldsOf = (object: Schema): Fields => object.properties as Fields;

/** Of an object's fields, these: the documents describe those of requests and responses in one table. */
export function only(object: Schema, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(object)).filter(([name]) => names.includes(name)));
}

/** Without those that are "response only". */
export function without(object: Schema, ...readOnly: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(object)).filter(([name]) => !readOnly.includes(name)));
}

/** Fields of requests, of any value. */
export function fields(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, {}]));
}
