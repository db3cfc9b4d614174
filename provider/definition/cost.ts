import type { Values } from "./values";

/** What the service charges for a resource each month, or why that is not known. A resource type without such a rule is free. */
export type CostRule<Args extends object = Values> = PlanCost<Args> | string;

/** The API lists the price with a plan. */
export interface PlanCost<Args extends object = Values> {
  /** The input that names the plan; its catalogue has the prices. */
  readonly plan: keyof Args & string;
  /** The input that names the region: some regions have their own prices. */
  readonly region: keyof Args & string;
  /** Everything that is charged for; the prices are added up. */
  readonly items: readonly CostItem<Args>[];
}

interface CostItem<Args extends object> {
  /** Other inputs that the price depends on. */
  readonly inputs: readonly (keyof Args & string)[];
  /**
   * The part of the plan's catalogue entry with its `price` and, if there are any, `regionPrices`; undefined if it has none, null if these
   * inputs do not include it.
   */
  readonly priced: (plan: Values, args: Partial<Args>) => unknown;
  /** What it adds to the plan, for reports: "+ backups". */
  readonly says?: (args: Partial<Args>) => string | undefined;
}
