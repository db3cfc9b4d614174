import type { Clock } from "./clock";
import {
  ApiError,
  isAmbiguous,
  NetworkError,
  InvalidResponseError,
  UnreadableResponseError,
  withoutPeriod,
} from "./errors";
import { pRetry } from "./p-retry";

/** How often, and after what delays, a request is retried. */
export interface RetryPolicy {
  readonly retries: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

export const DEFAULT_RETRIES: RetryPolicy = { retries: 8, firstDelayMs: 500, longestDelayMs: 30_000 };

/** A 429 that asks for a wait of at least this length does not use up a retry if there is a deadline. */
const LONG_WAIT_SEC = 10;

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Gives up at once, even during an attempt. */
  readonly signal?: AbortSignal | undefined;
  /** Gives up between two attempts. */
  readonly stop?: AbortSignal | undefined;
  /** Time on the clock, in milliseconds, after which no attempt may begin. */
  readonly deadlineMs?: number | undefined;
  /** For how long failures other than a 429 are retried; without it, only the policy and the deadline limit that. */
  readonly troubleMs?: number | undefined;
  /** Called before each retry. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Called after each attempt with an ambiguous response. */
  readonly onAmbiguous?: (() => void) | undefined;
}

/**
 * Retries a request if that is safe: GET, PUT and DELETE after network errors, 408, 429 and 5xx; POST only if nothing was sent, or
 * after a 429. `Retry-After` is waited out in full, unless the deadline comes first. With a deadline, a 429 that asks for a long wait
 * does not use up a retry, because other processes may exhaust several windows of the rate limit in a row.
 */
export function withRetries<T>(method: string, attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, clock, signal, stop = signal, deadlineMs = Infinity, troubleMs = Infinity } = options;
  const { onProgress, onAmbiguous } = options;
  const troubleUntilMs = clock.now() + troubleMs;
  return pRetry(attempt, {
    retries: policy.retries,
    // The pauses use our clock, below, so that Ctrl-C and the deadline can end them.
    minTimeout: 0,
    maxTimeout: 0,
    ...(signal ? { signal } : {}),
    shouldRetry: ({ error }) => isRepeatable(method, error),
    shouldConsumeRetry: ({ error }) => deadlineMs === Infinity || !requestsLongWait(error),
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (isAmbiguous(error)) onAmbiguous?.();
      if (retriesLeft === 0 || !isRepeatable(method, error)) return;
      const pauseMs = pauseAfter(attemptNumber, error, policy);
      const untilMs = isTooMany(error) ? deadlineMs : Math.min(deadlineMs, troubleUntilMs);
      if (clock.now() + pauseMs > untilMs) throw error;
      const inSec = Math.round(pauseMs / 1000);
      onProgress?.(`${withoutPeriod(error.message)}; retrying${inSec > 0 ? ` in ${inSec} s` : ""}`);
      await clock.sleep(pauseMs, stop);
    },
  });
}

/** The pause that the API asks for, or one that grows with each attempt; plus a random part, so that not all clients retry at once. */
function pauseAfter(attemptNumber: number, error: Error, policy: RetryPolicy): number {
  const chance = 1 + Math.random();
  if (error instanceof ApiError && error.retryAfterSec !== undefined) {
    return error.retryAfterSec * 1000 + (chance - 1) * policy.firstDelayMs;
  }
  return Math.min(policy.firstDelayMs * 2 ** (attemptNumber - 1) * chance, policy.longestDelayMs);
}

function requestsLongWait(error: Error): boolean {
  return isTooMany(error) && (error.retryAfterSec ?? 0) >= LONG_WAIT_SEC;
}

function isTooMany(error: Error): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

function isRepeatable(method: string, error: unknown): boolean {
  if (error instanceof NetworkError) return error.remedy === undefined && (method !== "POST" || !error.sent);
  const isUnusable = error instanceof UnreadableResponseError || error instanceof InvalidResponseError;
  if (!isUnusable && !(error instanceof ApiError)) return false;
  return error.status === 429 || (method !== "POST" && isTransient(error.status));
}

/** A 2xx that comes here has a truncated body, or one about something else, which is as transient as a 5xx. */
function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500 || (status >= 200 && status < 300);
}
