import type { Values } from "./values";

/** What is known of the live resource when its requests are chosen. */
export interface HasStatus {
  readonly status?: unknown;
}

/** One request of an update in place to a separate endpoint below the resource's path: a POST, or a PUT of the only entry of a list. */
export interface Step {
  readonly action: string;
  readonly body?: Values;
  /** `action` is a list, whose only entry is changed by a PUT. */
  readonly putsOnlyEntry?: true;
  /** The status to wait for after the request. */
  readonly reaches?: string;
  /** The condition to wait for if no single status shows the end. Without `reaches` and `until`, nothing is waited for. */
  readonly until?: (live: Values) => boolean;
}
