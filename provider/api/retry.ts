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

/**
 * Repeats a request for as long as repeating it can do no harm: GET, PUT and DELETE on network errors, 408, 429 and 5xx;
 * POST only when nothing was sent, or the answer is 429. `Retry-After` is waited out in full before the jittered delay.
 */
export function withRetries<T>(
  method: string,
  attempt: () => Promise<T>,
  { policy, clock, signal }: { policy: RetryPolicy; clock: Clock; signal?: AbortSignal | undefined },
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
      const retryAfterSec = error instanceof ApiError ? error.retryAfterSec : undefined;
      if (retryAfterSec !== undefined && retriesLeft > 0 && isRepeatable(method, error)) {
        await clock.sleep(retryAfterSec * 1000, signal);
      }
    },
  });
}

function isRepeatable(method: string, error: unknown): boolean {
  if (error instanceof NetworkError) return method !== "POST" || !error.sent;
  if (error instanceof UnreadableAnswerError) return method !== "POST" && isPassingStatus(error.status);
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || (method !== "POST" && isPassingStatus(error.status));
}

/** 2xx with an unreadable body is a cut-off answer: as passing as a 5xx. */
function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500 || (status >= 200 && status < 300);
}
