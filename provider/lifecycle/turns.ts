import type { RunMemory } from "./run-memory";

const lastTurns = new WeakMap<RunMemory, Map<string, Promise<unknown>>>();

/** Does the work when all other work of this process with the same key is over, be it with an error. */
export function inTurn<T>(memory: RunMemory, key: string, work: () => Promise<T>): Promise<T> {
  const turns = lastTurns.get(memory) ?? new Map<string, Promise<unknown>>();
  lastTurns.set(memory, turns);
  const turn = (turns.get(key) ?? Promise.resolve()).then(work);
  turns.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}
