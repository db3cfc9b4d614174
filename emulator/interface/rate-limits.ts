/** Requests per window, by class. The documents give no limits; these are the real service's. */
export const RATE_LIMITS = {
  general: { limit: 800, windowSec: 60 },
  "create instance": { limit: 10, windowSec: 30 },
} as const;

/** A class of requests that are counted together. */
export type RateClass = keyof typeof RATE_LIMITS;

/** A rate limit after a request, for the response headers. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly untilResetSec: number;
  /** End of the window, in seconds since 1970. */
  readonly resetSec: number;
  /** Whether this request exceeds the limit. */
  readonly exceeded: boolean;
}

interface Window {
  readonly number: number;
  taken: number;
}

/** Counts the requests of each caller in fixed windows of emulated time. */
export class RateLimits {
  private readonly windows = new Map<string, Window>();

  /** @param enforced whether limits apply; if not, they are not announced either, because clients would slow down for them */
  constructor(private readonly enforced: boolean) {}

  /** Counts a request. Undefined if no limits apply. */
  take(caller: string, rateClass: RateClass, nowMs: number): RateState | undefined {
    if (!this.enforced) return undefined;
    const { limit, windowSec } = RATE_LIMITS[rateClass];
    const seconds = Math.floor(nowMs / 1000);
    const number = Math.floor(seconds / windowSec);
    const key = `${rateClass}/${caller}`;
    const current = this.windows.get(key);
    const window = current?.number === number ? current : { number, taken: 0 };
    window.taken += 1;
    this.windows.set(key, window);
    const resetSec = (number + 1) * windowSec;
    return {
      limit,
      remaining: Math.max(0, limit - window.taken),
      untilResetSec: resetSec - seconds,
      resetSec,
      exceeded: window.taken > limit,
    };
  }

  reset(): void {
    this.windows.clear();
  }
}
