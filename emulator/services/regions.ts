import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { Service } from "../service";

/** Regions: list and view (Linode API v4, Regions). No filterable fields, no credentials required. */
export const regionService: Service = {
  routes: [catalogueRoutes(({ regions }) => regions, { list: "/regions", item: "/regions/{id}", filterable: [] })],
};
