import type { ClockMode } from "../public-types";
import { kind } from "./kind";
import type { Row } from "./table";

export const MINUTE_MS = 60_000;

/** At a higher scale, an emulator left running would soon reach the latest date. */
const MAX_SCALE = 1_000_000;

/** Dates have four-digit years. */
const LATEST = Date.UTC(9999, 0);

/** Total time by which the clock was advanced; a single row. */
interface ClockRow extends Row {
  readonly offset_ms: number;
}

export const clockOffset = kind<ClockRow>({ table: "clock", noun: "clock", firstId: 1 });

/** ID of the row with the clock offset. */
export const CLOCK_ROW = 1;

/** The emulator's only source of time. Real time may be scaled; a stepped clock advances only with `advance`. */
export class EmulatorClock {
  private readonly startedAt = Date.now();

  constructor(
    readonly mode: ClockMode,
    readonly scale = 1,
    private offsetMs = 0,
  ) {
    if (!(scale > 0 && scale <= MAX_SCALE)) throw new Error(`timeScale must be above 0 and at most ${MAX_SCALE}.`);
  }

  /** Emulated time in milliseconds since 1970. */
  now(): number {
    const elapsed = this.mode === "stepped" ? 0 : (Date.now() - this.startedAt) * this.scale;
    return Math.floor(this.startedAt + elapsed) + this.offsetMs;
  }

  /** Advances the time, at most to the latest date. */
  advance(ms: number): void {
    this.offsetMs += Math.max(0, Math.min(ms, LATEST - this.now()));
  }

  /** Total time added by `advance`. It is stored, because it must survive a restart. */
  get offset(): number {
    return this.offsetMs;
  }

  restore(offsetMs: number): void {
    this.offsetMs = offsetMs;
  }
}

/** A date in the API's format: UTC without a zone suffix. */
export function serviceDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
