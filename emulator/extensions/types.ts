import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Route } from "../interface/router";
import type { World } from "../world";

/** Fields that a list request can be filtered on. */
const FILTERABLE = ["label", "disk", "class", "network_out", "memory", "transfer", "vcpus", "gpus"];

/** The plans, to which document 1 refers (Instance create request, type) without showing them. */
export function typeRoutes(world: World): Route[] {
  const paths = { list: "/compute/types", item: "/compute/types/{id}" };
  return catalogueRoutes(world, world.catalogue.types, { ...paths, filterable: FILTERABLE });
}
