import { CancelledError } from "./errors";

/** Time as the waits see it, so that tests can step it. `now` is in milliseconds and never goes backwards. */
export interface Clock {
  now(): number;
  /** Resolves after so many milliseconds; rejects with a `CancelledError` as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancel = (): void => {
        clearTimeout(timer);
        reject(new CancelledError("cancelled"));
      };
      if (signal?.aborted) return reject(new CancelledError("cancelled"));
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", cancel);
        resolve();
      }, ms);
      signal?.addEventListener("abort", cancel, { once: true });
    }),
};
