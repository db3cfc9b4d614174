import { NotFoundError } from "./errors";
import { longestLimits } from "./read-options";
import type { Listed, ReadOptions, ReadLimits } from "./read-options";
import type { Values } from "../definition/values";

/** An object whose DELETE was accepted. */
interface Leaving {
  readonly id: string;
  readonly options: ReadOptions;
  readonly resolve: (isGone: boolean | Promise<boolean>) => void;
}

/** How a collection is read. */
interface Reading {
  readonly list: (collection: string, mostRequests: number, limits: ReadLimits) => Promise<Listed | undefined>;
  readonly direct: (collection: string, id: string, options: ReadOptions) => Promise<Values>;
  readonly gatherMs: number;
}

/** The pause between two looks at a collection: the engine deletes a few at a time. */
const PAUSE_MS = 100;

/** Finds out whether what was deleted is gone: looks that come together share a list, where that costs no more requests. */
export function createGoneLooks({ list, direct, gatherMs }: Reading) {
  const leaving = new Map<string, Leaving[]>();

  /** Looks for what has gathered, and goes on as long as more arrives meanwhile. */
  async function look(collection: string): Promise<void> {
    const batch = leaving.get(collection) ?? [];
    leaving.set(collection, []);
    const limits = longestLimits(batch.map(({ options }) => options));
    const listed = batch.length > 1 ? await list(collection, batch.length, limits).catch(() => undefined) : undefined;
    for (const { id, options, resolve } of batch) {
      resolve(listed && !listed.byId.has(id) ? true : isMissing(collection, id, options));
    }
    setTimeout(() => {
      if (leaving.get(collection)?.length === 0) leaving.delete(collection);
      else void look(collection);
    }, PAUSE_MS);
  }

  async function isMissing(collection: string, id: string, options: ReadOptions): Promise<boolean> {
    try {
      await direct(collection, id, { ...options, isMissing: true });
      return false;
    } catch (error) {
      if (error instanceof NotFoundError) return true;
      throw error;
    }
  }

  return (collection: string, id: string, options: ReadOptions = {}): Promise<boolean> =>
    new Promise((resolve) => {
      const isUnderWay = leaving.has(collection);
      leaving.set(collection, [...(leaving.get(collection) ?? []), { id, options, resolve }]);
      if (!isUnderWay) setTimeout(() => void look(collection), gatherMs);
    });
}
