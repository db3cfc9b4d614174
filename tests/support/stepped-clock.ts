import type { Clock } from "../../provider/api/clock";

/** A clock that stands still until it is advanced. */
export interface SteppedClock extends Clock {
  /** Advances it, and runs everything that is due and its consequences. */
  advance(ms: number): Promise<void>;
  /** The number of pending sleeps. */
  sleeping(): number;
  /** The time until the first of them ends. */
  untilNext(): number;
}

export function steppedClock(todayMs = 1_000_000_000_000): SteppedClock {
  const sleeps = new Set<{ at: number; wake: () => void }>();
  let nowMs = 0;
  return {
    now: () => nowMs,
    today: () => todayMs + nowMs,
    sleeping: () => sleeps.size,
    untilNext: () => Math.min(...Array.from(sleeps, ({ at }) => at)) - nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const abort = (): void => {
          sleeps.delete(sleep);
          reject(signal?.reason as Error);
        };
        const wake = (): void => {
          signal?.removeEventListener("abort", abort);
          resolve();
        };
        const sleep = { at: nowMs + ms, wake };
        sleeps.add(sleep);
        signal?.addEventListener("abort", abort);
      }),
    async advance(ms) {
      nowMs += ms;
      for (const sleep of Array.from(sleeps).filter(({ at }) => at <= nowMs)) {
        sleeps.delete(sleep);
        sleep.wake();
      }
      await settled();
    },
  };
}

/** Settles every promise that can be settled without time passing. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
