import { nearest, commaList } from "../lifecycle/wording";
import type { Request, Send } from "../api/client";
import { CloudError } from "../api/errors";
import { readList } from "../api/paging";
import type { Values } from "../definition/values";
import { readNarrowed } from "./narrowed";
import type { KnownBy, DataSourceRule, DataSourceCall } from "./rule";

/**
 * The one resource with the name that is set instead of an ID. The API's filter is used but not relied on: if it leaves no match, the
 * whole list is searched.
 * @throws CloudError if there is none, with the nearest existing names, or if there are several, with their IDs.
 */
export async function onlyMatch(
  { rule, args }: DataSourceCall,
  { name, canonical = (text) => text }: KnownBy,
  send: Send,
): Promise<Values> {
  const wanted = String(args[name]);
  const request: Omit<Request, "method"> = { path: listOf(rule), isPublic: rule.scope === undefined };
  const fitting = (items: readonly Values[]): readonly Values[] =>
    items.filter(({ [name]: own }) => typeof own === "string" && canonical(own) === canonical(wanted));

  const narrowed = fitting(await readNarrowed(send, request, { [name]: wanted }));
  const all = narrowed.length > 0 ? narrowed : await readList(send, request);
  const [found, ...others] = fitting(all);
  if (!found) throw new CloudError(none(rule, { field: name, wanted }, all));
  if (others.length > 0) throw new CloudError(several(rule, { field: name, wanted }, [found, ...others]));
  return found;
}

interface WantedName {
  readonly field: string;
  readonly wanted: string;
}

/** The path of the list: that of the resource, without the ID. */
function listOf({ path }: DataSourceRule): string {
  return path.slice(0, path.lastIndexOf("/{"));
}

function none({ noun }: DataSourceRule, { field, wanted }: WantedName, all: readonly Values[]): string {
  const names = all.flatMap(({ [field]: own }) => (typeof own === "string" ? [own] : []));
  const missing = `No ${noun} with ${field} "${wanted}" is visible to this token`;
  const account = "the provider's account";
  if (names.length === 0) return `${missing}, nor is any other ${noun}. Check ${account}.`;
  const near = nearest(wanted, names).map((each) => `"${each}"`);
  const meant = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ".";
  return `${missing}${meant} Check the ${field} and ${account}. Existing: ${commaList(names)}.`;
}

function several({ name, noun }: DataSourceRule, { field, wanted }: WantedName, found: readonly Values[]): string {
  const ids = found.map(({ id }) => String(id));
  return (
    `More than one ${noun} has ${field} "${wanted}" (${found.length}). Select one by ID: ` +
    `${name}({ id: ${JSON.stringify(found[0]?.id)} }). IDs: ${commaList(ids)}.`
  );
}
