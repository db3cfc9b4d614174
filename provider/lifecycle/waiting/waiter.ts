import { CloudError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { incomplete } from "../state/answers";
import type { Context, Deadline } from "../state/context";
import { locate } from "../state/ids";

/** Intervals between looks grow with the age of the wait. */
const INTERVALS_MS = [1000, 1000, 2000, 2000, 4000, 4000, 8000, 15_000] as const;

/** A service that is still copying a new object around may not show it at once. */
const NEW_OBJECT_GRACE_MS = 30_000;

/** Reads the object, together with whatever else is being read at this moment. */
export function readLive(definition: Definition, id: string, context: Context, deadline?: Deadline): Promise<Values> {
  const { collection, ownId } = locate(definition, id);
  return context.reads.now(collection, ownId, { deadlineMs: deadline?.at, misfit: incomplete(definition) });
}

/** Looks at the object until `until` holds, starting at once. */
export async function waitUntil(
  definition: Definition,
  id: string,
  { until, what, deadline }: { until: (live: Values) => boolean; what: string; deadline: Deadline },
  context: Context,
): Promise<Values> {
  const started = context.clock.now();
  let seen: Values | undefined;
  let hasSpoken = false;
  await look(deadline, context, async (isLast) => {
    try {
      seen = await readLive(definition, id, context, deadline);
    } catch (error) {
      const isNew = deadline.operation === "create" && context.clock.now() - started < NEW_OBJECT_GRACE_MS;
      if (!(error instanceof NotFoundError && isNew)) throw error;
    }
    if (seen && until(seen)) {
      // What was last said stays in the row of the display.
      if (hasSpoken) context.progress(String(seen.status));
      return true;
    }
    const status = typeof seen?.status === "string" ? seen.status : "not visible yet";
    const remedy = definition.status?.terminal?.[status];
    if (remedy !== undefined) {
      throw new CloudError(
        `The ${definition.noun} with id ${id} is "${status}", so that waiting for ${what} is no use. ${remedy}`,
      );
    }
    if (isLast) throw tooLate(`${what}: the ${definition.noun} with id ${id} is still "${status}"`, deadline);
    context.progress(`${status}, waiting for ${what}`);
    hasSpoken = true;
    return false;
  });
  return seen as Values;
}

/** Looks at the object until the service no longer has it. */
export async function waitUntilGone(
  definition: Definition,
  id: string,
  deadline: Deadline,
  context: Context,
): Promise<void> {
  await look(deadline, context, async (isLast) => {
    try {
      const live = await readLive(definition, id, context, deadline);
      if (isLast) {
        throw tooLate(`the ${definition.noun} with id ${id} is still there ("${String(live.status)}")`, deadline);
      }
      context.progress(`${String(live.status)}, waiting until it is gone`);
      return false;
    } catch (error) {
      if (error instanceof NotFoundError) return true;
      throw error;
    }
  });
}

/** Calls `once` again and again, in growing intervals, until it says that it is done; the last time at the deadline. */
export async function look(
  deadline: Deadline,
  { clock, signal }: Context,
  once: (isLast: boolean) => Promise<boolean>,
): Promise<void> {
  for (let turn = 0; ; turn++) {
    const remainingMs = deadline.at - clock.now();
    if (await once(remainingMs <= 0)) return;
    const intervalMs = INTERVALS_MS[Math.min(turn, INTERVALS_MS.length - 1)] as number;
    await clock.sleep(Math.min(toNextTick(clock.now(), intervalMs), Math.max(0, remainingMs)), signal);
  }
}

/** All waits with one interval wake at the same moments, so that their reads can be answered together. */
function toNextTick(nowMs: number, intervalMs: number): number {
  return intervalMs - (nowMs % intervalMs);
}

function tooLate(what: string, { seconds, operation }: Deadline): CloudError {
  return new CloudError(
    `${what} after ${seconds} seconds. Its id is kept: run \`pulumi up\` again to go on, ` +
      `or allow more time with the option customTimeouts: { ${operation}: "…" }.`,
  );
}
