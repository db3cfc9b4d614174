import { pathPart } from "../definition/ids";
import type { Values } from "../definition/values";
import type { Request, Send } from "./client";

/** The fields that are the ID of the objects of a collection, in the order in which their paths have them, by the collection's path. */
export type IdFields = Map<string, readonly string[]>;

/** What the API itself shows as `id` of an object, whose `id` is the end of its path here. */
export const OWN_ID = "__id";

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
    const below = `${path}/`.startsWith(`${collection}/`) ? path.slice(collection.length).split("/").length - 1 : -1;
    const withId = (live: Values): Values => withIdOf(live, fields);
    if (below === fields.length || (below === 0 && method === "POST")) return withId;
    if (below === 0) return ({ data, ...page }) => ({ ...page, data: Array.isArray(data) ? data.map(withId) : data });
  }
  return (response) => response;
}

export function withIdOf(live: Values, fields: readonly string[]): Values {
  const parts = fields.map((field) => pathPart(live[field]));
  const id = parts.includes(undefined) ? undefined : parts.join("/");
  return { ...live, id, [OWN_ID]: live.id };
}

/** What to say of an object without the fields that are its ID. */
export function withoutId({ id, ...live }: Values): string | undefined {
  if (id !== undefined || !(OWN_ID in live)) return undefined;
  return (
    "without its ID: if that is in other fields than `id`, a resource needs `idFields`, and the option `import` instead of `.get` or " +
    "`pulumi import`; a data source needs `filter`"
  );
}

/** The response as the API has sent it. */
export function asAnswered({ id: _, [OWN_ID]: id, ...live }: Values): Values {
  return { ...(id !== undefined && { id }), ...live };
}
