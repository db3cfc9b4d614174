import { effectiveValue, valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import { isObject, UNKNOWN } from "../../definition/values";
import type { Values } from "../../definition/values";

/** A monthly price, or why there is none. */
export type Price = { readonly cents: number } | { readonly unpriced: string };

export function isPriced(price: Price): price is { readonly cents: number } {
  return "cents" in price;
}

/** Path of the catalogue with the prices; undefined if the API lists none. */
export function catalogueOf({ cost, args }: Definition): string | undefined {
  return typeof cost === "object" ? args[cost.plan]?.catalogue?.path : undefined;
}

/** The values that a recorded resource is charged by. */
export function valuesInState(definition: Definition, state: Values, args: Values): Values {
  return valuesFor(definition, (name) => state[name] ?? args[name]);
}

/** The values that a resource will be charged by. @param live the recorded values of a resource that is updated */
export function plannedValues(definition: Definition, args: Values, live: Values | undefined): Values {
  return valuesFor(definition, (name) =>
    live
      ? (args[name] ?? valueWhenRemoved(definition.args[name], live) ?? live[name])
      : effectiveValue(definition, name, args),
  );
}

/** What is charged for, in short: `g6-nanode-1 + backups`. */
export function chargedFor({ cost }: Definition, values: Values): string {
  if (typeof cost !== "object") return "";
  const parts = cost.items.map(({ says }) => says?.(values));
  return [values[cost.plan], ...parts].filter((part) => typeof part === "string").join(" ");
}

/** The monthly price of these values. @param plans the entries of the catalogue */
export function priceOf({ cost }: Definition, values: Values, plans: readonly Values[]): Price {
  if (!cost) return { cents: 0 };
  if (typeof cost === "string") return { unpriced: cost };
  const { plan: input, items } = cost;
  const unknown = [input, ...items.flatMap(({ inputs }) => inputs)].find((name) => values[name] === UNKNOWN);
  if (unknown !== undefined) return { unpriced: `\`${unknown}\` is secret, or not known before the update` };
  const id = values[input];
  const plan = plans.find((entry) => entry.id === id);
  if (plan === undefined) return { unpriced: `the API lists no ${input} "${String(id)}"` };
  const charged = items.map(({ priced }) => priced(plan, values)).filter((priced) => priced !== null);
  const prices = charged.map((priced) => monthly(priced, values[cost.region]));
  const missing = prices.find((price) => !isPriced(price));
  return missing ?? { cents: prices.filter(isPriced).reduce((sum, { cents }) => sum + cents, 0) };
}

function valuesFor({ cost }: Definition, valueOf: (name: string) => unknown): Values {
  if (typeof cost !== "object") return {};
  const names = [cost.plan, cost.region, ...cost.items.flatMap(({ inputs }) => inputs)];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

function monthly(priced: unknown, region: unknown): Price {
  if (!isObject(priced)) return { unpriced: "the API lists no price for these inputs" };
  const others = Array.isArray(priced.regionPrices) ? (priced.regionPrices as Values[]) : [];
  if (others.length > 0 && region === UNKNOWN) {
    return { unpriced: "its price depends on `region`, which is secret, or not known before the update" };
  }
  const price = others.find(({ id }) => id === region) ?? priced.price;
  const dollars = isObject(price) ? price.monthly : undefined;
  return typeof dollars === "number"
    ? { cents: Math.round(dollars * 100) }
    : { unpriced: "the API lists no monthly price for these inputs" };
}
