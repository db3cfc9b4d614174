import { ApiError, isNotFound } from "../../api/errors";
import { fromList } from "../../api/reads";
import type { Values } from "../../definition/values";
import { PREVIEW_TIMEOUT_MS } from "../catalogue";
import { endingAt } from "../context";
import type { Context } from "../context";
import { newestEvents } from "./last-events";
import type { EventsByPath } from "./last-events";

type List = ReadonlyMap<string, Values>;

/** What the previews of one run have read. Nothing is written in between. */
interface Run {
  readonly lists: Map<string, Promise<List>>;
  /** Undefined until it is needed. */
  events?: Promise<EventsByPath>;
  /** A list that failed without a usable response: no other is requested after it. */
  unanswered?: Promise<List>;
}

const newRun = (): Run => ({ lists: new Map<string, Promise<List>>() });

/** A context for the reads of a preview: each list is requested once in a run, and every resource is looked up there first. */
export function readingLists(context: Context): Context {
  const limited = endingAt(context.clock.now() + PREVIEW_TIMEOUT_MS, context);
  const { reads } = limited;
  const listOf = (collection: string): Promise<List> => listIn(collection, limited);
  return {
    ...limited,
    omitsSubResources: true,
    reads: {
      ...reads,
      all: async (collection) => Array.from((await listOf(collection)).values()),
      recent: async (collection, id, options) => {
        // A list is missing if its parent is; only the resource's own path shows that the resource is.
        const list = await listOf(collection).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
          return undefined;
        });
        const live = fromList(list && { byId: list }, id, options);
        return live ?? reads.direct(collection, id, options);
      },
    },
  };
}

function listIn(collection: string, context: Context): Promise<List> {
  const run = context.memory.of(newRun);
  const known = run.lists.get(collection);
  if (known) return known;
  const list = run.unanswered ?? readList(collection, context);
  run.lists.set(collection, list);
  list.catch((error: unknown) => {
    if (!isAnswer(error)) run.unanswered = list;
  });
  return list;
}

async function readList(collection: string, { reads }: Context): Promise<List> {
  return new Map((await reads.all(collection)).map((live) => [String(live.id), live]));
}

/** Whether other requests may succeed. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** The newest events of the account, read once in a run. */
export function eventsOfRun(context: Context): Promise<EventsByPath> {
  const run = context.memory.of(newRun);
  run.events ??= newestEvents(context.send);
  return run.events;
}
