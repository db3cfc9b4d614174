import type { Step } from "./step";
import type { Values } from "./values";

/** Which statuses a resource passes through, and what each allows. */
export interface StatusRule<Args extends object = Values> {
  /** The field of the response that shows the status; `status` by default. */
  readonly field?: string;
  /** Any of the idle statuses ends the wait of a create. */
  readonly isAnyIdle?: true;
  /** The status that ends the wait of a create with these inputs: `({ booted }) => (booted === false ? "offline" : "running")`. */
  readonly afterCreate: (args: Partial<Args>) => string;
  /** Statuses in which no operation is in progress: `["running", "offline"]`. */
  readonly idle: readonly string[];
  /** Status of a resource that is being deleted, such as `deleting`; without it, a resource is deleted as soon as the API has responded. */
  readonly deleting?: string;
  /**
   * Statuses in which the API accepts a delete request, if not in all: `["active", "failed"]`; waited for before it. An update request is then
   * accepted only in the idle ones; they are waited for before it, and again after it.
   */
  readonly deletable?: readonly string[];
  /**
   * What to do before the deletion (an instance is shut down), for at most so many seconds: after that, or if it fails, the resource is deleted
   * with a warning.
   */
  readonly beforeDelete?: (args: Partial<Args>) => readonly [step: Step, forSec: number] | undefined;
  /** Statuses that do not change without intervention, and what to do about each: `{ failed: "Delete it." }`. */
  readonly terminal?: Readonly<Record<string, string>>;
  /** Further statuses, besides `terminal`, in which a resource does not work, and what to say about each: `degraded`. */
  readonly unhealthy?: Readonly<Record<string, string>>;
  /** The requests that finish an interrupted create, from a settled status to the one after a create: a boot. */
  readonly resume: (args: Partial<Args>) => readonly Step[];
}

/** The status that a response shows. */
export function statusIn({ status: rule }: { readonly status?: Pick<StatusRule, "field"> }, live: Values): unknown {
  return live[rule?.field ?? "status"];
}

/** Advice about a resource that does not work in its current status; undefined if it works, or will without intervention. */
export function unhealthyIn(rule: StatusRule, args: Values, { status }: Values): string | undefined {
  const shown = String(status);
  if (shown === rule.afterCreate(args)) return undefined;
  const advice = rule.terminal?.[shown] ?? rule.unhealthy?.[shown];
  return advice === undefined ? undefined : `It is ${shown}. ${advice}`;
}
