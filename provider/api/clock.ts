/** Time as the waits see it, so that tests can step it. `now` is in milliseconds and never goes backwards. */
export interface Clock {
  now(): number;
  /** Milliseconds of the calendar, since 1970. */
  today(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  today: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancel = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", cancel);
        resolve();
      }, ms);
      signal?.addEventListener("abort", cancel, { once: true });
    }),
};
