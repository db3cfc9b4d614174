import type { Authority } from "./access/auth";
import type { Brand } from "./brand";
import type { Catalogue } from "./catalogue/catalogue";
import type { Clock } from "./state/clock";
import { serviceDate } from "./state/clock";
import type { Events } from "./state/events";
import type { Progress } from "./state/progress";
import type { RateLimits } from "./interface/rate-limits";
import type { Store } from "./state/store";
import type { Tables } from "./state/tables";

/** Everything that a service works with. */
export interface World {
  readonly brand: Brand;
  readonly clock: Clock;
  readonly store: Store;
  readonly tables: Tables;
  readonly progress: Progress;
  readonly authority: Authority;
  readonly events: Events;
  readonly rateLimits: RateLimits;
  readonly catalogue: Catalogue;
  /** Emulated milliseconds from the creation of an instance until it runs. Other jobs take a fraction of that. */
  readonly provisionMs: number;
  /** The same for a database. */
  readonly databaseProvisionMs: number;
  /** Whether only the documents' rules and endpoints are served. */
  readonly documentedOnly: boolean;
  /** Whether the response to the creation of a database shows its status and hosts (Linode API v4, Managed Databases). */
  readonly createAnswer: "full" | "bare";
  /** Aborted when the emulator is closed. */
  readonly closing: AbortSignal;
}

/** The current time, as the service writes it. */
export function today(world: World): string {
  return serviceDate(world.clock.now());
}
