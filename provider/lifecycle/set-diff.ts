import type { SetDefinition, SetRule } from "../collection-set";
import type { Values } from "../definition";
import { hasUnknown } from "../unknown";
import { listed } from "./claims";
import { diff } from "./diff";
import type { Difference } from "./diff";
import { declaredIn } from "./set-members";
import type { Declared } from "./set-members";
import { parentOf } from "./set-state";

/** What must change; neither the order of the members nor their spelling is a difference. Pure and offline. */
export function diffSet(definition: SetDefinition, state: Values, args: Values): Difference {
  const { set } = definition;
  const parent = parentOf(state);
  const [had, wanted] = [state, args].map((values) => membersIn(set, values, parent));
  const alike = (values: Values, members: readonly Declared[] | undefined): Values =>
    members ? { ...values, [set.members]: members.map(({ key }) => key).sort() } : values;
  const difference = diff(definition, alike(state, had), alike(args, wanted));
  const isTold = had && wanted && difference.replaces.length === 0 && difference.changed.includes(set.members);
  return isTold ? { ...difference, notices: [...difference.notices, ...planned(set, had, wanted)] } : difference;
}

/** undefined while some are unknown. */
function membersIn(set: SetRule, values: Values, parent: Values | undefined): Declared[] | undefined {
  const members = values[set.members];
  return Array.isArray(members) && !hasUnknown(members) ? declaredIn(set, values, parent) : undefined;
}

/** What becomes of the members, in words: the display compares arrays place by place, which one more in the middle upsets. */
function planned(set: SetRule, had: readonly Declared[], wanted: readonly Declared[]): string[] {
  const gone = without(had, wanted).map(({ seen }) => set.title(seen));
  const changed: string[] = [];
  const made = without(wanted, had).flatMap(({ seen }) => {
    const title = set.title(seen);
    const index = gone.indexOf(title);
    if (index === -1) return [title];
    changed.push(...gone.splice(index, 1));
    return [];
  });
  const parts = Object.entries({ change: changed, create: made, delete: gone }).filter(
    ([, titles]) => titles.length > 0,
  );
  const words = parts.map(([what, titles]) => `to ${what} (${titles.length}): ${listed(titles)}`);
  return words.length > 0 ? [`${set.members}: ${words.join("; ")}`] : [];
}

function without(members: readonly Declared[], others: readonly Declared[]): Declared[] {
  const keys = new Set(others.map(({ key }) => key));
  return members.filter(({ key }) => !keys.has(key));
}
