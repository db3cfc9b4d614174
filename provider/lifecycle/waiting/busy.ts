import { ApiError, withoutPeriod } from "../../api/errors";
import { statusIn } from "../../definition/status";
import type { Values } from "../../definition/values";
import { AGES } from "../../journal/ages";
import type { Context, ObjectRead, Timed } from "../context";
import { readLive, waitUntil } from "./waiter";

/** Matches error texts of temporary rejections, which the documents do not specify. */
const TEMPORARY = /please wait|busy/i;

/** Whether the API rejected a request only because another operation is in progress. Such an error names no field. */
export function isBusy(error: unknown): boolean {
  return isGeneralRejection(error) && error.reasons.some(({ reason }) => TEMPORARY.test(reason));
}

/** Whether a rejection names no field, so that it may concern the resource's status rather than the request. */
export function isGeneralRejection(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.every(({ property }) => property === undefined)
  );
}

/** Pause before a temporarily rejected request is retried. */
const PAUSE_MS = 5000;

/** How to send a request, and when to retry it. */
interface Attempts<T> {
  readonly send: () => Promise<T>;
  readonly isTemporary: (error: unknown) => boolean | Promise<boolean>;
  /** Runs after the pause, before the retry. */
  readonly meanwhile?: () => Promise<void>;
  /** For messages, after "waiting": "to retry". */
  readonly waitingFor: string;
}

/** Sends a request, and retries it until the deadline while the rejection is temporary. */
export async function retryWhileBusy<T>(
  { deadline, context }: Timed,
  { send, isTemporary, meanwhile, waitingFor }: Attempts<T>,
): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400 || !(await isTemporary(error))) throw error;
      if (context.clock.now() >= deadline.at) throw error;
      context.progress(`${withoutPeriod(error.message)}; waiting ${waitingFor}`);
      await context.clock.sleep(PAUSE_MS, context.signal);
      await meanwhile?.();
    }
  }
}

/** The resource's statuses in which the API accepts a request; undefined for any. */
interface Readiness {
  readonly statuses: readonly string[] | undefined;
  /** The resource as last read, if known. */
  readonly seen?: Values;
}

/**
 * Sends a request that the API accepts only in some statuses. Waits for one of them first, and again if the API rejects the request because
 * another operation started in between.
 */
export async function whenReady(
  operation: ObjectRead & Timed,
  { statuses, seen }: Readiness,
  send: (live: Values | undefined) => Promise<Values>,
): Promise<Values> {
  if (!statuses) return send(seen);
  const isReady = (live: Values): boolean => statuses.includes(String(statusIn(operation.definition, live)));
  const what = statuses.map((status) => `"${status}"`).join(" or ");
  const wait = (now?: Values): Promise<Values> => waitUntil(operation, { until: isReady, what, seen: now });
  let live = seen && isReady(seen) ? seen : await wait(seen);
  return retryWhileBusy(operation, {
    send: () => send(live),
    isTemporary: async (error) => isBusy(error) || !isReady(await readLive(operation)),
    meanwhile: async () => {
      live = await wait();
    },
    waitingFor: `for ${what}`,
  });
}

/** The pause before each check. */
const DELAYS_MS = [500, 2000, 5000] as const;
const LAST_DELAY_MS = 10_000;

/**
 * Checks repeatedly for the result of a request with an ambiguous response, because the API may show it late. Ctrl-C does not stop this: a
 * resource that was created must be found.
 * @param check gets how long the search still lasts
 */
export async function recheck<T>(
  { clock }: Context,
  check: (leftMs: number) => Promise<T | undefined>,
  forMs: number = AGES.uniqueMs,
): Promise<T | undefined> {
  let leftMs = forMs;
  for (let index = 0; leftMs > 0; index++) {
    const delayMs = Math.min(DELAYS_MS[index] ?? LAST_DELAY_MS, leftMs);
    leftMs -= delayMs;
    await clock.sleep(delayMs);
    const found = await check(leftMs);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `recheck` for the result of a create. Shows how long the search still lasts, during which the user sees nothing else. */
export function searchLate<T>(context: Context, look: () => Promise<T | undefined>, forMs: number) {
  const check = (leftMs: number): Promise<T | undefined> => {
    const time = leftMs > 0 ? ` for up to ${Math.ceil(leftMs / 1000)} s` : "";
    context.progress(`searching for the result of the create${time}, because the API may show it late`);
    return look();
  };
  return recheck(context, check, forMs);
}
