import { listOf } from "../interface/envelope";
import { notFound } from "../interface/errors";
import type { Route } from "../interface/router";
import { get } from "../interface/router";
import type { World } from "../world";
import type { Catalogue } from "./catalogue";

/**
 * Public list and view of one part of the catalogue.
 *
 * @param entriesOf selects the part
 * @param item path of one entry, with the parameter `id`
 */
export function catalogueRoutes<T>(
  entriesOf: (catalogue: Catalogue) => ReadonlyMap<string, T>,
  { list, item, filterable }: { list: string; item: string; filterable: readonly string[] },
): (world: World) => Route[] {
  return (world) => {
    const entries = entriesOf(world.catalogue);
    return [
      get(list, "public", (call) => listOf(world, call, entries.values(), filterable, (entry) => entry)),
      get(item, "public", (call) => {
        const entry = entries.get(call.params["id"] ?? "");
        if (entry === undefined) throw notFound();
        return entry;
      }),
    ];
  };
}
