import type { Principal } from "../../access/auth";
import { listOf } from "../../interface/envelope";
import { notFound, Problems } from "../../interface/errors";
import type { Route } from "../../interface/router";
import { get, put } from "../../interface/router";
import type { Service } from "../../service";
import { kind } from "../../state/kind";
import type { Row } from "../../state/table";
import { flag, parse } from "../../interface/validation";
import type { World } from "../../world";
import { emailOf, profileRoutes } from "./profile";
import { seedKeys, sshKeys } from "./ssh-keys";
import { ACCOUNT_LISTS } from "../../seed/plant";
import { instances } from "../../services/instances/rows";

const READ = { scopes: ["account:read_only"] };
const WRITE = { scopes: ["account:read_write"] };

interface AccountSettings {
  /** Whether new instances always get the backup service. Stored only: it has no effect in the emulator. */
  readonly backups_enabled: boolean;
  readonly network_helper: boolean;
}

/** A single row. */
interface SettingsRow extends Row, AccountSettings {}

const settings = kind<SettingsRow>({ table: "settings", noun: "settings", firstId: 1 });

/** ID of the row with the settings. */
const SETTINGS_ROW = 1;

const NEW_ACCOUNT: AccountSettings = { backups_enabled: false, network_helper: true };

/** Network transfer of an account, in GB; always unused. */
const UNUSED_TRANSFER = { used: 0, billable: 0, region_transfers: [] };

/** The account, its settings, transfer and users. */
export const accountService: Service = {
  beyondDocuments: true,
  routes: [accountRoutes, profileRoutes],
  hidden: [settings],
  seeds: [
    { path: ACCOUNT_LISTS.account, isSingle: true, kept: ({ euuid }) => ({ euuid }) },
    { path: ACCOUNT_LISTS.profile, isSingle: true, kept: ({ username }) => ({ username }) },
    {
      path: ACCOUNT_LISTS.users,
      kept: ({ username, ssh_keys }) => ({ username, ssh_keys }),
      put: (world, { username, ssh_keys }) =>
        seedKeys(world, String(username), Array.isArray(ssh_keys) ? (ssh_keys as unknown[]) : []),
    },
  ],
};

function accountRoutes(world: World): Route[] {
  const users = () => world.authority.users();
  const view = (user: Principal) => viewUser(world, user);
  return [
    get("/account", READ, () => viewAccount(world)),
    get("/account/settings", READ, () => viewSettings(world)),
    put("/account/settings", WRITE, (call) => {
      const problems = new Problems(world.documentedOnly);
      const input = parse({ backups_enabled: flag(), network_helper: flag() }, call.body, problems);
      problems.throwIfAny();
      settings.in(world).put({ id: SETTINGS_ROW, ...settingsOf(world), ...input });
      return viewSettings(world);
    }),
    get("/account/transfer", READ, () => ({ ...UNUSED_TRANSFER, quota: quotaOf(world) })),
    get("/account/users", READ, (call) => listOf(world, call, users(), ["username"], view)),
    get("/account/users/{username}", READ, (call) => {
      const user = users().find(({ username }) => username === call.params["username"]);
      if (user === undefined) throw notFound();
      return view(user);
    }),
  ];
}

function settingsOf(world: World): AccountSettings {
  return settings.in(world).get(SETTINGS_ROW) ?? NEW_ACCOUNT;
}

function viewSettings(world: World): unknown {
  const { backups_enabled, network_helper } = settingsOf(world);
  return { backups_enabled, network_helper, managed: false, longview_subscription: null, object_storage: "disabled" };
}

function viewUser(world: World, { username, restricted }: Principal): unknown {
  const ssh_keys = sshKeys
    .in(world)
    .by("username", username)
    .map((key) => key.label);
  return { username, email: emailOf(username), restricted, ssh_keys, tfa_enabled: false };
}

function viewAccount(world: World): unknown {
  const owner = world.authority.users()[0]?.username ?? "";
  const nowhere = { address_1: "", address_2: "", city: "", state: "", zip: "", country: "", phone: "" };
  return {
    company: world.brand.title,
    first_name: "",
    last_name: "",
    email: emailOf(owner),
    tax_id: "",
    ...nowhere,
    balance: 0,
    balance_uninvoiced: 0,
    credit_card: null,
    active_promotions: [],
    euuid: world.account.id ?? "",
    active_since: "2022-01-01T00:00:00",
    capabilities: [`${world.brand.title}s`, "Managed Databases", "Vlans"],
  };
}

function quotaOf(world: World): number {
  let quota = 0;
  for (const row of instances.in(world).all()) quota += world.catalogue.types.get(row.type)?.transfer ?? 0;
  return quota;
}
