import type { RunMemory } from "../context";

interface Places {
  taken: number;
  readonly waiting: (() => void)[];
}

const placesOf = new WeakMap<RunMemory, Map<string, Places>>();

/**
 * Does the work as soon as less than `most` works of this process with the same key are under way, in the order in which they
 * came. `release` gives the place to the next before the work is over.
 * @param onWait told when there is no place yet
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
    // The one that releases hands its place over.
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

/** Does the work when all other work of this process with the same key is over, be it with an error. */
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
