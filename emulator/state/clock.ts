import type { ClockMode } from "../public-types";

/** Milliseconds in a minute, for the durations that the documents give in minutes. */
export const MINUTE_MS = 60_000;

/** Faster than this, a forgotten emulator would reach the end of the calendar. */
const MAX_SCALE = 1_000_000;

/** Dates end with the last four-digit year. */
const LATEST = Date.UTC(9999, 0);

/** The emulator's only source of time. Real time may be scaled; a stepped clock moves only by `advance`. */
export class Clock {
  private readonly startedAt = Date.now();

  constructor(
    readonly mode: ClockMode,
    readonly scale = 1,
    private offsetMs = 0,
  ) {
    if (!(scale > 0 && scale <= MAX_SCALE)) throw new Error(`The time scale must be above 0 and at most ${MAX_SCALE}.`);
  }

  /** Emulated time in milliseconds since 1970. */
  now(): number {
    const elapsed = this.mode === "stepped" ? 0 : (Date.now() - this.startedAt) * this.scale;
    return Math.floor(this.startedAt + elapsed) + this.offsetMs;
  }

  /** Moves the time forward, up to the end of the calendar. */
  advance(ms: number): void {
    this.offsetMs += Math.max(0, Math.min(ms, LATEST - this.now()));
  }

  /** How far `advance` has moved the clock in total: this must survive a restart. */
  get offset(): number {
    return this.offsetMs;
  }

  /** Continues from a stored offset. */
  restore(offsetMs: number): void {
    this.offsetMs = offsetMs;
  }
}

/** A date as the service writes it: UTC without a zone suffix. */
export function serviceDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
