import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Route } from "../interface/router";
import type { World } from "../world";

/** Regions: list and view (Linode API v4, Regions). No filterable fields, no credentials required. */
export function regionRoutes(world: World): Route[] {
  return catalogueRoutes(world, world.catalogue.regions, { list: "/regions", item: "/regions/{id}", filterable: [] });
}
