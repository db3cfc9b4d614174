import type { RunMemory } from "../context";

interface Places {
  taken: number;
  readonly waiting: (() => void)[];
}

const placesOf = new WeakMap<RunMemory, Map<string, Places>>();

/**
 * Runs the work as soon as fewer than `most` of this process run under the same key, in order of arrival. `release`
 * frees the slot before the work is over.
 * @param onWait called if there is no free slot yet
 */
export async function withSlot<T>(
  memory: RunMemory,
  { key, most, onWait }: { key: string; most: number; onWait: () => void },
  work: (release: () => void) => Promise<T>,
): Promise<T> {
  const all = placesOf.get(memory) ?? new Map<string, Places>();
  placesOf.set(memory, all);
  const places = all.get(key) ?? { taken: 0, waiting: [] };
  all.set(key, places);
  if (places.taken < most) places.taken++;
  else {
    onWait();
    // Whoever releases a slot hands it over.
    await new Promise<void>((resolve) => places.waiting.push(resolve));
  }
  let isReleased = false;
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    const next = places.waiting.shift();
    if (next) next();
    else places.taken--;
  };
  try {
    return await work(release);
  } finally {
    release();
  }
}

const lastTurns = new WeakMap<RunMemory, Map<string, Promise<unknown>>>();

/** Runs the work when all earlier work of this process under the same key has ended, successfully or not. */
export function withLock<T>(memory: RunMemory, key: string, work: () => Promise<T>): Promise<T> {
  const turns = lastTurns.get(memory) ?? new Map<string, Promise<unknown>>();
  lastTurns.set(memory, turns);
  const turn = (turns.get(key) ?? Promise.resolve()).then(work);
  turns.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}
