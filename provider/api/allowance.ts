import type { Clock } from "./clock";

/** What a response says about the limit that its request counted against. */
export interface Allowance {
  /** Identifies the limit. */
  readonly key: string;
  /** Requests in one window. */
  readonly limit: number;
  /** Requests that are left in the current window. */
  readonly remaining: number;
  /** Number of the window: later windows have higher numbers. */
  readonly window: number;
  /** Milliseconds until the next window. */
  readonly untilMs: number;
}

/** The parts of a response that show limits. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Reads the headers X-RateLimit-Limit, -Remaining and -Reset, and Retry-After, which the service sends with every response. A limit
 * is identified by its number: two with the same number are taken for one, which costs time but no request. A 429 without
 * these headers closes only its own route.
 *
 * @returns undefined where the response shows no limit, or not when its window ends.
 */
export function allowanceIn(route: string, { status, headers }: Answer, clock: Clock): Allowance | undefined {
  const [limit, left, end] = ["limit", "remaining", "reset"].map((name) => integer(headers[`x-ratelimit-${name}`]));
  const reset = end !== undefined && end > LAST_IN_SECONDS ? Math.ceil(end / 1000) : end;
  // On any other error, Retry-After is about something else.
  const afterSec = status < 400 || status === 429 ? secondsIn(headers["retry-after"]) : undefined;
  const untilMs =
    afterSec === undefined ? (reset === undefined ? undefined : reset * 1000 - clock.today()) : afterSec * 1000;
  if (untilMs === undefined || untilMs > LONGEST_SEC * 1000) return undefined;
  const window = reset ?? Math.ceil((clock.today() + untilMs) / 1000);
  if (limit !== undefined && left !== undefined) {
    return { key: String(limit), limit, remaining: status === 429 ? 0 : left, window, untilMs };
  }
  return status === 429 ? { key: route, limit: Infinity, remaining: 0, window, untilMs } : undefined;
}

/** No window of a service's limits is this long: a header that says so is a mistake, and a timer may not be able to wait for it. */
const LONGEST_SEC = 24 * 60 * 60;

/** A later moment since 1970 is in milliseconds. */
const LAST_IN_SECONDS = 1e11;

/** Seconds from now, given as such or as a date; undefined for what nobody can mean. */
export function secondsIn(header: unknown): number | undefined {
  if (typeof header !== "string" || header === "") return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds <= LONGEST_SEC ? Math.max(0, seconds) : undefined;
}

function integer(header: unknown): number | undefined {
  return typeof header === "string" && /^\d+$/.test(header) ? Number(header) : undefined;
}
