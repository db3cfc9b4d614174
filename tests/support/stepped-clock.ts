import type { Clock } from "../../provider/api/clock";

/** A clock that stands still until it is advanced. */
export interface SteppedClock extends Clock {
  /** Moves it on, lets everything that has become due happen, and whatever follows from that. */
  advance(ms: number): Promise<void>;
  /** How many sleeps are under way. */
  sleeping(): number;
}

export function steppedClock(todayMs = 1_000_000_000_000): SteppedClock {
  const sleeps = new Set<{ at: number; wake: () => void }>();
  let nowMs = 0;
  return {
    now: () => nowMs,
    today: () => todayMs + nowMs,
    sleeping: () => sleeps.size,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const sleep = { at: nowMs + ms, wake: resolve };
        sleeps.add(sleep);
        signal?.addEventListener("abort", () => {
          sleeps.delete(sleep);
          reject(signal.reason as Error);
        });
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

/** Every promise that can be kept without time passing is kept. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
