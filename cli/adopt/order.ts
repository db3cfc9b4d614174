import type { Found } from "./found";
import { adoptable, setOf } from "./kinds";

/** Sorts by type in dependency order, with the contents of each resource right after it. */
export function inOrder(all: readonly Found[]): Found[] {
  const present = new Set(all);
  const isRoot = ({ parent }: Found): boolean => parent === undefined || !present.has(parent);
  const sorted = [...all].sort((one, other) => position(one) - position(other));
  const inside = new Map<Found, Found[]>();
  for (const one of sorted) {
    if (isRoot(one) || !one.parent) continue;
    const siblings = inside.get(one.parent);
    if (siblings) siblings.push(one);
    else inside.set(one.parent, [one]);
  }
  return sorted.filter(isRoot).flatMap((root) => [root, ...(inside.get(root) ?? [])]);
}

function position({ definition }: Found): number {
  return adoptable.findIndex((kind) => kind === definition || setOf(kind) === definition);
}
