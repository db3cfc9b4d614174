import type { Brand } from "../brand";
import type { Engine } from "./engines";
import { ENGINES } from "./engines";
import type { Image } from "./images";
import { publicImagesOf } from "./images";
import type { Region } from "./regions";
import { regionsOf } from "./regions";
import type { InstanceType } from "./types";
import { typesOf } from "./types";

/** What the operator offers: read-only, the same in every account. */
export interface Catalogue {
  readonly regions: ReadonlyMap<string, Region>;
  readonly types: ReadonlyMap<string, InstanceType>;
  readonly images: ReadonlyMap<string, Image>;
  readonly engines: ReadonlyMap<string, Engine>;
}

/** The catalogue in the brand's words. */
export function catalogueOf(brand: Brand): Catalogue {
  return {
    regions: byId(regionsOf(brand.title)),
    types: byId(typesOf(brand.title)),
    images: byId(publicImagesOf(brand)),
    engines: byId(ENGINES),
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
