import { ApiError } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { ObjectWait, Timed } from "../context";
import { isBusy } from "./busy";
import { readLive, waitUntil } from "./waiter";

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
      context.progress(`${error.message}; waiting ${waitingFor}`);
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
  operation: ObjectWait,
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
