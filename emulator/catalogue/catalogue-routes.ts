import { listOf } from "../interface/envelope";
import { notFound } from "../interface/errors";
import type { Route } from "../interface/router";
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
    {
      method: "GET",
      path: list,
      access: "public",
      handle: (call) => listOf(world, call, entries.values(), filterable, (entry) => entry),
    },
    {
      method: "GET",
      path: item,
      access: "public",
      handle: (call) => {
        const entry = entries.get(call.params["id"] ?? "");
        if (entry === undefined) throw notFound();
        return entry;
      },
    },
  ];
}
