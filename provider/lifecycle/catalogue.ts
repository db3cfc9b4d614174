import { isNotOffered } from "../api/errors";
import { readList } from "../api/paging";
import type { Failure } from "../arguments/types";
import { effectiveValue, replacingArguments } from "../definition";
import type { Definition, Values } from "../definition";
import { hasUnknown } from "../unknown";
import { isSame } from "./compare";
import { optionsOf } from "./context";
import type { Context } from "./context";
import { sourceOf } from "./origin";
import { onceInRun } from "./run-memory";

/** How many valid values a message names. */
const MOST_NAMED = 20;

/** Whether a replacement with these arguments would delete the old object before it knows that the service accepts the new one. */
export function deletesBeforeItKnows(definition: Definition, olds: Values, news: Values): boolean {
  const { generated, importStays } = optionsOf(news);
  if (Object.keys(olds).length === 0 || generated || importStays) return false;
  return replacingArguments(definition).some((name) => {
    const rule = definition.args[name];
    const [now, before] = [news, olds].map((values) => effectiveValue(definition, name, values));
    return rule && rule.sentIn !== "path" && !hasUnknown(now) && !isSame(rule, now, before, news);
  });
}

/** What the service's catalogues do not have of these arguments. Each catalogue is read once in a run. */
export async function missingFromCatalogues(
  definition: Definition,
  args: Values,
  context: Context,
): Promise<readonly Failure[]> {
  const listed = Object.entries(definition.args).flatMap(([name, { listedIn }]) => {
    const source = definition.origins?.[name] ? sourceOf(definition, args) : undefined;
    const { path, id } = source ?? { path: name, id: args[name] };
    const isId = typeof id === "string" || typeof id === "number";
    return listedIn !== undefined && isId ? [{ path, value: String(id), listedIn }] : [];
  });
  const failures = await Promise.all(
    listed.map(async ({ path, value, listedIn }) => {
      const ids = await idsIn(listedIn, context);
      if (!ids || isAmong(ids, value)) return [];
      return [
        {
          path,
          reason: `is "${value}", which the service does not have; it has ${ids.slice(0, MOST_NAMED).join(", ")}`,
        },
      ];
    }),
  );
  return failures.flat();
}

/** undefined where the service does not offer the catalogue. */
async function idsIn(path: string, { memory, send }: Context): Promise<readonly string[] | undefined> {
  try {
    const list = await onceInRun(memory.catalogues, path, () => readList(send, { path, isPublic: true }));
    return list.map(({ id }) => String(id));
  } catch (error) {
    if (isNotOffered(error)) return undefined;
    throw error;
  }
}

/** The operator's word may stand before the slash in more than one spelling; any other word there is part of the id. */
function isAmong(ids: readonly string[], value: string): boolean {
  if (ids.includes(value)) return true;
  const isWordKnown = ids.some((id) => id.slice(0, -lastPart(id).length) === value.slice(0, -lastPart(value).length));
  return !isWordKnown && ids.some((id) => lastPart(id) === lastPart(value));
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
