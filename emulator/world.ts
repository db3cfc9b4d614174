import type { Authority } from "./access/auth";
import type { Brand } from "./brand";
import type { Catalogue } from "./catalogue/catalogue";
import type { EmulatorClock } from "./state/clock";
import { serviceDate } from "./state/clock";
import type { Events } from "./state/events";
import type { Progress } from "./state/progress";
import type { RateLimits } from "./interface/rate-limits";
import type { Store } from "./state/store";

/** The account that everything belongs to. */
export interface EmulatedAccount {
  /** The same for every token, and after a restart; undefined until the emulator listens. */
  id?: string;
  /** The user of the default tokens. */
  readonly username: string;
  /** Users who need no token, because the account is a copy. */
  readonly users: readonly string[];
}

/** Everything that the route handlers share. */
export interface World {
  readonly brand: Brand;
  readonly clock: EmulatorClock;
  readonly store: Store;
  readonly progress: Progress;
  readonly authority: Authority;
  readonly account: EmulatedAccount;
  readonly events: Events;
  readonly rateLimits: RateLimits;
  readonly catalogue: Catalogue;
  /** Emulated milliseconds until a new instance is running. Other jobs take a fraction of that. */
  readonly provisionMs: number;
  /** Emulated milliseconds until a new database is active. */
  readonly databaseProvisionMs: number;
  /** Whether only documented endpoints and rules apply. */
  readonly documentedOnly: boolean;
  /** Whether the response to a database create includes status and hosts (Linode API v4, Managed Databases). */
  readonly createAnswer: "full" | "bare";
  /** Whether responses are those of the documents, or like the service's today. */
  readonly profile: "documents" | "today";
  /** Aborted when the emulator is closed. */
  readonly closing: AbortSignal;
}

/** The current time in the API's date format. */
export function today(world: World): string {
  return serviceDate(world.clock.now());
}
