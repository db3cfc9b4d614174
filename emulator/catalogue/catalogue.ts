import type { Brand } from "../brand";
import type { StackScriptRow } from "./stackscripts";
import type { JsonObject } from "../json";
import type { AccountSeed } from "../public-types";
import type { Engine } from "./engines";
import { ENGINES } from "./engines";
import type { CatalogueImage } from "./images";
import { publicImagesOf } from "./images";
import type { Region } from "./regions";
import { regionsOf } from "./regions";
import { publicStackScriptsOf } from "./stackscripts";
import type { InstancePlan } from "./types";
import { typesOf } from "./types";

/** What the service offers; read-only and the same in every account. */
export interface Catalogue {
  readonly regions: ReadonlyMap<string, Region>;
  readonly types: ReadonlyMap<string, InstancePlan>;
  readonly images: ReadonlyMap<string, CatalogueImage>;
  readonly engines: ReadonlyMap<string, Engine>;
  readonly stackscripts: ReadonlyMap<number, StackScriptRow>;
  /** The plans of database nodes, if they are not derived from `types`. */
  readonly databaseTypes?: ReadonlyMap<string, JsonObject>;
}

/** The lists of an account that are its catalogue. */
export const CATALOGUE_LISTS = {
  regions: "/regions",
  types: "/compute/types",
  images: "/images",
  engines: "/databases/engines",
  databaseTypes: "/databases/types",
} as const;

/** The catalogue, with what the account's lists offer in place of the emulator's own. */
export function seededCatalogue(own: Catalogue, seed: AccountSeed): Catalogue {
  const offered = Object.entries(CATALOGUE_LISTS).flatMap(([part, path]) => {
    const entries = seed[path]?.filter((entry) => path !== CATALOGUE_LISTS.images || entry["is_public"]);
    return entries === undefined || entries.length === 0
      ? []
      : [[part, new Map(entries.map((one) => [one["id"], one]))]];
  });
  // Safe: these are the responses of the same endpoints, so they have the documented members.
  return { ...own, ...(Object.fromEntries(offered) as Partial<Catalogue>) };
}

export function catalogueOf(brand: Brand): Catalogue {
  return {
    regions: byId(regionsOf(brand.title)),
    types: byId(typesOf(brand.title)),
    images: byId(publicImagesOf(brand)),
    engines: byId(ENGINES),
    stackscripts: byId(publicStackScriptsOf(brand)),
  };
}

function byId<K, T extends { readonly id: K }>(items: readonly T[]): ReadonlyMap<K, T> {
  return new Map(items.map((item) => [item.id, item]));
}
