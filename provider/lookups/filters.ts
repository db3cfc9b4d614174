import type { AnyType } from "../definition/types";
import type { Values } from "../definition/values";

/** One field that a list can be narrowed by. */
interface FilterField {
  readonly type: AnyType;
  /** The documents do not mark the field as filterable: the service is not asked, only its answer is filtered. */
  readonly oursOnly?: true;
}

export type FilterFields = Readonly<Record<string, FilterField>>;

/** What the service is asked to filter by, in the grammar of X-Filter; undefined when that is nothing. */
export function filterFor(fields: FilterFields, args: Values): Values | undefined {
  const sent = Object.entries(args).filter(([name]) => fields[name] && !fields[name].oursOnly);
  const single = sent.filter(([, wanted]) => !Array.isArray(wanted));
  // Of a field that holds several values each must be there, and a key can stand only once in one object.
  const several = sent.flatMap(([name, wanted]) =>
    Array.isArray(wanted) ? wanted.map((one: unknown) => ({ [name]: one })) : [],
  );
  const filter = { ...Object.fromEntries(single), ...(several.length > 0 ? { "+and": several } : {}) };
  return Object.keys(filter).length > 0 ? filter : undefined;
}

/** Whether the object is what the filter asks for, whatever the service made of it. */
export function matches(fields: FilterFields, args: Values, live: Values): boolean {
  return Object.keys(fields).every((name) => {
    const wanted = args[name];
    if (wanted === undefined) return true;
    return (Array.isArray(wanted) ? wanted : [wanted]).every((one: unknown) => holds(live[name], one));
  });
}

/** A field with several values matches by any of them; ids are the same as numbers and as strings. */
function holds(live: unknown, wanted: unknown): boolean {
  if (Array.isArray(live)) return live.some((one) => holds(one, wanted));
  return ["string", "number", "boolean"].includes(typeof live) && `${live as string}` === String(wanted);
}
