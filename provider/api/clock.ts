/** A longer timer fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

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

/** What ends an exchange with a server that is not complete yet. */
export interface TimeLimit {
  /** How long it may take, in milliseconds of real time. */
  readonly maxMs: number;
  /** Why it ends then. */
  readonly late: Error;
  /** Ends it at once. */
  readonly signal?: AbortSignal | undefined;
  /** Leaves it a last `graceMs`, because the response to a write must not be lost. */
  readonly stop?: AbortSignal | undefined;
  readonly graceMs?: number;
}

/** Passes a signal to the work, which must end when it aborts: after the time, or for the reason of `signal` or `stop`. */
export async function withTimeLimit<T>(limit: TimeLimit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { maxMs, late, signal, stop, graceMs = 0 } = limit;
  const ending = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const endIn = (ms: number, reason: unknown): void =>
    void timers.push(setTimeout(() => ending.abort(reason), Math.min(ms, LONGEST_TIMER_MS)));
  const onSignal = (): void => ending.abort(signal?.reason);
  const onStop = (): void => endIn(graceMs, stop?.reason);
  if (signal?.aborted) onSignal();
  if (stop?.aborted) onStop();
  endIn(maxMs, late);
  signal?.addEventListener("abort", onSignal);
  stop?.addEventListener("abort", onStop);
  try {
    return await work(ending.signal);
  } finally {
    timers.forEach(clearTimeout);
    signal?.removeEventListener("abort", onSignal);
    stop?.removeEventListener("abort", onStop);
  }
}
