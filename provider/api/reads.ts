import type { Values } from "../definition";
import type { Request, Send } from "./client";
import { readList, readPage } from "./paging";

/** Reads objects by id. Reads that arrive together are answered by one list where that costs fewer requests. */
export interface Reads {
  /**
   * The object as it is now.
   * @throws NotFoundError when the service says so of this very object.
   */
  now(collection: string, id: string, deadlineMs?: number): Promise<Values>;
  /** The object as it is now or was in a list of the last two seconds, provided that nothing was written since. */
  lately(collection: string, id: string): Promise<Values>;
  /** The whole list, as it is now or was in the last two seconds, provided that nothing was written since. */
  all(collection: string): Promise<readonly Values[]>;
  /** To be called with every write: what was listed before it no longer counts. */
  forget(): void;
}

interface Waiting {
  readonly id: string;
  /** When asking may no longer be repeated. */
  readonly deadlineMs: number | undefined;
  readonly resolve: (live: Values | Promise<Values>) => void;
  readonly reject: (error: unknown) => void;
}

interface Listed {
  readonly at: number;
  readonly byId: ReadonlyMap<string, Values>;
}

/** Fewer reads than this go out one by one. */
const WORTH_A_LIST = 6;
/** The engine hands out reads a few at a time, so that a list serves many more than those that it was made for. */
const PAGES_FOR_EACH_READ = 2;
const LATELY_MS = 2_000;

export interface ReadsOptions {
  /** How long reads are gathered. */
  readonly gatherMs?: number;
  /** Ends reads that are under way: nothing is lost with them. */
  readonly signal?: AbortSignal;
  /** Milliseconds on a clock that never goes backwards. */
  readonly nowMs?: () => number;
}

export function createReads(send: Send, options: ReadsOptions = {}): Reads {
  const { gatherMs = 20, signal, nowMs = () => performance.now() } = options;
  const gathering = new Map<string, Waiting[]>();
  const lists = new Map<string, Listed>();
  let writes = 0;

  const single = (collection: string, { id, deadlineMs }: Waiting): Promise<Values> =>
    send({ method: "GET", path: `${collection}/${id}`, signal, deadlineMs });

  async function list(collection: string, most: number): Promise<Listed | undefined> {
    const [at, writesBefore] = [nowMs(), writes];
    const objects = await listUnlessLonger(send, { path: collection, signal }, most);
    if (!objects) return undefined;
    const listed = { at, byId: new Map(objects.map((live) => [String(live.id), live])) };
    if (writes === writesBefore) lists.set(collection, listed);
    return listed;
  }

  async function answer(collection: string, batch: readonly Waiting[]): Promise<void> {
    const isWorthIt = batch.length >= WORTH_A_LIST;
    const listed = isWorthIt ? await list(collection, batch.length * PAGES_FOR_EACH_READ) : undefined;
    // What the list lacks is asked for by itself: only the object's own 404 means that it is gone.
    for (const waiting of batch) waiting.resolve(listed?.byId.get(waiting.id) ?? single(collection, waiting));
  }

  function flush(collection: string): void {
    const batch = gathering.get(collection) ?? [];
    gathering.delete(collection);
    answer(collection, batch).catch((error: unknown) => {
      for (const { reject } of batch) reject(error);
    });
  }

  function now(collection: string, id: string, deadlineMs?: number): Promise<Values> {
    return new Promise<Values>((resolve, reject) => {
      const batch = gathering.get(collection);
      const waiting = { id, deadlineMs, resolve, reject };
      if (batch) batch.push(waiting);
      else {
        gathering.set(collection, [waiting]);
        setTimeout(() => flush(collection), gatherMs);
      }
    });
  }

  function listedLately(collection: string): Listed | undefined {
    const listed = lists.get(collection);
    return listed && nowMs() - listed.at <= LATELY_MS ? listed : undefined;
  }

  return {
    now,
    lately: (collection, id) => {
      const live = listedLately(collection)?.byId.get(id);
      return live ? Promise.resolve(live) : now(collection, id);
    },
    all: async (collection) => {
      const listed = listedLately(collection) ?? (await list(collection, Infinity));
      return Array.from(listed?.byId.values() ?? []);
    },
    forget: () => {
      writes++;
      lists.clear();
    },
  };
}

/** The whole list, unless it has more pages than that. */
async function listUnlessLonger(
  send: Send,
  request: Omit<Request, "method">,
  mostPages: number,
): Promise<readonly Values[] | undefined> {
  const first = await readPage(send, request, 1);
  return first.pages <= mostPages ? readList(send, request, first) : undefined;
}
