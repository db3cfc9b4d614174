import type { FoundResource } from "./found";
import { adoptable, setOf } from "./kinds";

/**
 * Sorts by type in dependency order, with the contents of each resource right after it. What another resource refers to comes before
 * that.
 */
export function inOrder(
  all: readonly FoundResource[],
  sourcesOf: (one: FoundResource) => readonly FoundResource[],
): FoundResource[] {
  const ordered = new Set<FoundResource>();
  const visited = new Set<FoundResource>();
  const add = (one: FoundResource): void => {
    if (visited.has(one)) return;
    visited.add(one);
    sourcesOf(one).forEach(add);
    ordered.add(one);
  };
  byType(all).forEach(add);
  return [...ordered];
}

function byType(all: readonly FoundResource[]): FoundResource[] {
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
