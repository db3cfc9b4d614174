import type { Schema } from "./schema";
import { COUNT, documented, ID, listOf, TEXT } from "./schema";

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
