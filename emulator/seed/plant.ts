import { CATALOGUE_LISTS } from "../catalogue/catalogue";
import type { JsonObject } from "../json";
import type { AccountSeed } from "../public-types";
import type { EmulatedAccount, World } from "../world";
import type { SeedList } from "./seed";

/** Lists of what the account is, besides its objects. */
export const ACCOUNT_LISTS = { account: "/account", profile: "/profile", users: "/account/users" } as const;

/** A list in a seed. */
interface Place {
  readonly path: string;
  /** ID of its parent; 0 without one. */
  readonly parentId: number;
  /** Its parent, and where that is. */
  readonly parent?: { readonly entry: JsonObject; readonly path: string };
}

const UNSTORED: readonly string[] = [...Object.values(CATALOGUE_LISTS), ...Object.values(ACCOUNT_LISTS)];

/** What a seed has that is not stored in tables: the catalogue, and whose account it is. */
export function unstoredOf(seed: AccountSeed): AccountSeed {
  return Object.fromEntries(
    Object.entries(seed)
      .filter(([path]) => UNSTORED.includes(path))
      .map(([path, entries]) => [path, entries.filter((one) => !String(one["id"]).startsWith("private/"))]),
  );
}

/** Whose account it is. */
export function seededAccount(seed: AccountSeed): EmulatedAccount {
  const first = (path: string, field: string): string | undefined => {
    const value = seed[path]?.[0]?.[field];
    return typeof value === "string" ? value : undefined;
  };
  const id = first(ACCOUNT_LISTS.account, "euuid");
  return {
    ...(id === undefined ? {} : { id }),
    username: first(ACCOUNT_LISTS.profile, "username") ?? "admin",
    users: (seed[ACCOUNT_LISTS.users] ?? []).map(({ username }) => String(username)),
  };
}

/**
 * Stores the objects of a seed.
 * @throws Error for a list that does not exist, or whose parent does not
 */
export function plant(world: World, seed: AccountSeed, lists: readonly SeedList[]): void {
  const known = new Set(UNSTORED);
  for (const list of lists) {
    const { put, newestFirst } = list;
    for (const { path, parentId } of placesOf(list, seed, lists)) {
      known.add(path);
      const entries = seed[path] ?? [];
      for (const entry of newestFirst ? [...entries].reverse() : entries) put?.(world, entry, parentId);
    }
  }
  const unknown = Object.keys(seed).filter((path) => !known.has(path));
  if (unknown.length === 0) return;
  const valid = lists.map(({ path }) => path).join(", ");
  throw new Error(`seed: ${unknown.join(", ")}: no such list, or its parent is not in the seed. Lists: ${valid}.`);
}

/** Where a list is: once for each parent in the seed. */
export function placesOf({ path, of }: SeedList, seed: AccountSeed, lists: readonly SeedList[]): Place[] {
  if (of === undefined) return [{ path, parentId: 0 }];
  const outer = lists.filter((list) => list.path === of.path).flatMap((list) => placesOf(list, seed, lists));
  return outer.flatMap((place) =>
    (seed[place.path] ?? []).map((entry) => {
      const inner = path.slice(of.path.length).replace("{id}", String(entry["id"]));
      return { path: place.path + inner, parentId: Number(entry["id"]), parent: { entry, path: place.path } };
    }),
  );
}
