import { collectionServices } from "../../emulator/collections";
import type { AccountSeed, EmulatorOptions } from "../../emulator/index";
import { ACCOUNT_LISTS, placesOf } from "../../emulator/seed/plant";
import type { SeedList } from "../../emulator/seed/seed";
import { SERVICES, seedListsOf } from "../../emulator/services";
import { isNotFound, isNotOffered } from "../../provider/api/errors";
import type { ApiError } from "../../provider/api/errors";
import { readList, readPage } from "../../provider/api/paging";
import { wireFor } from "../../provider/api/wire";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context";
import { forEachConcurrently } from "../../provider/lifecycle/waiting";
import type { OpenAccount } from "./account";
import { isForbidden } from "./forbidden";

/** A copy of an account, for an emulator. It has no secrets. */
export interface AccountCopy {
  readonly seed: AccountSeed;
  /** Lists that it lacks, and why: the token may not read them, or the service does not have them. */
  readonly unread: ReadonlyMap<string, ApiError>;
  readonly objects: number;
}

type Entries = AccountSeed[string];

interface CopyOptions extends Pick<EmulatorOptions, "collections"> {
  /** Whether to read the disks of each instance, too. */
  readonly hasDetails?: boolean;
}

/** The largest page of the service. */
const PAGE_SIZE = 500;

/**
 * Reads everything of an account that the emulator can serve, and nothing that is secret.
 * @throws Error if no list can be read, or if one fails for another reason than the token's permissions
 */
export async function copyAccount(
  account: OpenAccount,
  { hasDetails = false, collections }: CopyOptions = {},
): Promise<AccountCopy> {
  const lists = seedListsOf([...SERVICES, ...collectionServices(collections)]);
  const seed: Record<string, Entries> = {};
  const unread = new Map<string, ApiError>();
  const wire = wireFor(account.settings.brand);
  const read = async (list: SeedList, path: string): Promise<Entries | undefined> => {
    try {
      const entries = await account.read((context) => entriesAt(path, list, context));
      return entries.map((entry) => (list.kept ?? ((all) => all))(wire.body(entry)));
    } catch (error) {
      if (list.of !== undefined && isNotFound(error) && !(await exists(account, path))) return undefined;
      if (!isForbidden(error) && !isNotOffered(error)) throw error;
      // Whose account it is matters to nobody who may not read it.
      if (list.put || !list.isSingle) unread.set(list.path, error);
      return [];
    }
  };
  const outer = lists.filter(({ of }) => of === undefined);
  await forEachConcurrently(outer, async (list) => {
    const entries = await read(list, list.path);
    if (entries !== undefined && !unread.has(list.path)) seed[list.path] = entries;
  });
  const [error] = unread.values();
  if (error && outer.every(({ path, put }) => !put || unread.has(path))) throw error;
  for (const list of lists) {
    const { path, of, isDetail = false } = list;
    if (of === undefined || (isDetail && !hasDetails)) continue;
    const places = placesOf(list, seed, lists).filter(({ parent }) => parent && of.has(parent.entry));
    const readAt = async ({ path: at, parent }: (typeof places)[number]): Promise<void> => {
      if (parent === undefined || unread.has(path)) return;
      const entries = await read(list, at);
      if (entries === undefined) seed[parent.path] = (seed[parent.path] ?? []).filter((one) => one !== parent.entry);
      else if (entries.length > 0) seed[at] = entries;
    };
    // Whether the token may read such lists is known after the first.
    await forEachConcurrently(places.slice(0, 1), readAt);
    await forEachConcurrently(places.slice(1), readAt);
  }
  // Resources in state name their account, so that the copy must be the same one also for a token that may not read it.
  const euuid = await account.read(({ accountId }) => Promise.resolve(accountId()));
  if (euuid !== undefined) seed[ACCOUNT_LISTS.account] = [{ euuid }];
  return { seed, unread, objects: objectsIn(seed, lists) };
}

/** How an emulator must answer to be like the service. Today's service has no MongoDB databases. */
export function profileOf({ unread }: Pick<AccountCopy, "unread">): "documents" | "today" {
  return isNotOffered(unread.get("/databases/mongodb/instances")) ? "today" : "documents";
}

async function entriesAt(path: string, list: SeedList, { send }: Context): Promise<readonly Values[]> {
  if (list.isSingle) return [await send({ method: "GET", path })];
  if (list.newestFirst) return (await readPage(send, { path, query: { page_size: PAGE_SIZE } }, 1)).items;
  return readList(send, { path, ...(list.filter ? { filter: list.filter } : {}) });
}

/** Whether the object exists that has the list at this path. */
function exists(account: OpenAccount, path: string): Promise<boolean> {
  const parent = path.slice(0, path.lastIndexOf("/"));
  return account.read(({ send }) =>
    send({ method: "GET", path: parent }).then(
      () => true,
      (error: unknown) => {
        if (isNotFound(error)) return false;
        throw error;
      },
    ),
  );
}

/** The objects that the account owns: neither catalogue entries nor events. */
function objectsIn(seed: AccountSeed, lists: readonly SeedList[]): number {
  const stored = lists.filter(({ put, newestFirst }) => put && !newestFirst);
  const entries = stored.flatMap((list) => placesOf(list, seed, lists).flatMap(({ path }) => seed[path] ?? []));
  return entries.filter(({ id, is_public }) => id && is_public !== true).length;
}
