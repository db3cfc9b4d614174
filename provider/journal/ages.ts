import type { KnownRequest } from "./intent";

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How far apart in time two events may be and still belong together, in milliseconds. */
export const AGES = {
  /** The clocks of two machines differ by at most this much. */
  clockSkewMs: 5 * MINUTE_MS,
  /** The machines of one service differ by at most this much, so an object may seem a little older than the request that created it. */
  serviceSkewMs: 5 * 1000,
  /** The API shows a new object at most this late. */
  visibleMs: MINUTE_MS,
  /** A search for an object lasts only this long if the API itself rejects a second one of the same name. */
  uniqueMs: 17_500,
  /** A request takes effect at most this long after it was noted. Before it is sent, it may wait for the rate limit. */
  requestMs: 60 * MINUTE_MS,
  /** A create that was in flight when the state was last written, of which nothing else is known, was sent at most this long before. */
  inFlightMs: 10 * MINUTE_MS,
  /** The same of a create that waits for nothing: what is older may be its result, but is named rather than adopted. */
  answeredMs: MINUTE_MS,
  /** The state of an update that was killed in a create was written at most this long before or after that began, unless it waited. */
  begunMs: 5 * 1000,
  /** An object without a creation date counts as the result of a request only for this long. */
  undatedMs: DAY_MS,
  /** A list shows what existed before a request only for this long, unless objects show when they were created. */
  listMs: 10 * 1000,
  /** An action that no later update has recorded is remembered for this long. After that, it runs again. */
  actionMs: DAY_MS,
  /** A result that an update returned to the engine counts as stored after this time, even if no later update has shown it. */
  returnedMs: 30 * DAY_MS,
};

/** Whether the request can have been carried out at that time of another clock. False for NaN. */
export function canHaveRunAt(
  { at, before }: Pick<KnownRequest, "at" | "before">,
  moment: number,
  withinMs: number = AGES.requestMs,
): boolean {
  // A pending operation was in flight at `at`.
  const [from, to] = before === undefined ? [at - AGES.inFlightMs, at] : [at, at + withinMs];
  return moment >= from - AGES.clockSkewMs && moment <= to + AGES.clockSkewMs;
}
