import type { Values } from "./values";

/** One request of an in-place change that has its own endpoint: a POST below the object's path. */
export interface Step {
  readonly action: string;
  readonly body?: Values;
  /** The action names a list instead: a PUT changes the one object that is in it. */
  readonly toTheOnlyOne?: true;
  /** Ends the wait after this request; without it, nothing is waited for. */
  readonly until?: (live: Values) => boolean;
}
