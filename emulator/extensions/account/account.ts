import type { Principal } from "../../access/auth";
import { listOf } from "../../interface/envelope";
import { notFound } from "../../interface/errors";
import type { Route } from "../../interface/router";
import { get } from "../../interface/router";
import type { Service } from "../../service";
import type { World } from "../../world";
import { emailOf, profileRoutes } from "./profile";
import { seedKeys, sshKeys } from "./ssh-keys";
import { ACCOUNT_LISTS } from "../../seed/plant";

const READ = { scopes: ["account:read_only"] };

/** The same for every account; none has an effect in the emulator. */
const SETTINGS = {
  backups_enabled: false,
  network_helper: true,
  managed: false,
  longview_subscription: null,
  object_storage: "disabled",
};

/** The account, its settings and users. */
export const accountService: Service = {
  beyondDocuments: true,
  routes: [accountRoutes, profileRoutes],
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
    get("/account/settings", READ, () => SETTINGS),
    get("/account/users", READ, (call) => listOf(world, call, users(), ["username"], view)),
    get("/account/users/{username}", READ, (call) => {
      const user = users().find(({ username }) => username === call.params["username"]);
      if (user === undefined) throw notFound();
      return view(user);
    }),
  ];
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
