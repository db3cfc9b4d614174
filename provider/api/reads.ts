import type { Values } from "../definition";
import type { Request, Send } from "./client";
import { readList, readPage } from "./paging";

/** Reads objects by id. Reads that arrive together are answered by one list where that costs fewer requests. */
export interface Reads {
  /** @throws NotFoundError when the service says so of this very object. */
  one(collection: string, id: string): Promise<Values>;
}

interface Waiting {
  readonly id: string;
  readonly resolve: (live: Values | Promise<Values>) => void;
  readonly reject: (error: unknown) => void;
}

/** Fewer reads than this go out one by one. */
const WORTH_A_LIST = 6;

export interface ReadsOptions {
  /** How long reads are gathered. */
  readonly gatherMs?: number;
  /** Ends reads that are under way: nothing is lost with them. */
  readonly signal?: AbortSignal;
}

export function createReads(send: Send, { gatherMs = 10, signal }: ReadsOptions = {}): Reads {
  const gathering = new Map<string, Waiting[]>();

  const single = (collection: string, id: string): Promise<Values> =>
    send({ method: "GET", path: `${collection}/${id}`, signal });

  async function answer(collection: string, batch: readonly Waiting[]): Promise<void> {
    const listed =
      batch.length < WORTH_A_LIST
        ? undefined
        : await listUnlessLonger(send, { path: collection, signal }, batch.length);
    const byId = new Map(listed?.map((live) => [String(live.id), live]));
    // What the list lacks is asked for by itself: only the object's own 404 means that it is gone.
    for (const { id, resolve } of batch) resolve(byId.get(id) ?? single(collection, id));
  }

  function flush(collection: string): void {
    const batch = gathering.get(collection) ?? [];
    gathering.delete(collection);
    answer(collection, batch).catch((error: unknown) => {
      for (const { reject } of batch) reject(error);
    });
  }

  return {
    one: (collection, id) =>
      new Promise<Values>((resolve, reject) => {
        const batch = gathering.get(collection);
        if (batch) batch.push({ id, resolve, reject });
        else {
          gathering.set(collection, [{ id, resolve, reject }]);
          setTimeout(() => flush(collection), gatherMs);
        }
      }),
  };
}

/** The whole list, unless reading it would take more requests than reading the objects one by one. */
async function listUnlessLonger(
  send: Send,
  request: Omit<Request, "method">,
  most: number,
): Promise<readonly Values[] | undefined> {
  const first = await readPage(send, request, 1);
  return first.pages < most ? readList(send, request, first) : undefined;
}
