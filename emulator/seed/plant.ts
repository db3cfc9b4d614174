import { CATALOGUE_LISTS } from "../catalogue/catalogue";
import type { AccountSeed } from "../public-types";
import type { EmulatedAccount, World } from "../world";
import type { SeedList } from "./seed";

/** Lists of what the account is, besides its objects. */
export const ACCOUNT_LISTS = { account: "/account", profile: "/profile", users: "/account/users" } as const;

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
    for (const [place, parentId] of placesOf(list, seed)) {
      known.add(place);
      const entries = seed[place] ?? [];
      for (const entry of newestFirst ? [...entries].reverse() : entries) put?.(world, entry, parentId);
    }
  }
  const unknown = Object.keys(seed).filter((path) => !known.has(path));
  if (unknown.length === 0) return;
  const valid = lists.map(({ path }) => path).join(", ");
  throw new Error(`seed: ${unknown.join(", ")}: no such list, or its parent is not in the seed. Lists: ${valid}.`);
}

/** The paths of a list, one for each parent in the seed, and the ID of that; 0 without parents. */
export function placesOf({ path, of }: SeedList, seed: AccountSeed): (readonly [string, number])[] {
  if (of === undefined) return [[path, 0]];
  return (seed[of.path] ?? []).map(({ id }) => [inParent(path, Number(id)), Number(id)]);
}

/** Path of the list that a parent has. */
export function inParent(path: string, id: number | string): string {
  return path.replace("{id}", String(id));
}
