import type { Clock } from "./clock";
import {
  ApiError,
  CloudError,
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

/** The most that is added to a pause that the API asks for, in first delays: the API names whole seconds, so less would not order anything. */
const MOST_SPREAD = 6;

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** What all requests to the same API share. */
  readonly budget?: RetryBudget | undefined;
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
 * after a 429. `Retry-After` is waited out in full, unless the deadline comes first. With a deadline, a 429 that asks for a wait
 * does not use up a retry, because other processes may exhaust several windows of the rate limit in a row. While the budget holds an
 * attempt back, no retry is used up either, for as long as the policy's retries can take.
 */
export function withRetries<T>(method: string, attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, clock, signal, stop = signal, deadlineMs = Infinity, troubleMs = Infinity } = options;
  const { budget, onProgress, onAmbiguous } = options;
  const troubleUntilMs = clock.now() + troubleMs;
  const request = {};
  let failure: Error | undefined;
  let failingSinceMs: number | undefined;
  let isOver = false;

  async function waitForTurn(turns: RetryBudget): Promise<void> {
    const untilMs = Math.min(deadlineMs, troubleUntilMs, (failingSinceMs ?? clock.now()) + longestMs(policy));
    const onWait = (): void => onProgress?.("waiting for the API to respond again");
    const isRetry = failure !== undefined && !isTooMany(failure);
    if (await turns.turn({ isRetry, isIdempotent: method !== "POST", untilMs, stop, onWait })) return;
    isOver = true;
    throw failure ?? notSent(turns.latestFailure());
  }

  async function attemptInTurn(): Promise<T> {
    if (budget) await waitForTurn(budget);
    const response = await attempt();
    budget?.responded();
    return response;
  }

  return pRetry(attemptInTurn, {
    retries: policy.retries,
    // The pauses use our clock, below, so that Ctrl-C and the deadline can end them.
    minTimeout: 0,
    maxTimeout: 0,
    ...(signal ? { signal } : {}),
    shouldRetry: ({ error }) => !isOver && isRepeatable(method, error),
    shouldConsumeRetry: ({ error }) =>
      deadlineMs === Infinity || !isTooMany(error) || requestedWaitSec(error) === undefined,
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (isOver) return;
      failure = error;
      if (isTransient(error)) {
        failingSinceMs ??= clock.now();
        budget?.failed(request, error);
      } else if (error instanceof ApiError) budget?.responded();
      if (isAmbiguous(error)) onAmbiguous?.();
      if (!isRepeatable(method, error)) return;
      if (retriesLeft === 0) throw afterLastAttempt(error);
      const pauseMs = pauseAfter(attemptNumber, error, policy);
      const untilMs = isTooMany(error) ? deadlineMs : Math.min(deadlineMs, troubleUntilMs);
      if (clock.now() + pauseMs > untilMs) throw afterLastAttempt(error);
      const inSec = Math.round(pauseMs / 1000);
      onProgress?.(`${withoutPeriod(error.message)}; retrying${inSec > 0 ? ` in ${inSec} s` : ""}`);
      await clock.sleep(pauseMs, stop);
    },
  });
}

/**
 * The pause that the API asks for, or one that grows with each attempt; plus a random part, so that not all clients retry at once. After
 * the pause that the API asks for, that part shrinks with each attempt: of all processes that wait for the next window of a rate limit,
 * those that have waited longest are the first. A short pause is repeated, the more often the more attempts there were: an API that rejects
 * everything is not asked every second until the deadline.
 */
function pauseAfter(attemptNumber: number, error: Error, policy: RetryPolicy): number {
  const chance = 1 + Math.random();
  const afterSec = requestedWaitSec(error);
  if (afterSec !== undefined) {
    const spreadMs = Math.min(Math.max(policy.firstDelayMs, afterSec * 100), MOST_SPREAD * policy.firstDelayMs);
    const fewestMs = Math.min(attemptNumber * policy.firstDelayMs, policy.longestDelayMs);
    const times = Math.max(1, Math.ceil(fewestMs / 1000 / afterSec));
    return afterSec * 1000 * times + ((chance / 2) * spreadMs) / attemptNumber;
  }
  return Math.min(policy.firstDelayMs * 2 ** (attemptNumber - 1) * chance, policy.longestDelayMs);
}

/** An error with what to do next: the pause until another attempt is too long, or there were too many. */
function afterLastAttempt(error: Error): Error {
  if (!isErrorResponse(error)) return error;
  const afterSec = requestedWaitSec(error);
  return error.advising(
    afterSec === undefined
      ? "run the same command again later"
      : `the API asks to wait for ${Math.ceil(afterSec)} seconds; run the same command again after that`,
  );
}

function requestedWaitSec(error: Error): number | undefined {
  return isErrorResponse(error) ? error.retryAfterSec : undefined;
}

function isErrorResponse(error: unknown): error is ApiError | UnreadableResponseError {
  return error instanceof ApiError || error instanceof UnreadableResponseError;
}

function isTooMany(error: unknown): error is ApiError | UnreadableResponseError {
  return isErrorResponse(error) && error.status === 429;
}

function isRepeatable(method: string, error: unknown): boolean {
  if (method !== "POST") return isTransient(error) || isTooMany(error);
  return isTooMany(error) || (error instanceof NetworkError && !error.sent && isTransient(error));
}

/** Whether the API, or the way to it, failed, which may pass. */
function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError) return error.remedy === undefined;
  const isUnusable = error instanceof UnreadableResponseError || error instanceof InvalidResponseError;
  if (!isUnusable && !(error instanceof ApiError)) return false;
  const { status } = error;
  // A 2xx that comes here has a truncated body, or one about something else, which is as transient as a 5xx.
  return status === 408 || status >= 500 || status < 300;
}

/** The longest time that the pauses of all retries take. */
function longestMs({ retries, firstDelayMs, longestDelayMs }: RetryPolicy): number {
  const pauses = Array.from({ length: retries }, (_, index) =>
    Math.min(firstDelayMs * 2 ** (index + 1), longestDelayMs),
  );
  return pauses.reduce((sum, pauseMs) => sum + pauseMs, 0);
}

function notSent(failure: Error | undefined): CloudError {
  const cause = withoutPeriod(failure?.message ?? "");
  return new CloudError(`Nothing was sent, because the API is down: ${cause}. Run the same command again later.`);
}

/** Pauses, in milliseconds. */
interface Pauses {
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

/** A request before it is sent. */
interface Turn {
  /** Whether an earlier attempt failed for another reason than a rate limit. */
  readonly isRetry: boolean;
  /** Whether its failure would not leave open what to do next, unlike that of a POST. */
  readonly isIdempotent: boolean;
  /** Time on the clock, in milliseconds, after which the request no longer waits. */
  readonly untilMs: number;
  readonly stop: AbortSignal | undefined;
  /** Called once if the request has to wait. */
  readonly onWait: () => void;
}

/**
 * Limits what a process sends to an API that fails, because retries prolong an overload. Nothing is rejected: requests wait.
 *
 * - A retry takes a token. There are 20 at first, and at most; each response adds a tenth. So in the long run, a tenth of all requests
 *   are retries. A 429 is a response: the limiter decides when to repeat that request.
 * - If the latest attempts of 5 requests have all failed, the API is down. Then first attempts wait, too.
 * - Without a token, or while the API is down, one request at a time is sent as a probe. With the default policy, the next one follows
 *   after 2 to 4 seconds, and after each that fails twice as long, up to 30 seconds. A POST is a probe only if nothing else waits,
 *   because its failure leaves open whether it took effect.
 * - Once the API responds again, all that failed while it was down may be retried.
 */
export interface RetryBudget {
  /** Waits until the request may be sent. False if the time is up before that. */
  turn(turn: Turn): Promise<boolean>;
  /** Why first attempts wait. */
  latestFailure(): Error | undefined;
  /** The API responded, even if it rejected the request. */
  responded(): void;
  /** An attempt of the request failed, for another reason than a rate limit. */
  failed(request: object, error: Error): void;
}

const MAX_TOKENS = 20;
const TOKENS_FOR_EACH_RESPONSE = 0.1;
const FAILING_WHEN_DOWN = 5;
/** The first pause between two probes, in first delays of the retry policy. */
const PROBE_DELAYS = 4;

export function createRetryBudget(clock: Clock, { firstDelayMs, longestDelayMs }: Pauses): RetryBudget {
  let tokens = MAX_TOKENS;
  /** The requests that have failed since the last response. */
  const failing = new Set<object>();
  let latest: Error | undefined;
  let probesInVain = 0;
  let nextProbeAtMs = 0;

  const isDown = (): boolean => failing.size >= FAILING_WHEN_DOWN;
  const jittered = (ms: number): number => Math.min(ms * (1 + Math.random()), longestDelayMs);

  function admits({ isRetry, isIdempotent }: Turn): boolean {
    if (!isDown() && !isRetry) return true;
    if (!isDown() && tokens >= 1) {
      tokens -= 1;
      return true;
    }
    // Whatever else waits has checked twice by then.
    if (clock.now() < nextProbeAtMs + (isIdempotent ? 0 : firstDelayMs * PROBE_DELAYS)) return false;
    nextProbeAtMs = clock.now() + jittered(firstDelayMs * PROBE_DELAYS * 2 ** probesInVain);
    probesInVain++;
    return true;
  }

  return {
    async turn(turn) {
      for (let checks = 0; !admits(turn); checks++) {
        if (clock.now() >= turn.untilMs) return false;
        if (checks === 0) turn.onWait();
        // Each checks on its own, so that not all are sent at the same moment when the API responds again.
        await clock.sleep(jittered(firstDelayMs), turn.stop);
      }
      return true;
    },
    latestFailure: () => latest,
    responded() {
      if (isDown()) tokens = Math.max(tokens, failing.size);
      tokens = Math.min(Math.max(tokens, MAX_TOKENS), tokens + TOKENS_FOR_EACH_RESPONSE);
      failing.clear();
      probesInVain = 0;
    },
    failed(request, error) {
      latest = error;
      const wasDown = isDown();
      failing.add(request);
      if (isDown() && !wasDown) nextProbeAtMs = Math.max(nextProbeAtMs, clock.now());
    },
  };
}
