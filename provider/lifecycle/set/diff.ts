import type { SetDefinition, SetRule } from "../../definition/set";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { diff } from "../object";
import type { Difference, MemberChange, Part } from "../object";
import { groupBy } from "../state";
import { listed } from "../wording";
import { declaredIn, parentOf } from "../members";
import type { Declared } from "../members";

/** What must change. Neither the order of the members nor their spelling makes a difference. Pure and offline. */
export function diffSet(definition: SetDefinition, state: Values, args: Values): Difference {
  const { set } = definition;
  const parent = parentOf(state);
  const [had, wanted] = [state, args].map((values) => membersIn(set, values, parent));
  const alike = (values: Values, members: readonly Declared[] | undefined): Values =>
    members ? { ...values, [set.members]: members.map(({ key }) => key).sort() } : values;
  const difference = diff({ definition, args: alike(args, wanted) }, alike(state, had));
  const isShown = had && wanted && difference.replaces.length === 0 && difference.changed.includes(set.members);
  if (!isShown) return difference;
  const plan = planned(set, had, wanted);
  const others = difference.changed.filter((name) => name !== set.members && Object.hasOwn(definition.args, name));
  return {
    ...difference,
    notices: [...difference.notices, ...noticesOf(set, plan)],
    parts: [...others.map((name) => whole(name, state, args)), ...partsOf(set, plan)],
    members: memberChanges(set, plan),
  };
}

function memberChanges({ members: name, title }: SetRule, { changed, made, gone }: Plan): MemberChange[] {
  return [
    ...changed.map(([had, wanted]) => ({
      name,
      title: title(wanted.fingerprint),
      had: had.index,
      wanted: wanted.index,
    })),
    ...made.map(({ fingerprint, index }) => ({ name, title: title(fingerprint), wanted: index })),
    ...gone.map(({ fingerprint, index }) => ({ name, title: title(fingerprint), had: index })),
  ];
}

function whole(path: string, state: Values, args: Values): Part {
  const kind = state[path] === undefined ? "add" : args[path] === undefined ? "delete" : "update";
  return { path, kind };
}

/** Undefined while some are unknown. */
function membersIn(set: SetRule, values: Values, parent: Values | undefined): Declared[] | undefined {
  const members = values[set.members];
  return Array.isArray(members) && !hasUnknown(members) ? declaredIn(set, values, parent) : undefined;
}

/** What becomes of the members. */
interface Plan {
  readonly changed: readonly (readonly [had: Declared, wanted: Declared])[];
  readonly made: readonly Declared[];
  readonly gone: readonly Declared[];
}

function planned(set: SetRule, had: readonly Declared[], wanted: readonly Declared[]): Plan {
  const titleOf = ({ fingerprint }: Declared): string => set.title(fingerprint);
  const [leaving, coming] = [without(had, wanted), without(wanted, had)];
  // Reversed, because the last of each group is taken first.
  const byTitle = groupBy([...leaving].reverse(), titleOf);
  const changed: [Declared, Declared][] = [];
  const made: Declared[] = [];
  for (const one of coming) {
    const before = byTitle.get(titleOf(one))?.pop();
    if (before) changed.push([before, one]);
    else made.push(one);
  }
  const kept = new Set(changed.map(([before]) => before));
  return { changed, made, gone: leaving.filter((one) => !kept.has(one)) };
}

/** Without the parts, the display compares arrays by index, which an insertion upsets. */
function noticesOf(set: SetRule, { changed, made, gone }: Plan): string[] {
  const kinds = { change: changed.map(([before]) => before), create: made, delete: gone };
  const parts = Object.entries(kinds).filter(([, members]) => members.length > 0);
  const words = parts.map(([what, members]) => {
    const titles = members.map(({ fingerprint }) => set.title(fingerprint));
    return `to ${what} (${members.length}): ${listed(titles)}`;
  });
  return words.length > 0 ? [`${set.members}: ${words.join("; ")}`] : [];
}

/** A member that changes and moves counts as two; two at the same index count as one that changes. */
function partsOf(set: SetRule, { changed, made, gone }: Plan): Part[] {
  const olds = new Set([...gone, ...changed.map(([before]) => before)].map(({ index }) => index));
  const news = new Set([...made, ...changed.map(([, now]) => now)].map(({ index }) => index));
  return [...new Set([...olds, ...news])].map((index) => ({
    path: `${set.members}[${index}]`,
    kind: !news.has(index) ? "delete" : !olds.has(index) ? "add" : "update",
  }));
}

function without(members: readonly Declared[], others: readonly Declared[]): Declared[] {
  const keys = new Set(others.map(({ key }) => key));
  return members.filter(({ key }) => !keys.has(key));
}
