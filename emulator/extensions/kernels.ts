import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Route } from "../interface/router";
import type { World } from "../world";

const FILTERABLE = ["label", "version", "kvm", "architecture", "pvops", "deprecated", "built"];

/** The kernels that a config profile can use. */
export function kernelRoutes(world: World): Route[] {
  const paths = { list: "/compute/kernels", item: "/compute/kernels/{+id}" };
  return catalogueRoutes(world, world.catalogue.kernels, { ...paths, filterable: FILTERABLE });
}
