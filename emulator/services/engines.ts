import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Route } from "../interface/router";
import type { World } from "../world";

/** Filterable fields (Linode API v4, Managed Database Engines). */
const FILTERABLE = ["engine", "version"];

/** Database engines: list and view (Linode API v4, Managed Database Engines). No credentials required. */
export function engineRoutes(world: World): Route[] {
  const paths = { list: "/databases/engines", item: "/databases/engines/{+id}" };
  return catalogueRoutes(world, world.catalogue.engines, { ...paths, filterable: FILTERABLE });
}
