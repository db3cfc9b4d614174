import { PREVIEW } from "../state/preview";
import type { PlannedAction } from "../state/preview";
import { centsOf, totalsOf } from "../account/costs";
import type { Costs, ResourceCost, Side } from "../account/costs";
import { isPriced } from "../../provider/lifecycle/cost";

/** A program may rely on this shape within a version. Amounts are US dollars per month. */
export interface CostReport {
  readonly version: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** `organization/project/stack`. */
  readonly stack: string;
  /** What was read: the changes of a preview, or what a state has. */
  readonly of: "preview" | "state";
  /** Totals of the resources that are priced. */
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly budget?: { readonly amount: number; readonly outcome: BudgetOutcome };
  readonly resources: readonly PricedResource[];
  /** Resources that the totals leave out. */
  readonly unpriced: readonly UnpricedResource[];
  /** Number of resources that the service does not charge for. */
  readonly free: number;
  readonly requests: number;
  readonly warnings: readonly string[];
}

/** `unknown`: what is priced is within the budget, but not everything is priced. */
export type BudgetOutcome = "within" | "over" | "unknown";

interface ReportedResource {
  readonly urn: string;
  /** Name in the program. */
  readonly name: string;
  readonly kind: string;
  readonly action: PlannedAction;
  /** What is charged for, before and after: `g6-nanode-1 + backups`; empty for what does not exist. */
  readonly plans: readonly [before: string, after: string];
}

export interface PricedResource extends ReportedResource {
  readonly before: number;
  readonly after: number;
  readonly difference: number;
}

export interface UnpricedResource extends ReportedResource {
  /** Null if it is not priced. */
  readonly before: number | null;
  readonly after: number | null;
  readonly reason: string;
}

/** What to report besides the costs. */
export interface ReportOptions extends Pick<CostReport, "stack" | "of" | "tool"> {
  /** In cents. */
  readonly budget: number | undefined;
  /** Whether the budget is checked against what is priced, even if not everything is. */
  readonly allowsUnpriced: boolean;
  /** Number of unchanged resources that the preview leaves out. */
  readonly omitted: number;
}

export function reportOf(costs: Costs, options: ReportOptions): CostReport {
  const { resources, free, requests } = costs;
  const { stack, of, tool, budget, omitted } = options;
  const { priced, unpriced, before, after } = totalsOf(costs);
  const isComplete = omitted === 0 && (unpriced.length === 0 || options.allowsUnpriced);
  return {
    version: 1,
    tool,
    stack,
    of,
    ...amounts(before, after),
    ...(budget === undefined
      ? {}
      : { budget: { amount: budget / 100, outcome: after > budget ? "over" : isComplete ? "within" : "unknown" } }),
    resources: priced.map((one) => ({
      ...aboutResource(one),
      ...amounts(centsOf(one.before) ?? 0, centsOf(one.after) ?? 0),
    })),
    unpriced: unpriced.map((one) => ({
      ...aboutResource(one),
      before: dollarsOf(one.before),
      after: dollarsOf(one.after),
      reason: reasonOf(one),
    })),
    free,
    requests,
    warnings: [...warningsOfOmitted(omitted), ...resources.flatMap(warningsOfRetained)],
  };
}

/** Division by 100 happens last, so that no amount has rounding errors. */
function amounts(before: number, after: number) {
  return { before: before / 100, after: after / 100, difference: (after - before) / 100 };
}

function aboutResource({ urn, name, kind, action, before, after }: ResourceCost): ReportedResource {
  return { urn, name, kind, action, plans: [before.plan, after.plan] };
}

function dollarsOf(side: Side): number | null {
  const cents = centsOf(side);
  return cents === undefined ? null : cents / 100;
}

function reasonOf({ before, after }: ResourceCost): string {
  const reasons = [after, before].flatMap(({ price }) => (isPriced(price) ? [] : [price.unpriced]));
  return [...new Set(reasons)].join("; before: ");
}

function warningsOfOmitted(omitted: number): string[] {
  if (omitted === 0) return [];
  const count = omitted === 1 ? "1 unchanged resource is" : `${omitted} unchanged resources are`;
  return [`${count} not in this preview, so only the difference is complete. Use \`pulumi ${PREVIEW.join(" ")}\`.`];
}

function warningsOfRetained({ isRetained, name, before }: ResourceCost): string[] {
  return isRetained
    ? [`The old ${name} (${before.plan}) stays in the account because of retainOnDelete. The totals leave it out.`]
    : [];
}
