import type { AccountSeed, Emulator } from "../../emulator/index";
import { startEmulator } from "../../emulator/index";
import { rehearsalEnvironment } from "../../provider/api/rehearsal";
import type { Settings } from "../../provider/api/settings";
import { accountKey, openAccount } from "../account/account";
import type { AccountOptions, OpenAccount } from "../account/account";
import { copyAccount, profileOf } from "../account/copy";
import type { AccountCopy } from "../account/copy";
import { settingsOf } from "../account/settings";
import { groupByAccount } from "../drift/scan/groups";
import { kindOf } from "../state/kind-of";
import { providerFrom } from "../state/sources";
import type { StackResource, StackState } from "../state/stack-state";
import type { OriginalStack } from "./stage";

/** An account that the stack uses, and its copy. */
export interface CopiedAccount {
  readonly account: OpenAccount;
  readonly copy: AccountCopy;
  /** The settings that lead to it: several tokens may. */
  readonly settings: readonly Settings[];
}

/** Reads the accounts of the stack's resources, and that of its config. Only reads. */
export async function copyAccounts(
  state: StackState,
  config: OriginalStack["config"],
  options: AccountOptions & { readonly hasDetails: boolean },
): Promise<readonly CopiedAccount[]> {
  const { groups, lost } = groupByAccount([state], { ...options, environment: process.env });
  const [unknown] = lost;
  if (unknown) throw new Error(`The account of ${unknown[0].urn} is not known: ${unknown[1]}`);
  const values = Object.entries(config).flatMap(([key, { value }]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const configured = settingsOf(providerFrom(Object.fromEntries(values)), process.env);
  const used = groups.map(({ account }) => account.settings);
  const wanted = [...used, configured].filter(({ token }) => token !== undefined);
  const all = new Map(wanted.map((settings) => [accountKey(settings), settings]));
  if (all.size === 0) throw new Error("No access token. Set COMPUTE_TOKEN. Nothing was read.");
  const copies = new Map<string, CopiedAccount>();
  for (const settings of all.values()) {
    const account = openAccount(settings, options);
    const copy = await copyAccount(account, options);
    requireAll(groups.find((group) => accountKey(group.account.settings) === accountKey(settings))?.resources, copy);
    const key = JSON.stringify([settings.url, copy.seed["/account"]?.[0]?.["euuid"] ?? settings.token]);
    const known = copies.get(key);
    copies.set(
      key,
      known ? merged(known, settings) : { account, copy: withCredentials(copy, state.resources), settings: [settings] },
    );
  }
  return [...copies.values()];
}

/**
 * The stack's resources would otherwise be missing in the copy, and seem to be deleted.
 * @throws Error if the token may not read them
 */
function requireAll(resources: readonly StackResource[] = [], { unread }: AccountCopy): void {
  for (const { kind, name } of resources) {
    const list = kindOf({ kind })?.collection ?? "";
    if (unread.get(list) === "forbidden")
      throw new Error(`The stack has ${kind} ${name}, and the token may not read ${list}. Nothing was changed.`);
  }
}

function merged(known: CopiedAccount, settings: Settings): CopiedAccount {
  return { ...known, settings: [...known.settings, settings] };
}

/** What the state knows of databases and no list shows, so that a refresh finds it unchanged. It stays in memory. */
function withCredentials(copy: AccountCopy, resources: readonly StackResource[]): AccountCopy {
  const path = "/databases/mongodb/instances";
  const states = new Map(resources.filter(({ kind }) => kind === "MongoDatabase").map(({ id, state }) => [id, state]));
  const entries = copy.seed[path]?.map((entry) => {
    const { rootPassword, caCertificate } = states.get(String(entry["id"])) ?? {};
    return { ...entry, password: rootPassword, ca_certificate: caCertificate };
  });
  return entries === undefined ? copy : { ...copy, seed: { ...copy.seed, [path]: entries } };
}

/** Emulators that serve the copies, and the environment that leads to them. */
export interface ServedCopies {
  readonly emulators: readonly Emulator[];
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** Serves the copies, without any waits. */
export async function serve(accounts: readonly CopiedAccount[]): Promise<ServedCopies> {
  const emulators: Emulator[] = [];
  const destinations = new Map<Settings, { url: string; token: string }>();
  const close = async (): Promise<void> => {
    await Promise.all(emulators.map((emulator) => emulator.close()));
  };
  try {
    for (const { copy, settings } of accounts) {
      const [{ brand }] = settings as [Settings];
      const emulator = await startEmulator({ brand, seed: copy.seed, profile: profileOf(copy), provisionMs: 0 });
      emulators.push(emulator);
      for (const one of settings) destinations.set(one, { url: emulator.url, token: emulator.token });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { emulators, environment: rehearsalEnvironment(destinations), close };
}

/** The events of an account that are newer than those of its copy. */
export async function newEvents({ url, token }: Emulator, seed: AccountSeed): Promise<readonly AccountEvent[]> {
  const last = Math.max(0, ...eventsIn(seed).map(({ id }) => id));
  const found: AccountEvent[] = [];
  for (let page = 1; ; page++) {
    const response = await fetch(`${url}/account/events?page_size=500&page=${page}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data, pages } = (await response.json()) as { data: AccountEvent[]; pages: number };
    found.push(...data.filter(({ id }) => id > last));
    if (page >= pages || data.some(({ id }) => id <= last)) return found.reverse();
  }
}

/** An event, in the fields that matter here. */
export interface AccountEvent {
  readonly id: number;
  readonly action: string;
  readonly status: string;
  readonly duration: number | null;
  readonly entity: { readonly url: string } | null;
}

export function eventsIn(seed: AccountSeed): readonly AccountEvent[] {
  return (seed["/account/events"] ?? []) as unknown as readonly AccountEvent[];
}
