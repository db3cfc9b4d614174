import type { Clock } from "./clock";
import { CloudError } from "./errors";

/** How a request waits in the queue. */
export interface WaitOptions {
  /** End the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly stop?: AbortSignal | undefined;
  /** Time on the clock, in milliseconds, after which the request is not worth sending. */
  readonly deadlineMs?: number | undefined;
  /** Called from time to time during the wait. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

interface Attempt<T> {
  readonly send: () => Promise<T>;
  /** What its response shows about the limit. */
  readonly allowanceOf: (response: T) => Allowance | undefined;
}

/** Sends requests no faster than the API's rate limits allow, as far as its responses show them. */
export interface Limiter {
  /**
   * Sends the request as soon as the limits allow it, and updates them from its response.
   * @throws CloudError if that would be after the deadline, and the signal's reason if it aborts; in both cases nothing is sent.
   */
  withSlot<T>(route: string, options: WaitOptions, attempt: Attempt<T>): Promise<T>;
}

interface WaitingRequest {
  readonly route: string;
  readonly options: WaitOptions;
  reportedAtMs: number;
  readonly go: () => void;
  readonly giveUp: (why: Error) => void;
}

const REMIND_MS = 10_000;
const WAITING = "waiting for the API's rate limit";

export function createLimiter(clock: Clock): Limiter {
  const windows = createRateWindows();
  const queue = new Set<WaitingRequest>();
  const watched = new WeakSet<AbortSignal>();
  let alarm: { at: number; off: AbortController } | undefined;

  /** Sends all requests that the limits allow, in order of arrival. */
  function proceed(): void {
    let nextAt = Infinity;
    const closed = new Map<string, number>();
    for (const waiting of queue) {
      const { route } = waiting;
      const at = closed.get(route) ?? windows.closedUntil(route, clock.now());
      if (at === undefined) {
        queue.delete(waiting);
        windows.begin(route, clock.now());
        waiting.go();
        continue;
      }
      closed.set(route, at);
      if (at === 0) continue;
      if (at > (waiting.options.deadlineMs ?? Infinity)) {
        leave(waiting, tooLate(route, at - clock.now()));
        continue;
      }
      if (clock.now() - waiting.reportedAtMs >= REMIND_MS) {
        waiting.reportedAtMs = clock.now();
        waiting.options.onProgress?.(WAITING);
      }
      nextAt = Math.min(nextAt, at);
    }
    wakeAt(nextAt);
  }

  function wakeAt(at: number): void {
    if (alarm?.at === at) return;
    alarm?.off.abort();
    alarm = undefined;
    if (at === Infinity) return;
    const own = (alarm = { at, off: new AbortController() });
    clock.sleep(at - clock.now(), own.off.signal).then(
      () => {
        if (alarm !== own) return;
        alarm = undefined;
        proceed();
      },
      () => undefined,
    );
  }

  /** Adds one listener for each signal, no matter how many requests wait with it. */
  function watch(signal: AbortSignal): void {
    if (watched.has(signal)) return;
    watched.add(signal);
    const abort = (): void => {
      for (const waiting of queue) if (signalsOf(waiting).includes(signal)) leave(waiting, signal.reason as Error);
      proceed();
    };
    signal.addEventListener("abort", abort, { once: true });
  }

  function leave(waiting: WaitingRequest, why: Error): void {
    queue.delete(waiting);
    waiting.giveUp(why);
  }

  function waitForTurn(route: string, options: WaitOptions): Promise<void> {
    return new Promise((go, giveUp) => {
      const waiting: WaitingRequest = { route, options, reportedAtMs: -Infinity, go, giveUp };
      queue.add(waiting);
      proceed();
      if (!queue.has(waiting)) return;
      const aborted = signalsOf(waiting).find((signal) => signal.aborted);
      if (aborted) leave(waiting, aborted.reason as Error);
      signalsOf(waiting).forEach(watch);
    });
  }

  return {
    async withSlot(route, options, { send, allowanceOf }) {
      await waitForTurn(route, options);
      try {
        const response = await send();
        windows.learn(route, allowanceOf(response), clock.now());
        return response;
      } finally {
        windows.end(route);
        proceed();
      }
    },
  };
}

function signalsOf({ options: { signal, stop } }: WaitingRequest): AbortSignal[] {
  return [signal, stop].filter((one) => one !== undefined);
}

function tooLate(route: string, inMs: number): CloudError {
  return new CloudError(
    `${route} was not sent: the API's rate limit allows it in ${Math.ceil(inMs / 1000)} seconds, after this operation's timeout. ` +
      "Run the same command again after that, or raise customTimeouts.",
  );
}

/** A window of a rate limit, according to the latest responses: requests count together until it ends. */
interface RateWindow {
  number: number;
  isFirst: boolean;
  limit: number;
  remaining: number;
  /** Time on the clock. */
  endsAt: number;
  /** The longest time that was left of such a window. */
  lengthMs: number;
  /** Responses to our own requests in this window. */
  own: number;
  /** Until when the limit counts as shared with other processes. */
  sharedUntil: number;
  /** If it is shared, when the next request may be sent. */
  nextAt: number;
  /** If it is shared, how many requests may be in progress: none of them knows yet whether the others have used it up. */
  atOnce: number;
  /** A request in this window was rejected. */
  isExceeded: boolean;
}

/** What is known about the API's limits, and the requests in progress. */
interface Windows {
  /**
   * Whether the limits allow another request of the route, as far as is known.
   *
   * @returns undefined if they do; otherwise the time on the clock from which they will, or 0 if that depends on the responses to
   * requests in progress.
   */
  closedUntil(route: string, nowMs: number): number | undefined;
  begin(route: string, nowMs: number): void;
  end(route: string): void;
  learn(route: string, allowance: Allowance | undefined, nowMs: number): void;
}

/** How many requests of a route are sent before its first response shows the limit: no known limit is lower. */
const BEFORE_FIRST_RESPONSE = 10;

/** What other processes use of a limit is ignored if it is less than this. */
const NOTICEABLE_SHARE = 0.1;

const NEW_WINDOW: RateWindow = {
  number: -1,
  isFirst: true,
  limit: 0,
  remaining: 0,
  endsAt: 0,
  lengthMs: 0,
  own: 0,
  sharedUntil: 0,
  nextAt: 0,
  atOnce: Infinity,
  isExceeded: false,
};

export function createRateWindows(): Windows {
  const windows = new Map<string, RateWindow>();
  /** The window of each route that has had a response; undefined if the response showed none. */
  const routes = new Map<string, RateWindow | undefined>();
  const underWay = new Map<string, number>();

  /** The window that several routes share, which is probably the one for routes that nothing is known about, too. */
  function widest(): RateWindow | undefined {
    const counting = Array.from(routes.values());
    const shared = counting.filter((window, index) => window && counting.indexOf(window) < index);
    return shared.sort((a, b) => (b?.limit ?? 0) - (a?.limit ?? 0))[0];
  }

  const windowOf = (route: string): RateWindow | undefined => (routes.has(route) ? routes.get(route) : widest());

  /** Requests in progress, which `remaining` may not include. Those of unknown routes may count against any window. */
  function underWayIn(window: RateWindow): number {
    const counting = Array.from(underWay).filter(([route]) => !routes.has(route) || routes.get(route) === window);
    return counting.reduce((sum, [, count]) => sum + count, 0);
  }

  /** Our own requests never exceed the limit. In the first window, an earlier command may have used it. */
  function isShared(window: RateWindow, { isRejection, limit, remaining }: Allowance): boolean {
    const ofOthers = limit - remaining - window.own - underWayIn(window) + 1;
    return isRejection === true || (!window.isFirst && ofOthers >= limit * NOTICEABLE_SHARE);
  }

  return {
    closedUntil(route, nowMs) {
      if (!routes.has(route) && (underWay.get(route) ?? 0) >= BEFORE_FIRST_RESPONSE) return 0;
      const window = windowOf(route);
      if (!window) return undefined;
      const isOver = nowMs >= window.endsAt;
      // A new window starts with a few requests, whose responses show whether other processes use it, too.
      const most = isOver ? Math.max(1, window.limit * NOTICEABLE_SHARE) : window.remaining;
      if (underWayIn(window) >= Math.min(most, nowMs < window.sharedUntil ? window.atOnce : Infinity))
        return isOver || window.remaining > 0 ? 0 : window.endsAt;
      return nowMs < window.nextAt ? window.nextAt : undefined;
    },
    begin(route, nowMs) {
      underWay.set(route, (underWay.get(route) ?? 0) + 1);
      const window = windowOf(route);
      if (!window || nowMs >= window.sharedUntil) return;
      // Spread over the window, so that processes take turns; with a random part, so that none is always the first.
      window.nextAt = nowMs + (window.lengthMs / window.limit) * (0.5 + Math.random());
    },
    end(route) {
      const left = (underWay.get(route) ?? 0) - 1;
      if (left > 0) underWay.set(route, left);
      else underWay.delete(route);
    },
    learn(route, allowance, nowMs) {
      if (!allowance) {
        if (!routes.has(route)) routes.set(route, undefined);
        return;
      }
      const window = windows.get(allowance.key) ?? { ...NEW_WINDOW };
      windows.set(allowance.key, window);
      routes.set(route, window);
      window.lengthMs = Math.max(window.lengthMs, allowance.untilMs);
      // Responses may arrive out of order.
      if (allowance.window < window.number) return;
      const endsAt = nowMs + allowance.untilMs;
      const isSame = allowance.window === window.number && nowMs < window.endsAt;
      window.isExceeded &&= isSame;
      window.remaining = isSame ? Math.min(window.remaining, allowance.remaining) : allowance.remaining;
      window.endsAt = isSame ? Math.min(window.endsAt, endsAt) : endsAt;
      window.isFirst = window.number < 0 || (window.isFirst && isSame);
      window.number = allowance.window;
      window.limit = allowance.limit;
      window.own = isSame ? window.own + 1 : 1;
      if (isShared(window, allowance)) window.sharedUntil = window.endsAt + window.lengthMs;
      const { limit, remaining, untilMs, isRejection = false } = allowance;
      // All processes together are too slow to use the window up.
      if (limit - remaining < limit * (1 - untilMs / window.lengthMs)) window.atOnce += 1;
      if (!isRejection || window.isExceeded) return;
      window.atOnce = Math.ceil(Math.min(window.atOnce, underWayIn(window)) / 2);
      window.isExceeded = true;
    },
  };
}

/** What a response shows about the limit that its request counted against. */
export interface Allowance {
  /** Identifies the limit. */
  readonly key: string;
  /** Requests allowed in one window. */
  readonly limit: number;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** Number of the window: later windows have higher numbers. */
  readonly window: number;
  /** Milliseconds until the next window. */
  readonly untilMs: number;
  /** The request exceeded the limit. Our own never do, so other processes use it, too. */
  readonly isRejection?: boolean;
}

/** The parts of a response that show limits. */
interface RateLimitResponse {
  readonly status: number;
  readonly headers: Headers;
}

/**
 * Reads the headers X-RateLimit-Limit, -Remaining and -Reset, and Retry-After, which the API sends with every response. A limit is
 * identified by its size: two limits of the same size are treated as one, which costs time but loses no request. A 429 without these
 * headers blocks only its own route.
 *
 * @returns undefined if the response shows no limit, or not when its window ends.
 */
export function allowanceFrom(
  route: string,
  { status, headers }: RateLimitResponse,
  clock: Clock,
): Allowance | undefined {
  const [limit, left, end] = ["limit", "remaining", "reset"].map((name) => integer(headers[`x-ratelimit-${name}`]));
  const reset = end !== undefined && end > LAST_IN_SECONDS ? Math.ceil(end / 1000) : end;
  const now = dateIn(headers) ?? clock.today();
  // On any other error, Retry-After is about something else.
  const afterSec = status < 400 || status === 429 ? secondsFrom(headers, clock) : undefined;
  const untilMs = afterSec === undefined ? (reset === undefined ? undefined : reset * 1000 - now) : afterSec * 1000;
  if (untilMs === undefined || untilMs > LONGEST_SEC * 1000) return undefined;
  const window = reset ?? Math.ceil((now + untilMs) / 1000);
  const isRejection = status === 429;
  if (limit && left !== undefined)
    return { key: String(limit), limit, remaining: isRejection ? 0 : left, window, untilMs, isRejection };
  return isRejection ? { key: route, limit: Infinity, remaining: 0, window, untilMs, isRejection } : undefined;
}

/** No window of a rate limit is this long: a header that claims so is wrong, and a timer may not be able to wait for it. */
const LONGEST_SEC = 24 * 60 * 60;

/** A larger reset time is in milliseconds since 1970, not in seconds. */
const LAST_IN_SECONDS = 1e11;

type Headers = Readonly<Record<string, unknown>>;

/** When the API sent the response by its own clock, in milliseconds since 1970, without fractions of a second. */
export function dateIn({ date }: Headers): number | undefined {
  const sentAt = Date.parse(String(date));
  return Number.isNaN(sentAt) ? undefined : sentAt;
}

/** Seconds that Retry-After asks to wait, as a number or as a date; undefined if it asks for no wait, or an implausible one. */
export function secondsFrom(headers: Headers, clock: Clock): number | undefined {
  const after = headers["retry-after"];
  if (typeof after !== "string") return undefined;
  const now = dateIn(headers) ?? clock.today();
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - now) / 1000;
  return seconds > 0 && seconds <= LONGEST_SEC ? seconds : undefined;
}

function integer(header: unknown): number | undefined {
  return typeof header === "string" && /^\d+$/.test(header) ? Number(header) : undefined;
}
