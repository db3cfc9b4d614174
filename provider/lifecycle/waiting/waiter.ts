import { CloudError, NotFoundError } from "../../api/errors";
import { statusIn } from "../../definition/status";
import type { Values } from "../../definition/values";
import { rejectIncomplete, wholeReadOf, readOptionsOf } from "../context";
import { locate } from "../state";
import { RESUMES, capitalize } from "../wording";
import type { ObjectRead, Timed } from "../context";
import { timeoutError } from "./limit";
import { createPace, growingPauseMs, pauseUntilTick } from "./pace";

/** How long a new resource may be invisible, because the service is still replicating it. */
const NEW_OBJECT_GRACE_MS = 30_000;

/** Reads the resource, coalesced with concurrent reads. */
export function readLive({ definition, id, context, deadline }: ObjectRead): Promise<Values> {
  const { collection, ownId } = locate(definition, id);
  return context.reads.fresh(collection, ownId, {
    deadlineMs: deadline?.at,
    ...wholeReadOf(definition),
    ...readOptionsOf(context),
  });
}

/** The condition of a wait. */
export interface WaitCondition {
  readonly until: (live: Values) => boolean;
  /** Describes the condition in messages. */
  readonly what: string;
  /** The resource as read a moment ago, if known. */
  readonly seen?: Values | undefined;
}

/** Polls the resource until `until` returns true. */
export function waitUntil(operation: ObjectRead & Timed, { until, what, seen }: WaitCondition): Promise<Values> {
  const { definition, id, deadline } = operation;
  const name = `${definition.noun} ${id}`;
  return watch(operation, {
    waitKey: `${definition.kind} ${what}`,
    seen,
    read: () => readLive(operation),
    isDone: until,
    shown: (live) => statusIn(definition, live),
    isNew: deadline.operation === "create",
    terminal: (status) => {
      const remedy = definition.status?.terminal?.[status];
      return remedy && `${capitalize(name)} is "${status}"; stopped waiting for ${what}. ${remedy}`;
    },
    late: (status) =>
      timeoutError(`Timed out waiting for ${what}: ${name} is still "${status}"`, { deadline, afterwards: RESUMES }),
    progress: (status) => `${status}, waiting for ${what}`,
    reached: (status) => status,
  });
}

/** A remote resource to poll, and the messages about it. */
export interface Watched {
  /** Waits with the same key are expected to take about the same time. */
  readonly waitKey: string;
  /** The resource as read a moment ago. The first read is skipped if such waits are known to take longer. */
  readonly seen?: Values | undefined;
  readonly read: () => Promise<Values>;
  readonly isDone: (live: Values) => boolean;
  /** The status for messages; by default, the field `status`. */
  readonly shown?: (live: Values) => unknown;
  /** It may have just been created, so that a 404 is not an error yet. */
  readonly isNew: boolean;
  /** Why waiting is pointless in this status, if it is. */
  readonly terminal: (status: string) => string | undefined;
  readonly late: (status: string) => Error;
  readonly progress: (status: string) => string;
  /** The final progress message, if there were others before: it stays in the resource's row of the display. */
  readonly reached: (status: string) => string;
}

/** Polls until `isDone` returns true, for the last time at the deadline. */
export async function watch(operation: Timed, watched: Watched): Promise<Values> {
  const { deadline, context } = operation;
  const { clock } = context;
  const pace = createPace(operation, watched.waitKey);
  const started = clock.now();
  const read = async (): Promise<Values | undefined> => {
    try {
      return await watched.read();
    } catch (error) {
      const isHidden = watched.isNew && clock.now() - started < NEW_OBJECT_GRACE_MS;
      if (!(error instanceof NotFoundError && isHidden)) throw error;
      return live;
    }
  };
  let live = pace.hasWaitedBefore() && clock.now() < deadline.at ? watched.seen : undefined;
  for (let isFirst = true; ; isFirst = false) {
    const isLast = clock.now() >= deadline.at;
    if (!isFirst || !live) live = await read();
    const status = live ? statusOf(watched.shown?.(live) ?? live.status) : "not visible yet";
    if (live && watched.isDone(live)) {
      if (isFirst) return live;
      pace.end();
      context.progress(watched.reached(status));
      return live;
    }
    const problem = watched.terminal(status);
    if (problem !== undefined) throw new CloudError(problem);
    if (isLast) throw watched.late(status);
    context.progress(watched.progress(status));
    await pace.pause();
  }
}

function statusOf(status: unknown): string {
  return typeof status === "string" ? status : "without a status";
}

/** Stands for a resource that no longer exists. */
const DELETED: Values = { status: "deleted" };

/** Polls a resource whose DELETE was accepted until it no longer exists. */
export async function waitUntilDeleted(operation: ObjectRead & Timed): Promise<void> {
  const { definition, id, deadline, context } = operation;
  const { collection, ownId } = locate(definition, id);
  const options = { rejectReason: rejectIncomplete(definition), ...readOptionsOf(context) };
  await watch(operation, {
    waitKey: `${definition.kind} gone`,
    seen: { status: definition.status?.deleting },
    read: async () => (await context.reads.afterDelete(collection, ownId, options)) ?? DELETED,
    isDone: (live) => live === DELETED,
    isNew: false,
    terminal: () => undefined,
    late: (status) =>
      timeoutError(`${capitalize(definition.noun)} ${id} still exists ("${status}")`, {
        deadline,
        afterwards: "Run the same command again",
      }),
    progress: (status) => `${status}, waiting until it no longer exists`,
    reached: (status) => status,
  });
}

/** Calls `look`, with pauses, until it returns a result. The last call is at the deadline. */
export async function poll<T>(
  { deadline, context: { clock, signal } }: Timed,
  look: (isLast: boolean) => Promise<T | undefined>,
): Promise<T> {
  const startedMs = clock.now();
  for (let polls = 0; ; polls++) {
    const remainingMs = deadline.at - clock.now();
    const result = await look(remainingMs <= 0);
    if (result !== undefined) return result;
    const nowMs = clock.now();
    const pause = pauseUntilTick(nowMs, growingPauseMs(polls, nowMs - startedMs));
    await clock.sleep(Math.min(pause, Math.max(0, remainingMs)), signal);
  }
}
