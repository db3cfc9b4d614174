import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Route } from "../interface/router";
import type { World } from "../world";

const FILTERABLE = ["label", "disk", "class", "network_out", "memory", "transfer", "vcpus", "gpus"];

/** The plans. The documents mention them (Linode API v4, Linode Create, type), but do not describe them. */
export function typeRoutes(world: World): Route[] {
  const paths = { list: "/compute/types", item: "/compute/types/{id}" };
  return catalogueRoutes(world, world.catalogue.types, { ...paths, filterable: FILTERABLE });
}
