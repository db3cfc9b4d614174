import { nearest, listed } from "../lifecycle/wording";
import type { Request, Send } from "../api/client";
import { CloudError } from "../api/errors";
import { readList } from "../api/paging";
import type { Values } from "../definition/values";
import { readNarrowed } from "./narrowed";
import type { KnownBy, LookupRule, Question } from "./rule";

/**
 * The one object that has the name which is given in place of an id. The service's filter is a help and never believed: where it
 * leaves nothing that fits, the whole list is looked through.
 * @throws CloudError where there is none, with the nearest names that there are, and where there are several, with their ids.
 */
export async function theOneKnownBy(
  { rule, args }: Question,
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

/** A name that was asked for. */
interface Name {
  readonly field: string;
  readonly wanted: string;
}

/** Where the objects are listed: their path without the id. */
function listOf({ path }: LookupRule): string {
  return path.slice(0, path.lastIndexOf("/{"));
}

function none({ noun }: LookupRule, { field, wanted }: Name, all: readonly Values[]): string {
  const names = all.flatMap(({ [field]: own }) => (typeof own === "string" ? [own] : []));
  const missing = `there is no ${noun} with ${field} "${wanted}" that this token may see`;
  const account = "that the provider's account is the right one";
  if (names.length === 0) return `${missing}, nor any other ${noun}. Check ${account}.`;
  const near = nearest(wanted, names).map((each) => `"${each}"`);
  const meant = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ".";
  return `${missing}${meant} There are: ${listed(names)}. Check the ${field}, and ${account}.`;
}

function several({ name, noun }: LookupRule, { field, wanted }: Name, found: readonly Values[]): string {
  const ids = found.map(({ id }) => String(id));
  return (
    `there are ${found.length} with ${field} "${wanted}", and nothing tells which ${noun} is meant. Their ids: ${listed(ids)}. ` +
    `Give the id of one in place of the ${field}: ${name}({ id: ${JSON.stringify(found[0]?.id)} }).`
  );
}
