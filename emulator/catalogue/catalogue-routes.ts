import { listOf } from "../interface/envelope";
import { notFound } from "../interface/errors";
import type { Route } from "../interface/router";
import { get } from "../interface/router";
import type { World } from "../world";

/**
 * Public list and view of one part of the catalogue.
 *
 * @param item path of one entry, with the parameter `id`
 */
export function catalogueRoutes<T>(
  world: World,
  entries: ReadonlyMap<string, T>,
  { list, item, filterable }: { list: string; item: string; filterable: readonly string[] },
): Route[] {
  return [
    get(list, "public", (call) => listOf(world, call, entries.values(), filterable, (entry) => entry)),
    get(item, "public", (call) => {
      const entry = entries.get(call.params["id"] ?? "");
      if (entry === undefined) throw notFound();
      return entry;
    }),
  ];
}
