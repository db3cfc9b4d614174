import type { Step } from "./step";
import type { Values } from "./values";

/** Which statuses an object passes through, and what each allows. */
export interface StatusRule<Args extends object = Values> {
  /** The status that ends the wait of a create with these arguments. */
  readonly afterCreate: (args: Partial<Args>) => string;
  /** Statuses in which nothing is under way. */
  readonly idle: readonly string[];
  /** The status of an object that is being deleted; without it, an object is gone as soon as the service has answered. */
  readonly deleting?: string;
  /** Statuses in which the service accepts an update request; waited for before it, and again after it. */
  readonly updatable?: readonly string[];
  /** Statuses in which the service accepts a delete request; waited for before it. */
  readonly deletable?: readonly string[];
  /** Statuses that do not end by waiting, and what to do about each. */
  readonly terminal?: Readonly<Record<string, string>>;
  /** Statuses in which an object does not do its work, and what to say about each; those of `terminal` are others of them. */
  readonly unhealthy?: Readonly<Record<string, string>>;
  /** The requests that lead from a settled status to the created one, when a create was interrupted. */
  readonly resume: (args: Partial<Args>) => readonly Step[];
}

/** What to say about an object with this status that does not do its work; undefined if it does, or will by itself. */
export function unhealthyIn(rule: StatusRule, args: Values, { status }: Values): string | undefined {
  const shown = String(status);
  if (shown === rule.afterCreate(args)) return undefined;
  const advice = rule.terminal?.[shown] ?? rule.unhealthy?.[shown];
  return advice === undefined ? undefined : `It is ${shown}. ${advice}`;
}
