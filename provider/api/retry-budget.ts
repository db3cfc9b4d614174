import type { Clock } from "./clock";

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
