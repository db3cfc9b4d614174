import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Route } from "../interface/router";
import type { World } from "../world";

/** Fields that a list request can be filtered on. */
const FILTERABLE = ["label", "disk", "class", "network_out", "memory", "transfer", "vcpus", "gpus"];

/** The plans, which the documents refer to (Linode API v4, Linode Create, type) without describing them. */
export function typeRoutes(world: World): Route[] {
  const paths = { list: "/compute/types", item: "/compute/types/{id}" };
  return catalogueRoutes(world, world.catalogue.types, { ...paths, filterable: FILTERABLE });
}
