export type InstantClock = ReturnType<typeof instantClock>;

/**
 * A clock on which sleeping takes no real time: it only advances the clock.
 * @param onAdvance called with every step, so that another clock can follow
 * @param today the date of that clock: otherwise it stands still, however long a test takes
 */
export function instantClock(onAdvance: (ms: number) => void = () => undefined, today?: () => number) {
  const slept: number[] = [];
  let nowMs = 0;
  const advance = (ms: number): void => {
    nowMs += ms;
    onAdvance(ms);
  };
  return {
    /** All sleeps so far, in milliseconds. */
    slept: slept as readonly number[],
    advance,
    now: () => nowMs,
    today: () => today?.() ?? Date.now() + nowMs,
    sleep(ms: number, signal?: AbortSignal): Promise<void> {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      slept.push(ms);
      advance(ms);
      return Promise.resolve();
    },
  };
}
