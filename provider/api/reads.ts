import { isUnset } from "../definition/values";
import type { Values } from "../definition/values";
import type { Send } from "./client";
import { NotFoundError, undefinedIfMissing, isNotFound } from "./errors";
import { withoutId } from "./plain";
import type { IdFields } from "./plain";
import { readList, readListWithin } from "./paging";

interface ReadOptions {
  /** Time on the clock, in milliseconds, after which the read is not retried. */
  readonly deadlineMs?: number | undefined;
  /** For how long failures other than a 429 are retried. */
  readonly troubleMs?: number | undefined;
  /** Called before each retry, and from time to time during a wait. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Why a response cannot be trusted although it has the right ID. */
  readonly rejectReason?: ((live: Values) => string | undefined) | undefined;
  /** What the response lacks, by name, with the path below the resource's own that shows it; undefined if that does not exist. */
  readonly parts?: Readonly<Record<string, string>> | undefined;
  /** An earlier response already shows that the resource is missing: a 404, or an accepted DELETE. One more 404 is enough. */
  readonly isMissing?: true;
}

/** The limits of reading a list, and where its progress is reported. */
type ReadLimits = Pick<ReadOptions, "deadlineMs" | "troubleMs" | "onProgress">;

/** A list, by ID. */
interface Listed {
  /** The time on the clock until which it may be used. */
  readonly until: number;
  readonly byId: ReadonlyMap<string, Values>;
  /** No item was added or removed while its pages were read, and each shows its ID. */
  readonly isSteady: boolean;
}

/** The limits of a read that serves several others: the longest of theirs. All of them get its progress. */
function longestLimits(several: readonly ReadOptions[]): ReadLimits {
  const longest = (times: readonly (number | undefined)[]): number | undefined =>
    times.includes(undefined) ? undefined : Math.max(...(times as readonly number[]));
  return {
    deadlineMs: longest(several.map(({ deadlineMs }) => deadlineMs)),
    troubleMs: longest(several.map(({ troubleMs }) => troubleMs)),
    onProgress: (message) => several.forEach(({ onProgress }) => onProgress?.(message)),
  };
}

/**
 * Reads resources by ID. Reads that arrive together are served from one list if that takes fewer requests; a resource that is missing
 * or incomplete in the list is read individually.
 * @throws NotFoundError if the API shows twice that the resource is missing, the last time at its own path.
 */
export interface Reads {
  /** The resource as it is now. */
  readonly fresh: (collection: string, id: string, options?: ReadOptions) => Promise<Values>;
  /** The resource as it is now, or as it was in a list that was just read, provided that nothing was written since. */
  readonly recent: (collection: string, id: string, options?: ReadOptions) => Promise<Values>;
  /** The resource as it is now, never from a list. */
  readonly direct: (collection: string, id: string, options?: ReadOptions) => Promise<Values>;
  /**
   * A resource whose DELETE was accepted, as it is now; undefined if it no longer exists, which a complete list that was requested
   * after the DELETE is enough to show. Such reads share one list if that takes no more requests.
   */
  readonly afterDelete: (collection: string, id: string, options?: ReadOptions) => Promise<Values | undefined>;
  /**
   * The whole list, as it is now or was when it was just read, provided that nothing was written since.
   * @throws ApiError if the list itself is missing, which shows nothing about the resources in it.
   */
  readonly all: (collection: string, options?: ReadLimits) => Promise<readonly Values[]>;
  /** Must be called on every write: lists read before it are not used after it. */
  readonly forget: () => void;
}

/** Reads of the API under its own names. Objects of the collections in `idFields` have the end of their path as `id`. */
export interface PlainReads {
  readonly reads: Reads;
  readonly idFields: IdFields;
}

/** A read of a resource. */
interface Asked {
  readonly id: string;
  readonly options: ReadOptions;
}

interface WaitingRead extends Asked {
  readonly resolve: (live: Values | Promise<Values>) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads of a collection that are collected. */
interface Gathering {
  readonly batch: WaitingRead[];
  readonly startedMs: number;
  readonly timer?: NodeJS.Timeout;
}

/** The same reads, which end at that time on the clock if they name no other. */
export function readsUntil(reads: Reads, deadlineMs: number): Reads {
  type Read<T> = (collection: string, id: string, options?: ReadOptions) => Promise<T>;
  const limited =
    <T>(read: Read<T>): Read<T> =>
    (collection, id, options) =>
      read(collection, id, { ...options, deadlineMs: options?.deadlineMs ?? deadlineMs });
  return {
    ...reads,
    fresh: limited(reads.fresh),
    recent: limited(reads.recent),
    direct: limited(reads.direct),
    afterDelete: limited(reads.afterDelete),
    all: (collection, options) => reads.all(collection, { ...options, deadlineMs: options?.deadlineMs ?? deadlineMs }),
  };
}

/** With fewer reads of a collection under way than this, each is sent by itself. */
const WORTH_A_LIST = 6;
/**
 * How many requests a list may take for each read that it serves. The engine requests reads a few at a time, so the list then serves
 * many more.
 */
const REQUESTS_FOR_EACH_READ = 2;
/** Reads that belong together arrive together: a pause of this share of the longest time to collect them ends their batch. */
const PAUSE_SHARE = 1 / 4;
const RECENT_MS = 2_000;
/** A long list stays usable for longer, because both the engine's work on its resources and reading it again take longer. */
const RECENT_MS_FOR_EACH_OBJECT = 1;

export interface ReadsOptions {
  /** How long to collect reads, at most. */
  readonly gatherMs?: number | undefined;
  /** Aborts reads in progress, which loses nothing. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds on a clock that never goes backwards. */
  readonly nowMs?: () => number;
}

export function createReads(send: Send, options: ReadsOptions = {}): Reads {
  const { gatherMs = 20, signal, nowMs = () => performance.now() } = options;
  const pauseMs = gatherMs * PAUSE_SHARE;
  const gathering = new Map<string, Gathering>();
  /** How many reads of a collection wait for the response to a request of their own. */
  const underWay = new Map<string, number>();
  const lists = new Map<string, Listed>();
  const long = new Set<string>();
  /** Collections whose list is being read to serve reads. */
  const listing = new Set<string>();
  const deleted = new Map<string, ReturnType<typeof createReadsAfterDelete>>();
  const pace: Pace = { apartMs: pauseMs };
  let writes = 0;

  async function direct(collection: string, id: string, options: ReadOptions = {}): Promise<Values> {
    const rejectReason = (live: Values): string | undefined => mismatchedId(id, live) ?? options.rejectReason?.(live);
    const ask = (): Promise<Values> =>
      send({ method: "GET", path: `${collection}/${id}`, signal, ...longestLimits([options]), rejectReason });
    try {
      const live = options.isMissing ? await ask() : await onceMoreIfMissing(ask);
      return { ...live, ...(await readParts(send, `${collection}/${id}`, { signal, ...options })) };
    } catch (error) {
      throw isNotFound(error) ? new NotFoundError(error.request, error.status, error.reasons) : error;
    }
  }

  async function list(collection: string, maxRequests: number, limits: ReadLimits): Promise<Listed | undefined> {
    const writesBefore = writes;
    let isSteady = true;
    const objects = await readListWithin(
      send,
      { path: collection, signal, ...limits },
      {
        maxRequests,
        isLong: long.has(collection),
        onLong: () => long.add(collection),
        onUnsteady: () => (isSteady = false),
      },
    );
    if (!objects) return undefined;
    const until = nowMs() + RECENT_MS + RECENT_MS_FOR_EACH_OBJECT * objects.length;
    const byId = new Map(objects.map((live) => [String(live.id), live]));
    const listed = { until, isSteady: isSteady && !objects.some(({ id }) => isUnset(id)), byId };
    if (writes === writesBefore) lists.set(collection, listed);
    return listed;
  }

  async function serve(collection: string, batch: readonly WaitingRead[]): Promise<void> {
    const listed = await listFor(collection, batch);
    for (const { id, options, resolve } of batch)
      resolve(fromList(listed, id, options) ?? lone(collection, id, options));
  }

  /** A list that serves the reads, if enough are under way. Neither one that fails nor one that lacks a resource shows anything about it. */
  async function listFor(collection: string, batch: readonly WaitingRead[]): Promise<Listed | undefined> {
    const served = batch.length + (underWay.get(collection) ?? 0);
    const isWorthIt = batch.length >= WORTH_A_LIST || (served >= WORTH_A_LIST && !listing.has(collection));
    if (!isWorthIt) return undefined;
    listing.add(collection);
    const limits = longestLimits(batch.map(({ options }) => options));
    const reading = list(collection, served * REQUESTS_FOR_EACH_READ, limits).catch(() => undefined);
    return reading.finally(() => listing.delete(collection));
  }

  function lone(collection: string, id: string, options: ReadOptions): Promise<Values> {
    const count = (more: number): void => void underWay.set(collection, (underWay.get(collection) ?? 0) + more);
    count(1);
    return direct(collection, id, options).finally(() => count(-1));
  }

  function flush(collection: string, batch: readonly WaitingRead[]): void {
    gathering.delete(collection);
    serve(collection, batch).catch((error: unknown) => {
      for (const { reject } of batch) reject(error);
    });
  }

  function collect(collection: string, read: Asked): Promise<Values> {
    if (read.options.parts) return direct(collection, read.id, read.options);
    const { batch, startedMs, timer } = gathering.get(collection) ?? { batch: [], startedMs: nowMs() };
    clearTimeout(timer);
    const pause = Math.min(pauseMs, Math.max(0, startedMs + gatherMs - nowMs()));
    gathering.set(collection, { batch, startedMs, timer: setTimeout(() => flush(collection, batch), pause) });
    return new Promise((resolve, reject) => batch.push({ ...read, resolve, reject }));
  }

  function listedRecently(collection: string): Listed | undefined {
    const listed = lists.get(collection);
    return listed && nowMs() <= listed.until ? listed : undefined;
  }

  return {
    fresh: (collection, id, options = {}) => collect(collection, { id, options }),
    direct,
    afterDelete: (collection, id, options) => {
      const read =
        deleted.get(collection) ?? createReadsAfterDelete(collection, { list, direct, gatherMs, nowMs, pace });
      deleted.set(collection, read);
      return read(id, options);
    },
    recent: (collection, id, options = {}) => {
      const listed = listedRecently(collection);
      if (!listed) return collect(collection, { id, options });
      const live = fromList(listed, id, options);
      return live ? Promise.resolve(live) : direct(collection, id, options);
    },
    all: async (collection, options = {}) => {
      const listed = listedRecently(collection) ?? (await list(collection, Infinity, longestLimits([options])));
      return Array.from(listed?.byId.values() ?? []);
    },
    forget: () => {
      writes++;
      lists.clear();
    },
  };
}

/** The resource in the list, if the list shows all of it, and that can be trusted. */
export function fromList(
  listed: Pick<Listed, "byId"> | undefined,
  id: string,
  { rejectReason, parts }: ReadOptions = {},
): Values | undefined {
  const live = parts ? undefined : listed?.byId.get(id);
  return live && rejectReason?.(live) === undefined ? live : undefined;
}

/** What has a path of its own below the resource's, each with one request, or one for each page of a list. */
export async function readParts(
  send: Send,
  path: string,
  { parts = {}, signal, ...options }: ReadOptions & Pick<ReadsOptions, "signal">,
): Promise<Values> {
  const shown = Object.entries(parts).map(async ([name, part]): Promise<[string, unknown]> => {
    const request = { path: `${path}/${part}`, signal, ...longestLimits([options]) };
    const first = await send({ ...request, method: "GET" }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    if (!Array.isArray(first?.data) || !("pages" in first)) return [name, first];
    return [name, first.pages === 1 ? first.data : await readList(send, request)];
  });
  return Object.fromEntries(await Promise.all(shown));
}

/** A single 404 may be a glitch of the API: only the second one counts. */
async function onceMoreIfMissing(ask: () => Promise<Values>): Promise<Values> {
  try {
    return await ask();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return ask();
  }
}

/** A read of a resource whose DELETE was accepted. */
interface DeletedRead extends Asked {
  readonly resolve: (live: Values | undefined | Promise<Values | undefined>) => void;
}

/** How fast the engine deletes, as the latest read of any collection shows it. */
interface Pace {
  apartMs: number;
}

interface Reading {
  readonly list: (collection: string, maxRequests: number, limits: ReadLimits) => Promise<Listed | undefined>;
  readonly direct: (collection: string, id: string, options: ReadOptions) => Promise<Values>;
  readonly gatherMs: number;
  readonly nowMs: () => number;
  readonly pace: Pace;
}

/** No more reads are expected after a pause this many times as long as usual. */
const PAUSES = 4;
/** The longest pause, and the longest time to collect reads, in multiples of the usual pause. */
const LONGEST_PAUSE = 8;
const LONGEST_TIME = 25;
/** After this many reads in a row that no other joined, the engine deletes one by one: a longer pause would only delay it. */
const ONE_BY_ONE = 3;

/**
 * Reads resources of a collection that were deleted. Those that the engine deletes together share a list if that takes no more requests: it
 * is requested once as many wait as ever did, or no more arrive. That follows the engine's pace, whatever the latency of the API.
 */
function createReadsAfterDelete(collection: string, { list, direct, gatherMs, nowMs, pace }: Reading) {
  let waiting: DeletedRead[] = [];
  /** How many the list in progress serves. */
  let listed = 0;
  /** The most that ever waited: the engine deletes a few resources at a time, and the next ones only after a result. */
  let most = 0;
  let firstMs = 0;
  let lastMs: number | undefined;
  /** The time between two reads, on average. It grows with the engine's state. */
  let apartMs = Math.min(pace.apartMs, gatherMs * PAUSE_SHARE);
  /** How many reads in a row no other joined. */
  let alone = 0;
  let lookedMs = 0;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const batch = waiting;
    waiting = [];
    listed = batch.length;
    most = Math.max(most, listed);
    alone = listed > 1 ? 0 : alone + 1;
    lookedMs = nowMs();
    const limits = longestLimits(batch.map(({ options }) => options));
    const found = batch.length > 1 ? await list(collection, batch.length, limits).catch(() => undefined) : undefined;
    for (const { id, options, resolve } of batch) {
      const isGone = found?.isSteady === true && !found.byId.has(id);
      resolve(
        isGone
          ? undefined
          : (fromList(found, id, options) ??
              undefinedIfMissing(direct(collection, id, { ...options, isMissing: true }))),
      );
    }
    listed = 0;
    if (waiting.length > 0) schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    const now = nowMs();
    const isAlone = most <= 1 && waiting.length === 1;
    const shortestMs = isAlone ? gatherMs * PAUSE_SHARE : gatherMs;
    const pauseMs = Math.min(Math.max(shortestMs, PAUSES * apartMs), LONGEST_PAUSE * gatherMs);
    const pausedMs = alone < ONE_BY_ONE ? now + pauseMs : lookedMs + gatherMs;
    const isComplete = most > 1 && waiting.length >= most;
    const atMs = isComplete ? 0 : Math.min(pausedMs, firstMs + LONGEST_TIME * gatherMs);
    timer = setTimeout(() => void look(), Math.max(0, atMs - now));
  }

  return (id: string, options: ReadOptions = {}): Promise<Values | undefined> =>
    new Promise((resolve) => {
      const now = nowMs();
      if (waiting.length === 0) firstMs = now;
      if (lastMs !== undefined) apartMs = (apartMs + Math.min(now - lastMs, LONGEST_PAUSE * gatherMs)) / 2;
      lastMs = now;
      pace.apartMs = apartMs;
      waiting.push({ id, options, resolve });
      if (listed > 0) most = Math.max(most, waiting.length + listed);
      else schedule();
    });
}

/** Why a response is not about the resource with this ID; undefined if it is. */
export function mismatchedId(id: string, live: Values): string | undefined {
  const { id: answered } = live;
  const isId = typeof answered === "string" || typeof answered === "number";
  return isId && String(answered) === id
    ? undefined
    : (withoutId(live) ?? `for a resource with ID ${shortened(answered)}`);
}

/** A value of any type from a response, shortened for a message. */
export function shortened(answered: unknown): string {
  return answered === undefined ? "none" : JSON.stringify(answered).slice(0, 60);
}

/** Loads one value for each key. A load that fails is discarded, and `forget` makes the next call load again. */
export class LoadCache<T> {
  readonly #loads = new Map<string, Promise<T>>();

  /** The value that was loaded under this key before, or is loaded now. */
  load(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#loads.get(key);
    if (known) return known;
    const loading = load();
    this.#loads.set(key, loading);
    loading.catch(() => this.forget(key, loading));
    return loading;
  }

  /** Discards what was loaded, unless it has been loaded again meanwhile. */
  forget(key: string, loaded: Promise<T>): void {
    if (this.#loads.get(key) === loaded) this.#loads.delete(key);
  }
}
