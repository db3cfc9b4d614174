import type { Address } from "../../api/base-address";
import type { Clock } from "../../api/clock";
import type { Send } from "../../api/client";
import type { Reads } from "../../api/reads";
import type { Transfer } from "../../api/transfer";
import type { Journal } from "../../journal/journal";
import type { RunMemory } from "./run-memory";

/** What a call of the lifecycle needs from its surroundings. Nothing in it belongs to Pulumi. */
export interface Context {
  readonly send: Send;
  readonly address: Address;
  readonly reads: Reads;
  readonly transfer: Transfer;
  readonly clock: Clock;
  /**
   * The time by the service's own clock, in milliseconds since 1970: not later than it is, and up to a second earlier. Undefined before the
   * first answer.
   */
  readonly serviceTime: () => number | undefined;
  readonly memory: RunMemory;
  readonly journal: Journal;
  /** Aborted when the user stops the run. Waits end then; requests already sent do not. */
  readonly signal: AbortSignal;
  /** For how long reads retry failures other than a 429: the call belongs to a command that only reads. */
  readonly troubleMs?: number | undefined;
  /** Outputs that have paths of their own (credentials, certificates) are not read. */
  readonly omitsSubResources?: boolean | undefined;
  /** Why no request that needs the token can succeed, where that is known beforehand. */
  readonly problem?: string | undefined;
  /** Replaces the status text in the resource's row of the display. */
  progress(message: string): void;
  /** Adds an informational message to the resource's diagnostics. */
  info(message: string): void;
  /** Adds a warning there. */
  warn(message: string): void;
}

/** How a call of this context waits for what it reads, and whom it tells. */
export function readingIn(context: Context) {
  const { troubleMs } = context;
  return { troubleMs, tell: (message: string): void => context.progress(message) };
}
