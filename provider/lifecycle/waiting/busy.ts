import { ApiError } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { Context, ObjectRead, Timed } from "../context";
import { readLive, waitUntil } from "./waiter";

/** How the service words a temporary refusal; the documents do not say. */
const WILL_PASS = /please wait|busy/i;

/** Whether the service refused a request only because something else is running. Such a refusal blames no field. */
export function isBusy(error: unknown): boolean {
  return isGeneralRefusal(error) && error.reasons.some(({ reason }) => WILL_PASS.test(reason));
}

/** Whether a refusal blames no field: it may be about the state of the object rather than about the request. */
export function isGeneralRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.every(({ property }) => property === undefined)
  );
}

/** The pause before a temporarily refused request is sent again. */
const PAUSE_MS = 5000;

/** How a request is sent, and when it is sent again. */
interface Attempts {
  readonly send: () => Promise<Values>;
  readonly willPass: (error: unknown) => boolean | Promise<boolean>;
  /** Runs after the pause, before it is sent again. */
  readonly meanwhile?: () => Promise<void>;
  /** What it waits for, for messages. */
  readonly waitingFor: string;
}

/** Sends a request, and again while the refusal is temporary, until the deadline. */
export async function retryWhileBusy(
  { deadline, context }: Timed,
  { send, willPass, meanwhile, waitingFor }: Attempts,
): Promise<Values> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400 || !(await willPass(error))) throw error;
      if (context.clock.now() >= deadline.at) throw error;
      context.progress(`${error.message.replace(/\.$/, "")}; waiting ${waitingFor}`);
      await context.clock.sleep(PAUSE_MS, context.signal);
      await meanwhile?.();
    }
  }
}

/** The statuses of its object in which the service accepts a request; undefined for any. */
interface Readiness {
  readonly statuses: readonly string[] | undefined;
  /** The object as last read, if known. */
  readonly seen?: Values;
}

/**
 * Sends a request that the service accepts in some statuses only: waits for one of them first, and again when the
 * service refuses because something started in between.
 */
export async function whenReady(
  operation: ObjectRead & Timed,
  { statuses, seen }: Readiness,
  send: (live: Values | undefined) => Promise<Values>,
): Promise<Values> {
  if (!statuses) return send(seen);
  const isReady = (live: Values): boolean => statuses.includes(String(live.status));
  const what = statuses.map((status) => `"${status}"`).join(" or ");
  const wait = (now?: Values): Promise<Values> => waitUntil(operation, { until: isReady, what, seen: now });
  let live = seen && isReady(seen) ? seen : await wait(seen);
  return retryWhileBusy(operation, {
    send: () => send(live),
    willPass: async (error) => isBusy(error) || !isReady(await readLive(operation)),
    meanwhile: async () => {
      live = await wait();
    },
    waitingFor: `for ${what}`,
  });
}

/** The pause before each check. */
const DELAYS_MS = [500, 2000, 5000, 10_000] as const;

/** How long it checks: by then, the service should show what the request did. */
export const RECHECKED_MS = DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0);

/**
 * Checks repeatedly for what a request without a clear answer did, because a service may show it late. Ctrl-C does not
 * end this: an object that was made must be found.
 */
export async function recheck<T>({ clock }: Context, check: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const delayMs of DELAYS_MS) {
    await clock.sleep(delayMs);
    const found = await check();
    if (found !== undefined) return found;
  }
  return undefined;
}
