import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Service } from "../service";

/** Filterable fields (Linode API v4, Managed Database Engines). */
const FILTERABLE = ["engine", "version"];

/** Database engines: list and view (Linode API v4, Managed Database Engines). No credentials required. */
export const engineService: Service = {
  routes: [
    catalogueRoutes(({ engines }) => engines, {
      list: "/databases/engines",
      item: "/databases/engines/{+id}",
      filterable: FILTERABLE,
    }),
  ],
};
