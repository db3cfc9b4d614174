import type { Row } from "../table";
import type { JsonObject } from "../../json";

/** A chain of state changes in progress on one object. */
export interface JobRow extends Row {
  /** The kind and id of the object, for example `instance/10001`. */
  readonly subject: string;
  readonly action: string;
  /** Runs in the background and does not make its object busy: schedules and expiries. */
  readonly background: boolean;
  /** The event that ends with the job, or null. */
  readonly event: number | null;
  /** The steps that are still to come, soonest first. */
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

/** How far the clock was moved by hand; one row. */
export interface ClockRow extends Row {
  readonly offset_ms: number;
}
