import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Service } from "../service";

const FILTERABLE = ["label", "version", "kvm", "architecture", "pvops", "deprecated", "built"];

/** The kernels that a config profile can use. */
export const kernelService: Service = {
  beyondDocuments: true,
  routes: [
    catalogueRoutes(({ kernels }) => kernels, {
      list: "/compute/kernels",
      item: "/compute/kernels/{+id}",
      filterable: FILTERABLE,
    }),
  ],
};
