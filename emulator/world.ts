import type { Authority } from "./auth";
import type { Brand } from "./brand";
import type { Catalogue } from "./catalogue/catalogue";
import type { Clock } from "./clock";
import { serviceDate } from "./clock";
import type { Progress } from "./progress";
import type { Store } from "./store";
import type { Tables } from "./tables";

/** Everything that a service works with. */
export interface World {
  readonly brand: Brand;
  readonly clock: Clock;
  readonly store: Store;
  readonly tables: Tables;
  readonly progress: Progress;
  readonly authority: Authority;
  readonly catalogue: Catalogue;
  /** Emulated milliseconds from the creation of an instance until it runs. Other jobs take a part of it. */
  readonly provisionMs: number;
}

/** Now, as the service writes it. */
export function today(world: World): string {
  return serviceDate(world.clock.now());
}
