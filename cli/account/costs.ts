import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { kindOf } from "../../provider/resources/registry";
import type { PlannedAction, PlannedResource } from "../state/preview";
import type { StackProvider, StackResource } from "../state/stack-state";
import { openCatalogues } from "./catalogues";
import type { CatalogueOptions, Catalogues } from "./catalogues";
import { chargedFor, isPriced, plannedValues, priceOf, valuesInState } from "../../provider/lifecycle/cost";
import type { Price } from "../../provider/lifecycle/cost";

/** What a resource costs each month, in cents, before and after the update. */
export interface ResourceCost {
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  readonly action: PlannedAction;
  readonly before: Side;
  readonly after: Side;
  /** The update keeps the old resource in the account, outside the stack. */
  readonly isRetained: boolean;
}

/** One side of the update. What does not exist costs 0. */
export interface Side {
  readonly price: Price;
  /** What is charged for: `g6-nanode-1 + backups`; `[secret]` if the program marks that as secret. */
  readonly plan: string;
}

/** What resources cost. */
export interface Costs {
  /** Those that the service charges for. */
  readonly resources: readonly ResourceCost[];
  /** Number of resources that are free. */
  readonly free: number;
  readonly requests: number;
}

/** The resources with a price on both sides and the sums of these, in cents, and the others. */
export interface Totals {
  readonly priced: readonly ResourceCost[];
  readonly unpriced: readonly ResourceCost[];
  readonly before: number;
  readonly after: number;
}

export function totalsOf({ resources }: Costs): Totals {
  const priced = resources.filter(({ before, after }) => isPriced(before.price) && isPriced(after.price));
  const sum = (side: "before" | "after"): number => priced.reduce((cents, one) => cents + (centsOf(one[side]) ?? 0), 0);
  return {
    priced,
    unpriced: resources.filter((one) => !priced.includes(one)),
    before: sum("before"),
    after: sum("after"),
  };
}

export interface CostOptions extends CatalogueOptions {
  /** The stack's default provider, for resources that name no other. */
  readonly defaultProvider: StackProvider | undefined;
}

const NOTHING: Side = { price: { cents: 0 }, plan: "" };

/**
 * Prices the resources of a preview or a state by the catalogues of their accounts. Each catalogue is read once.
 * @throws Error if a catalogue cannot be read
 */
export async function costsOf(planned: readonly PlannedResource[], options: CostOptions): Promise<Costs> {
  const catalogues = openCatalogues(options);
  const { defaultProvider } = options;
  const costs = await Promise.all(planned.map((one) => costOf(one, catalogues, defaultProvider)));
  const resources = costs.flatMap((cost) => cost ?? []);
  return { resources, free: planned.length - resources.length, requests: catalogues.requests() };
}

async function costOf(
  { action, before, after, isRetained }: PlannedResource,
  catalogues: Catalogues,
  defaultProvider: StackProvider | undefined,
): Promise<ResourceCost | undefined> {
  const resource = after ?? before;
  if (resource === undefined) return undefined;
  const { urn, name, kind } = resource;
  const about = { urn, name, kind, action, isRetained };
  const definition = kindOf(resource);
  if (definition === undefined) {
    const price = { unpriced: `this version of pulumi-compute does not support resource type ${kind}` };
    return { ...about, before: { price, plan: "" }, after: { price, plan: "" } };
  }
  if (definition.cost === undefined) return undefined;
  const sideOf = async (one: StackResource, values: Values): Promise<Side> => {
    const found = await catalogues.plansFor(definition, one.provider ?? defaultProvider);
    const price = "plans" in found ? priceOf(definition, values, found.plans) : found;
    return { price, plan: planOf(definition, one, values) };
  };
  const recorded = before && valuesInState(definition, before.state, before.args);
  const old = before && recorded ? await sideOf(before, recorded) : NOTHING;
  if (after === undefined) return { ...about, before: old, after: NOTHING };
  if (action === "same") return { ...about, before: old, after: old };
  const next = await sideOf(after, plannedValues(definition, after.args, action === "update" ? recorded : undefined));
  return { ...about, before: old, after: next };
}

function planOf(definition: Definition, { secretNames }: StackResource, values: Values): string {
  return Object.keys(values).some((name) => secretNames.has(name)) ? "[secret]" : chargedFor(definition, values);
}

/** The price in cents; undefined if there is none. */
export function centsOf({ price }: Side): number | undefined {
  return isPriced(price) ? price.cents : undefined;
}
