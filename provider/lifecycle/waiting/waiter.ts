import { CloudError, NotFoundError } from "../../api/errors";
import type { Values } from "../../definition/values";
import { incomplete } from "../context";
import { locate } from "../state";
import type { ObjectRead, ObjectWait, Timed } from "../context";
import { tooLate } from "./limit";

/** Pauses between polls, growing with the age of the wait. */
const INTERVALS_MS = [1000, 1000, 2000, 2000, 4000, 4000, 8000, 15_000] as const;

/** A service may not show a new object at once while it is still being replicated. */
const NEW_OBJECT_GRACE_MS = 30_000;

const ID_IS_KEPT = "Its id is kept: run `pulumi up` again to go on";

/** Reads the object, coalesced with other reads of this moment. */
export function readLive({ definition, id, context, deadline }: ObjectRead): Promise<Values> {
  const { collection, ownId } = locate(definition, id);
  return context.reads.now(collection, ownId, { deadlineMs: deadline?.at, misfit: incomplete(definition) });
}

/** What a wait is for. */
export interface Awaited {
  readonly until: (live: Values) => boolean;
  /** For messages. */
  readonly what: string;
}

/** Polls the object until `until` holds; the first time immediately. */
export function waitUntil(operation: ObjectWait, { until, what }: Awaited): Promise<Values> {
  const { definition, id, deadline } = operation;
  const name = `the ${definition.noun} with id ${id}`;
  return watch(operation, {
    read: () => readLive(operation),
    isDone: until,
    isNew: deadline.operation === "create",
    terminal: (status) => {
      const remedy = definition.status?.terminal?.[status];
      return (
        remedy && `The ${definition.noun} with id ${id} is "${status}", so waiting for ${what} is no use. ${remedy}`
      );
    },
    late: (status) => tooLate(`${what}: ${name} is still "${status}"`, { deadline, afterwards: ID_IS_KEPT }),
    progress: (status) => `${status}, waiting for ${what}`,
    reached: (status) => status,
  });
}

/** An object to poll, and the messages about it. */
export interface Watched {
  readonly read: () => Promise<Values>;
  readonly isDone: (live: Values) => boolean;
  /** It may have just been created: a 404 is not an error yet. */
  readonly isNew: boolean;
  /** Why waiting is useless in a status, if it is. */
  readonly terminal: (status: string) => string | undefined;
  readonly late: (status: string) => Error;
  readonly progress: (status: string) => string;
  /** The last progress text, if there was any before: it stays in the resource's row of the display. */
  readonly reached: (status: string) => string;
}

/** Polls an object until it is done; the last time at the deadline. */
export async function watch(operation: Timed, watched: Watched): Promise<Values> {
  const { context } = operation;
  const { clock } = context;
  const started = clock.now();
  let live: Values | undefined;
  let hasSpoken = false;
  return poll(operation, async (isLast) => {
    try {
      live = await watched.read();
    } catch (error) {
      const isHidden = watched.isNew && clock.now() - started < NEW_OBJECT_GRACE_MS;
      if (!(error instanceof NotFoundError && isHidden)) throw error;
    }
    if (live && watched.isDone(live)) {
      if (hasSpoken) context.progress(watched.reached(statusOf(live)));
      return live;
    }
    const status = statusOf(live);
    const problem = watched.terminal(status);
    if (problem !== undefined) throw new CloudError(problem);
    if (isLast) throw watched.late(status);
    context.progress(watched.progress(status));
    hasSpoken = true;
    return undefined;
  });
}

function statusOf(live: Values | undefined): string {
  if (!live) return "not visible yet";
  return typeof live.status === "string" ? live.status : "in no status yet";
}

/** Polls the object until the service no longer has it. */
export async function waitUntilGone(operation: ObjectWait): Promise<void> {
  const { definition, id, deadline, context } = operation;
  await poll(operation, async (isLast) => {
    try {
      const live = await readLive(operation);
      if (isLast) {
        const missed = `the ${definition.noun} with id ${id} is still there ("${String(live.status)}")`;
        throw tooLate(missed, { deadline, afterwards: ID_IS_KEPT });
      }
      context.progress(`${String(live.status)}, waiting until it is gone`);
      return undefined;
    } catch (error) {
      if (error instanceof NotFoundError) return true;
      throw error;
    }
  });
}

/** Calls `once` at growing intervals until it returns a result; the last time at the deadline. */
export async function poll<T>(
  { deadline, context: { clock, signal } }: Timed,
  once: (isLast: boolean) => Promise<T | undefined>,
): Promise<T> {
  for (let turn = 0; ; turn++) {
    const remainingMs = deadline.at - clock.now();
    const result = await once(remainingMs <= 0);
    if (result !== undefined) return result;
    const intervalMs = INTERVALS_MS[Math.min(turn, INTERVALS_MS.length - 1)] as number;
    await clock.sleep(Math.min(toNextTick(clock.now(), intervalMs), Math.max(0, remainingMs)), signal);
  }
}

/** All waits with the same interval wake at the same moments, so their reads can be coalesced. */
function toNextTick(nowMs: number, intervalMs: number): number {
  return intervalMs - (nowMs % intervalMs);
}
