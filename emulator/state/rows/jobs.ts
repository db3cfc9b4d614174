import type { Row } from "../table";
import type { JsonObject } from "../../json";

/** A sequence of state changes in progress on one resource. */
export interface JobRow extends Row {
  /** Type and ID of the resource, for example `instance/10001`. */
  readonly subject: string;
  readonly action: string;
  /** Whether the job runs in the background without making its resource busy. */
  readonly background: boolean;
  /** The event that ends with the job, or null. */
  readonly event: number | null;
  /** The remaining steps, soonest first. */
  readonly steps: readonly JobStep[];
}

/** One state change of a job. */
export interface JobStep {
  /** Emulated milliseconds since 1970. */
  readonly due: number;
  /** Name of the effect to run. */
  readonly effect: string;
  readonly id: number;
  readonly data: JsonObject;
}

/** Total time by which the clock was advanced; a single row. */
export interface ClockRow extends Row {
  readonly offset_ms: number;
}
