import { CATALOGUE_LISTS } from "../catalogue/catalogue";
import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Service } from "../service";

const FILTERABLE = ["label", "disk", "class", "network_out", "memory", "transfer", "vcpus", "gpus"];

/** The plans. The documents mention them (Linode API v4, Linode Create, type), but do not describe them. */
export const typeService: Service = {
  beyondDocuments: true,
  seeds: [{ path: CATALOGUE_LISTS.types }],
  routes: [
    catalogueRoutes(({ types }) => types, {
      list: CATALOGUE_LISTS.types,
      item: "/compute/types/{id}",
      filterable: FILTERABLE,
    }),
  ],
};
