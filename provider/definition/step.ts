import type { Values } from "./values";

/** One request of an update in place that has its own endpoint: a POST below the object's path. */
export interface Step {
  readonly action: string;
  readonly body?: Values;
  /** The action is a list instead: a PUT changes the only object in it. */
  readonly toTheOnlyOne?: true;
  /** The status in which the request leaves the object, and which is waited for. */
  readonly reaches?: string;
  /** Ends the wait after this request, where no single status does. Without either, there is no wait. */
  readonly until?: (live: Values) => boolean;
}
