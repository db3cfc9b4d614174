/** Waits that are due so soon after another look together with it: one list answers them all. */
const JOINING_MS = 1000;

/** The looks of the waits of one sort, so that those that are due at about the same time become one. */
export interface Rounds {
  /** Notes when a wait is going to look. */
  plan(wait: object, atMs: number): void;
  leave(wait: object): void;
  /** When a wait that is due looks: together with those that are due soon. */
  nextMs(nowMs: number): number;
}

export function createRounds(): Rounds {
  const planned = new Map<object, number>();
  let roundMs = -Infinity;
  return {
    plan: (wait, atMs) => void planned.set(wait, atMs),
    leave: (wait) => void planned.delete(wait),
    nextMs(nowMs) {
      if (roundMs < nowMs) {
        const joining = Array.from(planned.values()).filter((atMs) => atMs <= nowMs + JOINING_MS);
        roundMs = Math.max(nowMs, ...joining);
      }
      return roundMs;
    },
  };
}
