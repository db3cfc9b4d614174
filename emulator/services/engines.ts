import { CATALOGUE_LISTS } from "../catalogue/catalogue";
import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Service } from "../service";

/** Filterable fields (Linode API v4, Managed Database Engines). */
const FILTERABLE = ["engine", "version"];

/** Database engines: list and view (Linode API v4, Managed Database Engines). No credentials required. */
export const engineService: Service = {
  seeds: [{ path: CATALOGUE_LISTS.engines }],
  routes: [
    catalogueRoutes(({ engines }) => engines, {
      list: CATALOGUE_LISTS.engines,
      item: "/databases/engines/{+id}",
      filterable: FILTERABLE,
    }),
  ],
};
