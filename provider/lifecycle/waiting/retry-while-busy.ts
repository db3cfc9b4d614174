import { ApiError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Context, Deadline } from "../state/context";
import { readLive, waitUntil } from "./waiter";

/** The pause before a request that was refused for the status is sent again. */
const PAUSE_MS = 5000;

/** What a refusal says that will pass; the documents do not show its text. It blames no field. */
const WILL_PASS = /please wait|busy/i;

/**
 * Sends a request that the service takes in some statuses only: waits for one of them first, and again when the service refuses
 * it because something began in between.
 * @param statuses undefined for a request that is taken in any
 * @param seen the object as it was a moment ago, where that is known
 */
export async function whenReady<T>(
  definition: Definition,
  id: string,
  { statuses, seen, deadline }: { statuses: readonly string[] | undefined; seen?: Values; deadline: Deadline },
  send: (live: Values | undefined) => Promise<T>,
  context: Context,
): Promise<T> {
  if (!statuses) return send(seen);
  const until = (live: Values): boolean => statuses.includes(String(live.status));
  const what = statuses.map((status) => `"${status}"`).join(" or ");
  const wait = (): Promise<Values> => waitUntil(definition, id, { until, what, deadline }, context);
  for (let live = seen && until(seen) ? seen : await wait(); ; live = await wait()) {
    try {
      return await send(live);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      const willPass = error.reasons.some(({ property, reason }) => property === undefined && WILL_PASS.test(reason));
      const isRefusedForStatus = willPass || !until(await readLive(definition, id, context, deadline));
      if (!isRefusedForStatus || context.clock.now() >= deadline.at) throw error;
      context.progress(`${error.message}; waiting for ${what}`);
      await context.clock.sleep(PAUSE_MS, context.signal);
    }
  }
}
