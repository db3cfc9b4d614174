import type { Values } from "../definition/values";
import type { Send } from "./client";
import { NotFoundError, ifThere, isNotFound } from "./errors";
import { readListWithin } from "./paging";

/** How an object is read. */
interface ReadOptions {
  /** After this time, the read is not retried. */
  readonly deadlineMs?: number | undefined;
  /** For how long failures other than a 429 are retried. */
  readonly troubleMs?: number | undefined;
  /** Called before each retry, and from time to time during a wait. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Why a response cannot be trusted although it has the object's id. */
  readonly rejectReason?: ((live: Values) => string | undefined) | undefined;
  /** Another answer says already that the object is missing: a 404, or that its DELETE was accepted. One more 404 is enough. */
  readonly isMissing?: true;
}

/** How long a list is waited for, and where its progress is reported. */
type ReadLimits = Pick<ReadOptions, "deadlineMs" | "troubleMs" | "onProgress">;

/** A list, by id. */
interface Listed {
  /** Until when it may be used. */
  readonly until: number;
  readonly byId: ReadonlyMap<string, Values>;
  /** No object came or went while its pages were read. */
  readonly isSteady: boolean;
}

/** The limits of a read that serves several: the longest of theirs; all are notified of progress. */
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
 * Reads objects by id. Reads that arrive together are served from one list where that costs fewer requests; an object that the list
 * lacks, or does not show fully, is read by itself.
 * @throws NotFoundError when the service says twice that the object is missing, the last time for its own path.
 */
export interface Reads {
  /** The object as it is now. */
  readonly fresh: (collection: string, id: string, options?: ReadOptions) => Promise<Values>;
  /** The object as it is now, or as it was in a list that was just read, provided that nothing was written since. */
  readonly recent: (collection: string, id: string, options?: ReadOptions) => Promise<Values>;
  /** The object as it is now, never from a list. */
  readonly direct: (collection: string, id: string, options?: ReadOptions) => Promise<Values>;
  /**
   * An object whose DELETE was accepted, as it is now, or undefined when it is gone: a complete list that was begun since then and lacks
   * it is enough. Such reads share one list, where that costs no more requests.
   */
  readonly leaving: (collection: string, id: string, options?: ReadOptions) => Promise<Values | undefined>;
  /**
   * The whole list, as it is now or was when it was just read, provided that nothing was written since.
   * @throws ApiError when the service says that the list is missing, which says nothing about any object.
   */
  readonly all: (collection: string, options?: ReadLimits) => Promise<readonly Values[]>;
  /** To be called on every write: lists read before it are not used after it. */
  readonly forget: () => void;
}

interface Waiting {
  readonly id: string;
  readonly options: ReadOptions;
  readonly resolve: (live: Values | Promise<Values>) => void;
  readonly reject: (error: unknown) => void;
}

/** Fewer reads than this go out one by one. */
const WORTH_A_LIST = 6;
/** The engine requests reads a few at a time, so a list serves many more reads than those it was made for. */
const REQUESTS_FOR_EACH_READ = 2;
const RECENT_MS = 2_000;
/** The engine takes longer over a resource that is a long list, and so does reading it again. */
const RECENT_MS_FOR_EACH_OBJECT = 1;

export interface ReadsOptions {
  /** How long to gather reads. */
  readonly gatherMs?: number;
  /** Aborts reads that are under way: nothing is lost with them. */
  readonly signal?: AbortSignal;
  /** Milliseconds on a clock that never goes backwards. */
  readonly nowMs?: () => number;
}

export function createReads(send: Send, options: ReadsOptions = {}): Reads {
  const { gatherMs = 20, signal, nowMs = () => performance.now() } = options;
  const gathering = new Map<string, Waiting[]>();
  const lists = new Map<string, Listed>();
  const long = new Set<string>();
  let writes = 0;

  async function direct(collection: string, id: string, options: ReadOptions = {}): Promise<Values> {
    const rejectReason = (live: Values): string | undefined => aboutAnother(id, live) ?? options.rejectReason?.(live);
    const ask = (): Promise<Values> =>
      send({ method: "GET", path: `${collection}/${id}`, signal, ...longestLimits([options]), rejectReason });
    try {
      return options.isMissing ? await ask() : await onceMoreIfMissing(ask);
    } catch (error) {
      throw isNotFound(error) ? new NotFoundError(error.request, error.status, error.reasons) : error;
    }
  }

  async function list(collection: string, mostRequests: number, limits: ReadLimits): Promise<Listed | undefined> {
    const writesBefore = writes;
    let isSteady = true;
    const objects = await readListWithin(
      send,
      { path: collection, signal, ...limits },
      {
        mostRequests,
        isLong: long.has(collection),
        onLong: () => long.add(collection),
        onUnsteady: () => (isSteady = false),
      },
    );
    if (!objects) return undefined;
    const until = nowMs() + RECENT_MS + RECENT_MS_FOR_EACH_OBJECT * objects.length;
    const listed = { until, isSteady, byId: new Map(objects.map((live) => [String(live.id), live])) };
    if (writes === writesBefore) lists.set(collection, listed);
    return listed;
  }

  async function answer(collection: string, batch: readonly Waiting[]): Promise<void> {
    const isWorthIt = batch.length >= WORTH_A_LIST;
    const most = batch.length * REQUESTS_FOR_EACH_READ;
    // A list that fails says nothing about the objects in it, and neither does one that lacks some of them.
    const listed = isWorthIt
      ? await list(collection, most, longestLimits(batch.map(({ options }) => options))).catch(() => undefined)
      : undefined;
    for (const { id, options, resolve } of batch)
      resolve(believed(listed, id, options) ?? direct(collection, id, options));
  }

  function flush(collection: string): void {
    const batch = gathering.get(collection) ?? [];
    gathering.delete(collection);
    answer(collection, batch).catch((error: unknown) => {
      for (const { reject } of batch) reject(error);
    });
  }

  function fresh(collection: string, id: string, options: ReadOptions = {}): Promise<Values> {
    return new Promise<Values>((resolve, reject) => {
      const batch = gathering.get(collection);
      const waiting = { id, options, resolve, reject };
      if (batch) batch.push(waiting);
      else {
        gathering.set(collection, [waiting]);
        setTimeout(() => flush(collection), gatherMs);
      }
    });
  }

  function listedRecently(collection: string): Listed | undefined {
    const listed = lists.get(collection);
    return listed && nowMs() <= listed.until ? listed : undefined;
  }

  return {
    fresh,
    direct,
    leaving: createLeavingReads({ list, direct, gatherMs }),
    recent: (collection, id, options = {}) => {
      const live = believed(listedRecently(collection), id, options);
      return live ? Promise.resolve(live) : fresh(collection, id, options);
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

/** The object in the list, if what the list says about it can be trusted. */
function believed(listed: Listed | undefined, id: string, { rejectReason }: ReadOptions): Values | undefined {
  const live = listed?.byId.get(id);
  return live && rejectReason?.(live) === undefined ? live : undefined;
}

/** A single 404 may be a glitch of the service: only the second one counts. */
async function onceMoreIfMissing(ask: () => Promise<Values>): Promise<Values> {
  try {
    return await ask();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return ask();
  }
}

/** An object whose DELETE was accepted. */
interface Leaving {
  readonly id: string;
  readonly options: ReadOptions;
  readonly resolve: (live: Values | undefined | Promise<Values | undefined>) => void;
}

/** How a collection is read. */
interface Reading {
  readonly list: (collection: string, mostRequests: number, limits: ReadLimits) => Promise<Listed | undefined>;
  readonly direct: (collection: string, id: string, options: ReadOptions) => Promise<Values>;
  readonly gatherMs: number;
}

/** The pause between two looks at a collection: the engine deletes a few at a time. */
const PAUSE_MS = 100;

/** Reads what was deleted until it is gone: reads that come together share a list, where that costs no more requests. */
function createLeavingReads({ list, direct, gatherMs }: Reading) {
  const leaving = new Map<string, Leaving[]>();

  /** Looks for what has gathered, and goes on as long as more arrives meanwhile. */
  async function look(collection: string): Promise<void> {
    const batch = leaving.get(collection) ?? [];
    leaving.set(collection, []);
    const limits = longestLimits(batch.map(({ options }) => options));
    const listed = batch.length > 1 ? await list(collection, batch.length, limits).catch(() => undefined) : undefined;
    for (const { id, options, resolve } of batch) {
      const isGone = listed?.isSteady === true && !listed.byId.has(id);
      resolve(
        isGone
          ? undefined
          : (believed(listed, id, options) ?? ifThere(direct(collection, id, { ...options, isMissing: true }))),
      );
    }
    setTimeout(() => {
      if (leaving.get(collection)?.length === 0) leaving.delete(collection);
      else void look(collection);
    }, PAUSE_MS);
  }

  return (collection: string, id: string, options: ReadOptions = {}): Promise<Values | undefined> =>
    new Promise((resolve) => {
      const isUnderWay = leaving.has(collection);
      leaving.set(collection, [...(leaving.get(collection) ?? []), { id, options, resolve }]);
      if (!isUnderWay) setTimeout(() => void look(collection), gatherMs);
    });
}

/** Why an answer is not about the object with this id; undefined for one that is. */
export function aboutAnother(id: string, { id: answered }: Values): string | undefined {
  const isId = typeof answered === "string" || typeof answered === "number";
  return isId && String(answered) === id ? undefined : `for a resource with ID ${inShort(answered)}`;
}

/** A value from the service, shortened for a message: it may be anything. */
export function inShort(answered: unknown): string {
  return answered === undefined ? "none" : JSON.stringify(answered).slice(0, 60);
}

/** What is loaded once for each key. A load that fails is forgotten, and `forget` makes the next call load again. */
export class Loads<T> {
  readonly #loads = new Map<string, Promise<T>>();

  /** What was loaded under this key before, or is loaded now. */
  once(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#loads.get(key);
    if (known) return known;
    const loading = load();
    this.#loads.set(key, loading);
    loading.catch(() => this.forget(key, loading));
    return loading;
  }

  /** Forgets what was loaded, unless it has been loaded again in the meantime. */
  forget(key: string, loaded: Promise<T>): void {
    if (this.#loads.get(key) === loaded) this.#loads.delete(key);
  }
}
