import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import type { AccountSeed, Emulator } from "../../emulator/index";
import { startEmulator } from "../../emulator/index";
import type { Settings } from "../../provider/api/settings";
import { accountKey, openAccount } from "../account/account";
import type { AccountOptions, OpenAccount } from "../account/account";
import { copyAccount, profileOf } from "../account/copy";
import type { AccountCopy } from "../account/copy";
import { settingsOf } from "../account/settings";
import { neutralPath } from "../../provider/api/wire";
import { rootOf } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { definitionIn } from "../../provider/lifecycle/generic";
import { sentence } from "../../provider/lifecycle/wording";
import { groupByAccount } from "../account/groups";
import { CONFIG_KEYS } from "../../provider/shared/process-settings";
import { kindOf } from "../../provider/resources/registry";
import { providerFrom } from "../state/sources";
import type { StackResource, StackState } from "../state/stack-state";
import { collectionsOf } from "./collections";
import type { Collections } from "./collections";
import { openFront } from "./front";
import type { OriginalStack, Redirection } from "./stage";
import { Substitution } from "./stand-ins";
import type { StandIns } from "./stand-ins";

/** An account that the stack uses, and its copy. */
export interface CopiedAccount {
  readonly account: OpenAccount;
  readonly copy: AccountCopy;
  /** The settings that lead to it: several tokens may. */
  readonly settings: readonly Settings[];
  /** Those that it has besides the emulator's own. */
  readonly collections: Collections;
}

/** What a copy needs that few programs do. */
export interface CopyNeeds {
  /** The disks of each instance. */
  readonly hasDetails: boolean;
  /** Inputs of ApiObjects, whose collections it has to have. */
  readonly objects: readonly Values[];
}

/** Reads the accounts of the stack's resources, and that of its config. Only reads. */
export async function copyAccounts(
  state: StackState,
  config: OriginalStack["config"],
  options: AccountOptions & CopyNeeds,
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
  const moving = "compute:moveFrom" in config ? state.managed.filter(({ provider }) => provider?.isBridged) : [];
  const copies = new Map<string, CopiedAccount>();
  for (const settings of all.values()) {
    const account = openAccount(settings, options);
    const collections = collectionsOf(options.objects, settings.brand);
    const copy = await copyAccount(account, { ...options, collections });
    const isSame = (other: Settings): boolean => accountKey(other) === accountKey(settings);
    const own = groups.find((group) => isSame(group.account.settings))?.resources ?? [];
    requireAll(isSame(configured) ? [...own, ...moving] : own, { ...copy, collections }, settings.brand);
    const key = JSON.stringify([settings.url, copy.seed["/account"]?.[0]?.["euuid"] ?? settings.token]);
    const known = copies.get(key);
    copies.set(
      key,
      known
        ? merged(known, settings)
        : { account, copy: withKnown(copy, state.resources), settings: [settings], collections },
    );
  }
  return [...copies.values()];
}

/**
 * The stack's resources would otherwise be missing in the copy, and seem to be deleted.
 * @throws Error if their lists could not be read
 */
function requireAll(
  resources: readonly StackResource[],
  { unread, collections }: Pick<CopiedAccount, "collections"> & Pick<AccountCopy, "unread">,
  brand: string,
): void {
  for (const { kind, name, state } of resources) {
    const own = kindOf({ kind });
    const definition = own && definitionIn(own, neutralPath(String(state.collection), brand));
    const { collection = "", outputs } = definition ?? {};
    const list = collection.replace(/{\w+}/g, "{id}");
    if (definition !== own && !(list in collections))
      throw new Error(
        `A copy of the account would lack ${kind} ${name} of the stack: no copy has ${list}. Nothing was changed.`,
      );
    const [error] = [rootOf(collection), ...(outputs?.readNeedsWrite ? [] : [list])].flatMap(
      (list) => unread.get(list) ?? [],
    );
    if (error)
      throw new Error(
        `The copy of the account would lack ${kind} ${name} of the stack: ${sentence(error)} Nothing was changed.`,
      );
  }
}

function merged(known: CopiedAccount, settings: Settings): CopiedAccount {
  return { ...known, settings: [...known.settings, settings] };
}

/**
 * What the state knows of databases and no list shows, or none that the token may read, so that a refresh finds it unchanged. It stays in
 * memory.
 */
function withKnown(copy: AccountCopy, resources: readonly StackResource[]): AccountCopy {
  const path = "/databases/mongodb/instances";
  const states = new Map(resources.filter(({ kind }) => kind === "MongoDatabase").map(({ id, state }) => [id, state]));
  const entries = copy.seed[path]?.map((entry) => {
    const { rootPassword, caCertificate } = states.get(String(entry["id"])) ?? {};
    return { ...entry, password: rootPassword, ca_certificate: caCertificate };
  });
  const backups: Record<string, AccountSeed[string]> = {};
  for (const { kind, state } of copy.unread.has(`${path}/{id}/backups`) ? resources : []) {
    const { databaseId, backupId: id, label, type, created } = state;
    if (kind !== "MongoDatabaseBackup" || !copy.seed[path]?.some((entry) => String(entry["id"]) === String(databaseId)))
      continue;
    const list = `${path}/${String(databaseId)}/backups`;
    backups[list] = [...(backups[list] ?? []), { id, label, type, created }];
  }
  return { ...copy, seed: { ...copy.seed, ...(entries ? { [path]: entries } : {}), ...backups } };
}

/** Emulators that serve the copies, and what leads to them. */
export interface ServedCopies extends Redirection {
  readonly emulators: readonly Emulator[];
  close(): Promise<void>;
}

/** Serves the copies, without any waits. */
export async function serve(
  accounts: readonly CopiedAccount[],
  { config, standIns }: Pick<OriginalStack, "config"> & { readonly standIns: StandIns },
): Promise<ServedCopies> {
  const emulators: Emulator[] = [];
  const tokensOf = ({ settings }: CopiedAccount): string[] =>
    settings.flatMap(({ token = "" }) => standIns.tokens.get(token) ?? []);
  const front = await openFront((place, token) => {
    const isMeant = ({ settings }: CopiedAccount): boolean =>
      settings.some(
        (one) =>
          standIns.tokens.get(one.token ?? "") === token &&
          (place === undefined || standIns.places.get(one.url) === place),
      );
    return emulators[accounts.findIndex(isMeant)];
  });
  const close = async (): Promise<void> => {
    await Promise.all([front, ...emulators].map((server) => server.close()));
  };
  try {
    for (const account of accounts) {
      const { copy, settings, collections } = account;
      const [{ brand }] = settings as [Settings];
      const [token = "", ...tokens] = tokensOf(account);
      const options = { brand, seed: copy.seed, profile: profileOf(copy), token, tokens, collections, provisionMs: 0 };
      emulators.push(await startEmulator(options));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const substitution = new Substitution(standIns, front.origin);
  const all = accounts.flatMap(({ settings }) => settings);
  const url = config[CONFIG_KEYS.url]?.value;
  return { emulators, substitution, environment: substitution.environment(process.env, { accounts: all, url }), close };
}

/** The events of an account that are newer than those of its copy. */
export async function newEvents({ url, token }: Emulator, seed: AccountSeed): Promise<readonly AccountEvent[]> {
  const last = Math.max(0, ...eventsIn(seed).map(({ id }) => id));
  const found: AccountEvent[] = [];
  for (let page = 1; ; page++) {
    const body = await getDirectly(`${url}/account/events?page_size=500&page=${page}`, token);
    const { data, pages } = JSON.parse(body) as { data: AccountEvent[]; pages: number };
    found.push(...data.filter(({ id }) => id > last));
    if (page >= pages || data.some(({ id }) => id <= last)) return found.reverse();
  }
}

/** Reads from this machine, past any proxy. */
function getDirectly(url: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { agent: new Agent(), headers: { Authorization: `Bearer ${token}` } };
    get(url, options, (response) => void text(response).then(resolve, reject)).once("error", reject);
  });
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
