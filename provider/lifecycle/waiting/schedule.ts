/** Pauses between polls of something that has never been waited for: they grow with the age of the wait. */
const PAUSES_MS = [1000, 1000, 2000, 2000] as const;
const PAUSE_MS = 4000;

/** From this age on, the longest pause does. */
const LONG_WAIT_MS = 120_000;
const LONGEST_PAUSE_MS = 16_000;

/** How long a wait of this age pauses before its next poll, if nothing is known about its sort. */
export function pauseMs(polls: number, ageMs: number): number {
  return ageMs >= LONG_WAIT_MS ? LONGEST_PAUSE_MS : (PAUSES_MS[polls] ?? PAUSE_MS);
}

const TICKS_MS = [4000, 2000, 1000] as const;

/** All these polls fall on the same ticks, so their reads can be coalesced. */
export function untilTick(nowMs: number, pause: number): number {
  const tickMs = TICKS_MS.find((one) => one <= pause) ?? pause;
  const atMs = nowMs + pause;
  return Math.max(atMs - (atMs % tickMs), nowMs + 1) - nowMs;
}
