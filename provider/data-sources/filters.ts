import type { AnyType } from "../definition/types";
import type { Values } from "../definition/values";

/** One field that a list can be filtered by. */
export interface FilterField {
  readonly type: AnyType;
  /** The API documents do not mark the field as filterable, so the filter is only applied to the response, not sent. */
  readonly oursOnly?: true;
  /** Makes equivalent values equal; the API may match only one of them. */
  readonly canonical?: (value: string) => string;
}

export type FilterFields = Readonly<Record<string, FilterField>>;

/** The filter to send, in the syntax of X-Filter; undefined if there is nothing to filter by. */
export function filterFor(fields: FilterFields, args: Values): Values | undefined {
  const sent = Object.entries(args).filter(([name]) => fields[name] && !fields[name].oursOnly);
  const single = sent.filter(([, wanted]) => !Array.isArray(wanted));
  // Each of several wanted values must be present, but a key can occur only once in one object.
  const several = sent.flatMap(([name, wanted]) =>
    Array.isArray(wanted) ? wanted.map((one: unknown) => ({ [name]: one })) : [],
  );
  const filter = { ...Object.fromEntries(single), ...(several.length > 0 ? { "+and": several } : {}) };
  return Object.keys(filter).length > 0 ? filter : undefined;
}

/** Whether the item matches the filter, no matter how the API applied it. */
export function matches(fields: FilterFields, args: Values, live: Values): boolean {
  return Object.keys(fields).every((name) => {
    const wanted = args[name];
    if (wanted === undefined) return true;
    const canonical = fields[name]?.canonical ?? ((text: string) => text);
    return (Array.isArray(wanted) ? wanted : [wanted]).every((one: unknown) => holds(live[name], one, canonical));
  });
}

/** Whether the API may have left out an item that matches, because its value has another equivalent form. */
export function mayMiss(fields: FilterFields, args: Values): boolean {
  return Object.keys(args).some((name) => fields[name]?.canonical !== undefined);
}

/** A field with several values matches if any of them does; an ID matches as a number or as a string. */
function holds(live: unknown, wanted: unknown, canonical: (value: string) => string): boolean {
  if (Array.isArray(live)) return live.some((one) => holds(one, wanted, canonical));
  if (!["string", "number", "boolean"].includes(typeof live)) return false;
  return canonical(`${live as string}`) === canonical(String(wanted));
}
