import { LONGEST_TIMER_MS } from "./time-limit";

/** The clock of all waits, which tests can control. `now` is in milliseconds and never goes backwards. */
export interface Clock {
  now(): number;
  /** Wall-clock time, in milliseconds since 1970. */
  today(): number;
  /** Resolves after that many milliseconds; rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  today: () => Date.now(),
  async sleep(ms, signal) {
    let leftMs = ms;
    for (; leftMs > LONGEST_TIMER_MS; leftMs -= LONGEST_TIMER_MS) await timer(LONGEST_TIMER_MS, signal);
    await timer(leftMs, signal);
  },
};

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const sleepers = signal && sleepersWith(signal);
    const cancel = (): void => {
      clearTimeout(timeout);
      reject(signal?.reason as Error);
    };
    const timeout = setTimeout(() => {
      sleepers?.delete(cancel);
      resolve();
    }, ms);
    sleepers?.add(cancel);
  });
}

const sleepersOf = new WeakMap<AbortSignal, Set<() => void>>();

/** The sleeps to cancel when the signal aborts. They share one listener, because there may be hundreds. */
function sleepersWith(signal: AbortSignal): Set<() => void> {
  const known = sleepersOf.get(signal);
  if (known) return known;
  const sleepers = new Set<() => void>();
  sleepersOf.set(signal, sleepers);
  const cancelAll = (): void => sleepers.forEach((cancel) => cancel());
  signal.addEventListener("abort", cancelAll, { once: true });
  return sleepers;
}
