import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Service } from "../service";

const FILTERABLE = ["label", "disk", "class", "network_out", "memory", "transfer", "vcpus", "gpus"];

/** The plans. The documents mention them (Linode API v4, Linode Create, type), but do not describe them. */
export const typeService: Service = {
  beyondDocuments: true,
  routes: [
    catalogueRoutes(({ types }) => types, {
      list: "/compute/types",
      item: "/compute/types/{id}",
      filterable: FILTERABLE,
    }),
  ],
};
