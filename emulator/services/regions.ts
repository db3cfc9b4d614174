import { CATALOGUE_LISTS } from "../catalogue/catalogue";
import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Service } from "../service";

/** Regions: list and view (Linode API v4, Regions). No filterable fields, no credentials required. */
export const regionService: Service = {
  seeds: [{ path: CATALOGUE_LISTS.regions }],
  routes: [
    catalogueRoutes(({ regions }) => regions, { list: CATALOGUE_LISTS.regions, item: "/regions/{id}", filterable: [] }),
  ],
};
