import type { Experience } from "../context";

/** Pauses between polls of something that has never been waited for: they grow with the age of the wait. */
const PAUSES_MS = [1000, 1000, 2000, 2000] as const;
const PAUSE_MS = 4000;

/** From this age on, the longest pause does. */
const LONG_WAIT_MS = 120_000;

/** The longest pause: nothing that fails early is noticed later than this. */
const LONGEST_PAUSE_MS = 16_000;

/** The pause when a result is due, of what takes long and of what does not. */
const DUE_PAUSE_MS = 2000;
const SHORT_DUE_PAUSE_MS = 1000;
const SHORT_WAIT_MS = 10_000;

/** After so long, what was due is no longer expected at any moment. */
const overdueMs = (tookMs: number): number => tookMs * 1.25 + SHORT_WAIT_MS;

/** How long a wait of this age pauses before its next poll. */
export function pauseMs(polls: number, ageMs: number, { tookMs }: Experience = {}): number {
  if (tookMs === undefined || ageMs > overdueMs(tookMs)) {
    return ageMs >= LONG_WAIT_MS ? LONGEST_PAUSE_MS : (PAUSES_MS[polls] ?? PAUSE_MS);
  }
  const duePauseMs = tookMs < SHORT_WAIT_MS ? SHORT_DUE_PAUSE_MS : DUE_PAUSE_MS;
  const earlyMs = tookMs - duePauseMs - ageMs;
  return earlyMs > duePauseMs ? Math.min(earlyMs, LONGEST_PAUSE_MS) : duePauseMs;
}

const TICKS_MS = [4000, 2000, 1000] as const;

/** All polls fall on the same ticks, so their reads can be coalesced. */
export function untilTick(nowMs: number, pause: number): number {
  const tickMs = TICKS_MS.find((one) => one <= pause) ?? pause;
  const atMs = nowMs + pause;
  return Math.max(atMs - (atMs % tickMs), nowMs + 1) - nowMs;
}
