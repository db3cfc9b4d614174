import { isObject, isUnset, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";

/** The live value, without the members of objects that the wanted value does not have; those of an item, if one wanted item is like it. */
export function membersOf(wanted: unknown, live: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(live)) {
    const objects = wanted.filter(isObject);
    if (objects.length < wanted.length) return live;
    // Those that say more are compared first.
    const keyed = objects.map((one) => ({ one, key: keyOf(one) })).sort((a, b) => b.key.length - a.key.length);
    const merged = Object.assign({}, ...keyed.map(({ one }) => one)) as Values;
    return live.map((item) => {
      const like = keyed.find(({ one, key }) => keyOf(membersOf(one, item)) === key);
      return membersOf(like?.one ?? merged, item);
    });
  }
  if (!isObject(wanted) || !isObject(live)) return live;
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, member]) =>
      isUnset(member) || !Object.hasOwn(live, name) ? [] : [[name, membersOf(member, live[name])]],
    ),
  );
}

/** The value, with the list at the path in an order that depends only on its items. */
export function sortedAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (Array.isArray(value) && name !== undefined) return value.map((item) => sortedAt(item, path));
  if (Array.isArray(value)) return (value as unknown[]).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  if (name === undefined || !isObject(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: sortedAt(value[name], rest) };
}

function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(withoutUnset(member)).sort()) : member,
  );
}
