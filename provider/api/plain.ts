import type { Values } from "../definition/values";
import type { Request, Send } from "./client";
import type { Reads } from "./reads";

/** The fields that are the ID of the objects of a collection, in the order in which their paths have them, by the collection's path. */
export type IdFields = Map<string, readonly string[]>;

/** Reads of the API under its own names. Objects of the collections in `idFields` have an `id` in addition. */
export interface PlainReads {
  readonly reads: Reads;
  readonly idFields: IdFields;
}

/** Sends requests under the API's own names. */
export function plainly(send: Send, idFields: IdFields): Send {
  return async (request) => {
    const identified = identifier(request, idFields);
    const { rejectReason } = request;
    const response = await send({
      ...request,
      isPlain: true,
      ...(rejectReason && { rejectReason: (live: Values) => rejectReason(identified(live)) }),
    });
    return identified(response);
  };
}

/** Adds IDs to the response: to an object, or to the entries of a list. */
function identifier({ method, path }: Request, idFields: IdFields): (response: Values) => Values {
  for (const [collection, fields] of idFields) {
    const below =
      path === collection ? 0 : path.startsWith(`${collection}/`) ? levelsIn(path) - levelsIn(collection) : -1;
    const withId = (live: Values): Values => withIdOf(live, fields);
    if (below === fields.length || (below === 0 && method === "POST")) return withId;
    if (below === 0) return ({ data, ...page }) => ({ ...page, data: Array.isArray(data) ? data.map(withId) : data });
  }
  return (response) => response;
}

function withIdOf(live: Values, fields: readonly string[]): Values {
  const parts = fields.map((field) => live[field]);
  const isWhole = parts.every((part) => typeof part === "string" || typeof part === "number");
  return { ...live, id: isWhole ? parts.join("/") : undefined };
}

function levelsIn(path: string): number {
  return path.split("/").length;
}
