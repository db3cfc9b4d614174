export type SteppedClock = ReturnType<typeof steppedClock>;

/** A clock that stands still until it is advanced. */
export function steppedClock(todayMs = 1_000_000_000_000) {
  const sleeps = new Set<{ at: number; wake: () => void }>();
  let nowMs = 0;
  return {
    now: () => nowMs,
    today: () => todayMs + nowMs,
    /** The number of pending sleeps. */
    sleeping: () => sleeps.size,
    /** The time until the first of them ends. */
    untilNext: () => Math.min(...Array.from(sleeps, ({ at }) => at)) - nowMs,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
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
    /** Advances it, and runs everything that is due and its consequences. */
    async advance(ms: number): Promise<void> {
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
