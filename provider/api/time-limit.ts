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

/** A longer timer fires immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

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
