import type { RunMemory } from "../context";

interface Slots {
  taken: number;
  readonly waiting: (() => void)[];
}

const slotsByKey = () => new Map<string, Slots>();

/**
 * Acquires one of `max` slots for the key within this process, in order of arrival.
 * @param onWait called if no slot is free
 * @returns a function that releases the slot
 */
export async function takeSlot(
  memory: RunMemory,
  { key, max, onWait }: { key: string; max: number; onWait: () => void },
): Promise<() => void> {
  const all = memory.of(slotsByKey);
  const slots = all.get(key) ?? { taken: 0, waiting: [] };
  all.set(key, slots);
  if (slots.taken < max) slots.taken++;
  else {
    onWait();
    // Whoever releases a slot passes it to the next waiter, so `taken` stays the same.
    await new Promise<void>((resolve) => slots.waiting.push(resolve));
  }
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const next = slots.waiting.shift();
    if (next) next();
    else slots.taken--;
  };
}

const lastTurns = () => new Map<string, Promise<unknown>>();

/** Runs the work after all earlier work of this process with the same key has finished, successfully or not. */
export function withLock<T>(memory: RunMemory, key: string, work: () => Promise<T>): Promise<T> {
  const turns = memory.of(lastTurns);
  const turn = (turns.get(key) ?? Promise.resolve()).then(work);
  turns.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Concurrent requests per resource: enough to hide the latency without flooding the API. */
const AT_ONCE = 6;

/**
 * Processes the items in order, a few at a time, as long as `mayContinue` returns true and nothing fails. Settles once all started work has
 * finished; rejects with the first error.
 * @returns the items that were not started
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  mayContinue: () => boolean = () => true,
): Promise<readonly T[]> {
  let next = 0;
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (next < items.length && errors.length === 0 && mayContinue()) {
      await work(items[next++] as T).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (errors.length > 0) throw errors[0];
  return items.slice(next);
}
