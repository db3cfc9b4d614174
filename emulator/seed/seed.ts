import type { JsonObject } from "../json";
import { isObject } from "../json";
import type { Row } from "../state/table";
import type { KindOf } from "../state/kind";
import type { World } from "../world";
import { today } from "../world";

/** A list of an account, and what its entries become in an emulator. */
export interface SeedList {
  /** Path of the list, with the documents' word for the brand. */
  readonly path: string;
  /** The entries that have a list each, whose IDs stand for `{id}` in the path. */
  readonly of?: { readonly path: string; readonly has: (entry: JsonObject) => boolean };
  /** The response is a single object. */
  readonly isSingle?: true;
  /** A copy leaves it out unless it is asked for, because it takes a request for each parent. */
  readonly isDetail?: true;
  /** X-Filter of the request. */
  readonly filter?: JsonObject;
  /** The list is long and has the newest entries first: a copy has those of the first page. */
  readonly newestFirst?: true;
  /** What a copy keeps of an entry: no secrets, and nothing about people but their user names. Default: all of it. */
  readonly kept?: (entry: JsonObject) => JsonObject;
  /** Stores an entry. Absent for what is not stored in a table: the catalogue, and the facts about the account. */
  readonly put?: (world: World, entry: JsonObject, parentId: number) => void;
}

/** A list of objects that are stored as they are, in the fields that the emulator knows. */
export function stored<R extends Row>(
  kind: KindOf<R>,
  list: Omit<SeedList, "put">,
  row: (entry: JsonObject, about: { readonly world: World; readonly parentId: number }) => Omit<R, "id">,
  then: (world: World, row: R) => void = () => undefined,
): SeedList {
  return {
    ...list,
    put: (world, entry, parentId) => {
      // Safe: these are all members of the row.
      const put = kind.in(world).put({ id: idOf(list.path, entry), ...row(entry, { world, parentId }) } as R);
      then(world, put);
    },
  };
}

/** The fields of the default, each as in the entry if that has it with a value of the same type. */
export function filled<T extends object>(entry: JsonObject, defaults: T): T {
  const fields = Object.entries(defaults).map(([name, preset]: [string, unknown]) => {
    const given = entry[name];
    if (isObject(preset) && isObject(given)) return [name, filled(given, preset)];
    return [name, given !== undefined && isSameType(given, preset) ? given : preset];
  });
  return Object.fromEntries(fields) as T;
}

/** Dates of an entry that has none. */
export function datesNow(world: World): { created: string; updated: string } {
  return { created: today(world), updated: today(world) };
}

/** Null stands for any type. */
function isSameType(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true;
  return typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
}

/** The number of an ID, also in that of a private image. */
function idOf(path: string, { id }: JsonObject): number {
  const number = Number(typeof id === "string" ? id.replace(/^private\//, "") : id);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`seed: an entry of ${path} has the ID ${JSON.stringify(id)}, which is not a positive number.`);
}
