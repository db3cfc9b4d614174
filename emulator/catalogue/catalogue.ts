import type { Brand } from "../brand";
import type { StackScriptRow } from "./stackscripts";
import type { Engine } from "./engines";
import { ENGINES } from "./engines";
import type { CatalogueImage } from "./images";
import { publicImagesOf } from "./images";
import type { Kernel } from "./kernels";
import { kernelsOf } from "./kernels";
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
  readonly kernels: ReadonlyMap<string, Kernel>;
  readonly stackscripts: ReadonlyMap<number, StackScriptRow>;
}

export function catalogueOf(brand: Brand): Catalogue {
  return {
    regions: byId(regionsOf(brand.title)),
    types: byId(typesOf(brand.title)),
    images: byId(publicImagesOf(brand)),
    engines: byId(ENGINES),
    kernels: byId(kernelsOf(brand)),
    stackscripts: byId(publicStackScriptsOf(brand)),
  };
}

function byId<K, T extends { readonly id: K }>(items: readonly T[]): ReadonlyMap<K, T> {
  return new Map(items.map((item) => [item.id, item]));
}
