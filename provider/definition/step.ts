import type { Values } from "./values";

/** What is known of the live resource when its requests are chosen. */
export interface HasStatus {
  readonly status?: unknown;
}

/** One request of an update in place to a separate endpoint below the resource's path: a POST, or a PUT of the only entry of a list. */
export interface Step {
  /** The endpoint: `shutdown`, or a list with a placeholder for its only entry: `configs/{configId}`. */
  readonly action: string;
  /** By default, a POST, or a PUT of the only entry of a list. */
  readonly method?: "PUT";
  /** By default, none. */
  readonly body?: Values;
  /** The status to wait for after the request, or the condition if no single status shows the end. By default, nothing is waited for. */
  readonly until?: string | ((live: Values) => boolean);
}

/** The list whose only entry the step changes by a PUT; undefined for a POST. */
export function listIn({ action }: Step): string | undefined {
  const [list, entry] = action.split("/{");
  return entry === undefined ? undefined : list;
}
