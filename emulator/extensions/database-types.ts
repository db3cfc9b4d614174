import { CATALOGUE_LISTS } from "../catalogue/catalogue";
import type { Catalogue } from "../catalogue/catalogue";
import { catalogueRoutes } from "../catalogue/catalogue-routes";
import type { InstancePlan } from "../catalogue/types";
import type { Service } from "../service";

const FILTERABLE = ["label", "class", "disk", "memory", "vcpus"];

/** Possible numbers of nodes in a cluster (Linode API v4, Managed Databases). */
const SIZES = [1, 3];

/** Undocumented engines for which the real service lists prices, too. */
const BEYOND_CATALOGUE = ["postgresql"];

/**
 * The plans for database nodes: all of them. The documents mention them (Linode API v4, Managed Databases, type), but do not
 * describe them.
 */
export const databaseTypeService: Service = {
  beyondDocuments: true,
  seeds: [{ path: CATALOGUE_LISTS.databaseTypes }],
  routes: [
    catalogueRoutes(databaseTypes, {
      list: CATALOGUE_LISTS.databaseTypes,
      item: "/databases/types/{id}",
      filterable: FILTERABLE,
    }),
  ],
};

function databaseTypes({ engines, types, databaseTypes }: Catalogue): ReadonlyMap<string, unknown> {
  if (databaseTypes !== undefined) return databaseTypes;
  const names = new Set([...[...engines.values()].map(({ engine }) => engine), ...BEYOND_CATALOGUE]);
  return new Map([...types].map(([id, plan]) => [id, databaseType(plan, names)]));
}

/** The real prices are not known. In the emulator, a node costs as much as its plan. */
function databaseType({ price, ...plan }: InstancePlan, engines: ReadonlySet<string>) {
  const clusters = SIZES.map((quantity) => ({
    quantity,
    price: { hourly: round(quantity * price.hourly), monthly: quantity * price.monthly },
  }));
  const { id, label, class: category, vcpus, memory, disk } = plan;
  return {
    id,
    label: `DBaaS - ${label}`,
    class: category,
    vcpus,
    memory,
    disk,
    engines: Object.fromEntries([...engines].map((engine) => [engine, clusters])),
  };
}

/** Hourly prices have at most four decimals. */
function round(dollars: number): number {
  return Math.round(dollars * 10_000) / 10_000;
}
