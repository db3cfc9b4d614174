import type { Values } from "./values";

/** What is known of the object before its requests are chosen. */
export interface HasStatus {
  readonly status?: unknown;
}

/** One request of an update in place that has its own endpoint below the object's path: a POST, or a PUT of the only entry of a list. */
export interface Step {
  readonly action: string;
  readonly body?: Values;
  /** `action` is a list: its only entry is changed by a PUT. */
  readonly putsOnlyEntry?: true;
  /** The status in which the request leaves the object, and which is waited for. */
  readonly reaches?: string;
  /** Ends the wait after this request, where no single status does. Without either, there is no wait. */
  readonly until?: (live: Values) => boolean;
}
