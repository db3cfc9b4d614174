/** How many requests of a class are served in a window. The documents show no limits; these are the real service's. */
const CLASSES = {
  general: { limit: 800, windowSec: 60 },
  "create instance": { limit: 10, windowSec: 30 },
} as const;

/** Requests that are counted together. */
export type RateClass = keyof typeof CLASSES;

/** What the headers of a response say about the limit. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly untilResetSec: number;
  /** Seconds since 1970. */
  readonly resetSec: number;
  /** Whether this request is one too many. */
  readonly exceeded: boolean;
}

interface Window {
  readonly number: number;
  taken: number;
}

/** Counts the requests of each caller in fixed windows of the emulated time. */
export class RateLimits {
  private readonly windows = new Map<string, Window>();

  /** @param enforced whether there are limits at all: limits that are not enforced are not announced, because clients would slow down for them */
  constructor(private readonly enforced: boolean) {}

  /** Counts a request, if there are limits. */
  take(caller: string, rateClass: RateClass, nowMs: number): RateState | undefined {
    if (!this.enforced) return undefined;
    const { limit, windowSec } = CLASSES[rateClass];
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

  /** Restarts all windows. */
  reset(): void {
    this.windows.clear();
  }
}
