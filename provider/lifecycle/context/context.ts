import type { Address } from "../../api/base-address";
import type { Clock } from "../../api/clock";
import type { Send } from "../../api/client";
import type { Reads } from "../../api/reads";
import type { Transfer } from "../../api/transfer";
import type { Journal } from "../../journal/journal";
import type { RunMemory } from "./run-memory";

/** What a lifecycle call needs of the world around it; nothing in it is Pulumi's. */
export interface Context {
  readonly send: Send;
  readonly address: Address;
  readonly reads: Reads;
  readonly transfer: Transfer;
  readonly clock: Clock;
  readonly memory: RunMemory;
  readonly journal: Journal;
  /** Aborted when the user stops the run: waits end, requests under way do not. */
  readonly signal: AbortSignal;
  /** Why nothing that needs the token can be sent, where that is known beforehand. */
  readonly problem?: string | undefined;
  /** Replaces what the resource's own row of the display says. */
  progress(message: string): void;
  /** Stays in the resource's diagnostics, as news. */
  info(message: string): void;
  /** Stays there as a warning. */
  warn(message: string): void;
}
