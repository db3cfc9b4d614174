import { listOf } from "../envelope";
import { notFound } from "../errors";
import type { Route } from "../router";
import type { World } from "../world";

/** Regions: list and view (document 1, Regions). No field is filterable; no credentials are needed. */
export function regionRoutes(world: World): Route[] {
  const { regions } = world.catalogue;
  return [
    {
      method: "GET",
      path: "/regions",
      access: "public",
      handle: (call) => listOf(call, regions.values(), [], (region) => region),
    },
    {
      method: "GET",
      path: "/regions/{regionId}",
      access: "public",
      handle: (call) => {
        const region = regions.get(call.params["regionId"] ?? "");
        if (region === undefined) throw notFound();
        return region;
      },
    },
  ];
}
