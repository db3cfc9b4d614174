import type { FoundResource } from "./found";
import { adoptable, setOf } from "./kinds";

/** Sorts by type in dependency order, with the contents of each resource right after it. */
export function inOrder(all: readonly FoundResource[]): FoundResource[] {
  const present = new Set(all);
  const isRoot = ({ parent }: FoundResource): boolean => parent === undefined || !present.has(parent);
  const sorted = [...all].sort((one, other) => position(one) - position(other));
  const inside = new Map<FoundResource, FoundResource[]>();
  for (const one of sorted) {
    if (isRoot(one) || !one.parent) continue;
    const siblings = inside.get(one.parent);
    if (siblings) siblings.push(one);
    else inside.set(one.parent, [one]);
  }
  return sorted.filter(isRoot).flatMap((root) => [root, ...(inside.get(root) ?? [])]);
}

function position({ definition }: FoundResource): number {
  return adoptable.findIndex((kind) => kind === definition || setOf(kind) === definition);
}
