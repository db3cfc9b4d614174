import type { Request } from "../../provider/api/client";
import { createReads } from "../../provider/api/reads";
import type { Reads } from "../../provider/api/reads";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context/context";
import { RunMemory } from "../../provider/lifecycle/context/run-memory";
import { waitUntil } from "../../provider/lifecycle/waiting/waiter";
import { domain } from "../../provider/resources/domain";
import { steppedClock } from "./stepped-clock";
import type { SteppedClock } from "./stepped-clock";

/** When resources start to boot and how long each takes, in milliseconds. */
export interface Boots {
  readonly batches: number;
  readonly inBatch: number;
  readonly everyMs: number;
  /** How long after its start a resource is ready; Infinity if it fails after `FAILS_AFTER_MS`. */
  readonly takesMs: (object: number) => number;
}

/** The cost of waiting for them, and how late each wait ended. */
export type Waited = Awaited<ReturnType<typeof waitForBatches>>;

export const FAILS_AFTER_MS = 30_000;

const LATENCY_MS = 50;
/** The resources of a batch do not start all at once. */
const BETWEEN_MS = 20;
const PATIENCE_MS = 600_000;

const READY = { until: ({ status }: Values) => status === "ready", what: '"ready"', seen: { status: "busy" } };

const booted: Definition = {
  ...domain,
  status: { afterCreate: () => "ready", idle: ["ready"], terminal: { failed: "It has failed." }, resume: () => [] },
};

interface Booting {
  readonly startedMs: number;
  readonly takesMs: number;
}

/** Waits for resources that start in batches, as if a rate limit on creations delayed them. */
export async function waitForBatches({ batches, inBatch, everyMs, takesMs }: Boots) {
  const clock = steppedClock();
  const objects = new Map<string, Booting>();
  /** The number of list reads between the start of each batch and that of the next. */
  const lists = new Array<number>(batches).fill(0);
  /** List reads and single reads. */
  let requests = 0;
  let areGathered = true;
  const shown = (id: string): Values => ({ id, status: statusOf(objects.get(id), clock.now()) });
  const send = async ({ path }: Request): Promise<Values> => {
    const [, , id] = path.split("/");
    const batch = Math.min(batches - 1, Math.floor(clock.now() / everyMs));
    requests++;
    areGathered = true;
    if (id === undefined) lists[batch] = (lists[batch] ?? 0) + 1;
    await clock.sleep(LATENCY_MS / 2);
    const answer = id === undefined ? { data: Array.from(objects.keys(), shown), page: 1, pages: 1 } : shown(id);
    await clock.sleep(LATENCY_MS / 2);
    return answer;
  };
  const reads = createReads(send, { gatherMs: 0, nowMs: () => clock.now() });
  const fresh: Reads["fresh"] = (...read) => {
    areGathered = false;
    return reads.fresh(...read);
  };
  const context = {
    clock,
    memory: new RunMemory(),
    reads: { ...reads, fresh },
    progress: () => undefined,
  } as unknown as Context;
  const waitFor = async (index: number): Promise<number> => {
    await clock.sleep(Math.floor(index / inBatch) * everyMs + (index % inBatch) * BETWEEN_MS);
    const booting = { startedMs: clock.now(), takesMs: takesMs(index) };
    const id = String(index + 1);
    objects.set(id, booting);
    await clock.sleep(LATENCY_MS / 2);
    const deadline = { at: clock.now() + PATIENCE_MS, seconds: PATIENCE_MS / 1000, operation: "create" as const };
    const own = { ...context, signal: new AbortController().signal };
    await waitUntil({ definition: booted, id, deadline, context: own }, READY).catch(() => undefined);
    const overMs = Number.isFinite(booting.takesMs) ? booting.takesMs : FAILS_AFTER_MS;
    return clock.now() - booting.startedMs - overMs;
  };
  const waits = Array.from({ length: batches * inBatch }, (_, index) => waitFor(index));
  const lateMs = await stepping(clock, waits, () => !areGathered);
  return { lists, requests, lateMs };
}

function statusOf(booting: Booting | undefined, nowMs: number): string {
  const { startedMs, takesMs } = booting ?? { startedMs: Infinity, takesMs: Infinity };
  if (!Number.isFinite(takesMs)) return nowMs < startedMs + FAILS_AFTER_MS ? "busy" : "failed";
  return nowMs < startedMs + takesMs ? "busy" : "ready";
}

/** Advances the clock from one sleep to the next until everything is done. Reads are batched in real time. */
async function stepping(clock: SteppedClock, all: readonly Promise<number>[], areGathering: () => boolean) {
  let isOver = false;
  const done = Promise.all(all).finally(() => (isOver = true));
  while (!isOver) {
    await clock.advance(Math.min(clock.untilNext(), PATIENCE_MS));
    while (areGathering()) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return done;
}
