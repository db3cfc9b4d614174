import { grouped } from "../terminal/plural";
import type { Item } from "./model";

/** Maximum number of items to list per cause. */
const MAX_NAMED = 10;

/** An item, or several with the same cause. These share one reason, and those beyond the maximum are only counted. */
export interface Cluster {
  readonly items: readonly Item[];
  /** `and 990 more`, and the reason; empty for an item of its own. */
  readonly more: readonly string[];
  readonly total: number;
}

/** The items by cause, in the order of the first one of each. */
export function clustersOf(items: readonly Item[]): readonly Cluster[] {
  const byCause = new Map<unknown, Item[]>();
  for (const item of items) {
    const alike = byCause.get(item.cause ?? item) ?? [];
    byCause.set(item.cause ?? item, alike);
    alike.push(item);
  }
  return Array.from(byCause.values(), (alike) => {
    const [{ cause, reason }] = alike.slice(-1) as [Item];
    const total = alike.length;
    if (cause === undefined) return { items: alike, more: [], total };
    const named = alike.slice(0, MAX_NAMED).map(({ reason: _, remedies: _commands, ...rest }) => rest);
    const rest = total > MAX_NAMED ? [`and ${grouped(total - MAX_NAMED)} more`] : [];
    return { items: named, more: [...rest, ...(reason === undefined ? [] : [reason])], total };
  });
}
