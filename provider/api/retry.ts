import pRetry from "p-retry";
import type { Clock } from "./clock";
import { ApiError, NetworkError, UnreadableAnswerError } from "./errors";

/** How often and how patiently a request is repeated. */
export interface RetryPolicy {
  readonly retries: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

export const DEFAULT_RETRIES: RetryPolicy = { retries: 8, firstDelayMs: 500, longestDelayMs: 30_000 };

/** What a request is repeated with. */
export interface Circumstances {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Hears of every failed attempt that is followed by another. */
  readonly tell?: ((message: string) => void) | undefined;
}

/**
 * Repeats a request for as long as repeating it can do no harm: GET, PUT and DELETE on network errors, 408, 429 and 5xx;
 * POST only when nothing was sent, or the answer is 429. `Retry-After` is waited out in full before the jittered delay.
 */
export function withRetries<T>(
  method: string,
  attempt: () => Promise<T>,
  { policy, clock, signal, tell }: Circumstances,
): Promise<T> {
  return pRetry(attempt, {
    retries: policy.retries,
    minTimeout: policy.firstDelayMs,
    maxTimeout: policy.longestDelayMs,
    factor: 2,
    randomize: true,
    ...(signal ? { signal } : {}),
    shouldRetry: ({ error }) => isRepeatable(method, error),
    onFailedAttempt: async ({ error, retriesLeft }) => {
      if (retriesLeft === 0 || !isRepeatable(method, error)) return;
      tell?.(`${error.message}; trying again`);
      const retryAfterSec = error instanceof ApiError ? error.retryAfterSec : undefined;
      if (retryAfterSec !== undefined) await clock.sleep(retryAfterSec * 1000, signal);
    },
  });
}

function isRepeatable(method: string, error: unknown): boolean {
  if (error instanceof NetworkError) return error.remedy === undefined && (method !== "POST" || !error.sent);
  if (!(error instanceof ApiError || error instanceof UnreadableAnswerError)) return false;
  return error.status === 429 || (method !== "POST" && isPassingStatus(error.status));
}

/** 2xx with an unreadable body is a cut-off answer: as passing as a 5xx. */
function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500 || (status >= 200 && status < 300);
}
