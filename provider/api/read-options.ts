import type { Values } from "../definition/values";

/** How an object is read. */
export interface ReadOptions {
  /** After this time, the read is not retried. */
  readonly deadlineMs?: number | undefined;
  /** For how long failures other than a 429 are retried. */
  readonly troubleMs?: number | undefined;
  /** Called before each retry, and from time to time during a wait. */
  readonly tell?: ((message: string) => void) | undefined;
  /** Why a response cannot be trusted although it has the object's id. */
  readonly rejectReason?: ((live: Values) => string | undefined) | undefined;
  /** Another answer says already that the object is missing: a 404, or that its DELETE was accepted. One more 404 is enough. */
  readonly isMissing?: true;
}

/** How long a list is waited for, and who is told. */
export type ReadLimits = Pick<ReadOptions, "deadlineMs" | "troubleMs" | "tell">;

/** A list, by id. */
export interface Listed {
  /** Until then, it is as good as new. */
  readonly until: number;
  readonly byId: ReadonlyMap<string, Values>;
}

/** A read for several is as patient as the most patient of them, and tells all. */
export function longestLimits(several: readonly ReadOptions[]): ReadLimits {
  const longest = (times: readonly (number | undefined)[]): number | undefined =>
    times.includes(undefined) ? undefined : Math.max(...(times as readonly number[]));
  return {
    deadlineMs: longest(several.map(({ deadlineMs }) => deadlineMs)),
    troubleMs: longest(several.map(({ troubleMs }) => troubleMs)),
    tell: (message) => several.forEach(({ tell }) => tell?.(message)),
  };
}
