import type { Values } from "../../definition/values";
import { readPrices } from "../catalogue";
import type { CatalogueResult, Context } from "../context";
import { commaList, money, resourceName, sentence } from "../wording";
import { declaredIn } from "./declared";
import type { DeclaredResource } from "./declared";
import { catalogueOf, isPriced, priceOf } from "./price";

/** How long to read the prices, at the end of a preview. */
const PRICES_MS = 3_000;

/** A resource, and its monthly prices in cents, if there are any. */
interface PricedResource {
  readonly urn: string;
  readonly cents?: { readonly before: number; readonly after: number };
}

/** At the end of a preview: shows the monthly cost of what the program declares for this provider. Reads each price list at most once. */
export async function showCost(context: Context): Promise<void> {
  const resources = await Promise.all(
    Array.from(declaredIn(context.memory), async ([urn, one]) => {
      const { entries = [], problem } = await pricesFor(one.definition, context);
      return { ...pricedResource(urn, one, entries), problem };
    }),
  );
  const [problem] = resources.flatMap((one) => one.problem ?? []);
  if (problem) context.warn(`The monthly cost is not shown, because the prices cannot be read: ${sentence(problem)}`);
  else context.info(costLine(resources, context));
}

function pricesFor(definition: DeclaredResource["definition"], context: Context): Promise<CatalogueResult> {
  const path = catalogueOf(definition);
  return path === undefined ? Promise.resolve({}) : readPrices(path, PRICES_MS, context);
}

function pricedResource(
  urn: string,
  { definition, before, after }: DeclaredResource,
  entries: readonly Values[],
): PricedResource {
  const old = before ? priceOf(definition, before, entries) : { cents: 0 };
  const next = priceOf(definition, after, entries);
  return isPriced(old) && isPriced(next) ? { urn, cents: { before: old.cents, after: next.cents } } : { urn };
}

function costLine(resources: readonly PricedResource[], { address: { url } }: Context): string {
  const cents = resources.flatMap((one) => one.cents ?? []);
  const [total, inState] = [sum(cents.map(({ after }) => after)), sum(cents.map(({ before }) => before))];
  const more = total - inState;
  const change = more === 0 ? "as" : `${money(Math.abs(more) / 100)} ${more > 0 ? "more" : "less"} than`;
  const unpriced = resources.filter((one) => !one.cents).map(({ urn }) => resourceName(urn));
  const rest = unpriced.length === 0 ? "" : ` Not priced: ${commaList(unpriced)}.`;
  return `Monthly cost of the declared resources at ${url}: ${money(total / 100)} (${change} in state).${rest}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
