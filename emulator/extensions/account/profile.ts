import { NO_CONTENT } from "../../interface/answer";
import type { Principal } from "../../access/auth";
import { failure } from "../../interface/errors";
import { holdsGrant, mayUse } from "../../access/grants";
import type { Call, Route } from "../../interface/router";
import { get } from "../../interface/router";
import type { GrantKind } from "../../access/guards";
import type { World } from "../../world";
import { domains } from "../../services/domains/rows";
import { databases } from "../../services/databases/rows";
import { images } from "../../services/images/rows";
import { instances } from "../../services/instances/rows";

const READ = { scopes: ["account:read_only"] };

/** The account-wide grants that a profile lists. */
const GLOBAL = ["add_computes", "add_images", "add_databases", "add_domains"];

/** The user of the token, and the grants of a restricted user. */
export function profileRoutes(world: World): Route[] {
  return [
    get("/profile", READ, (call) => viewProfile(userOf(call))),
    // Unrestricted users have no grants.
    get("/profile/grants", READ, (call) => (userOf(call).restricted ? viewGrants(world, userOf(call)) : NO_CONTENT)),
  ];
}

/** The caller of a route that requires a token. */
export function userOf(call: Call): Principal {
  if (call.principal === undefined) throw failure(401, "Invalid Token");
  return call.principal;
}

/** A placeholder address in a reserved domain. */
export function emailOf(username: string): string {
  return `${username}@example.com`;
}

function viewProfile({ username, restricted }: Principal): unknown {
  return {
    uid: 1,
    username,
    email: emailOf(username),
    timezone: "UTC",
    email_notifications: false,
    ip_whitelist_enabled: false,
    two_factor_auth: false,
    restricted,
    lish_auth_method: "keys_only",
    authorized_keys: [],
    authentication_type: "password",
    verified_phone_number: null,
    referrals: {
      code: "emulator",
      url: "https://example.com/?r=emulator",
      total: 0,
      completed: 0,
      pending: 0,
      credit: 0,
    },
  };
}

function viewGrants(world: World, user: Principal): unknown {
  const global = GLOBAL.map((grant) => [world.brand.scope(grant), holdsGrant(world, grant, user)] as const);
  const listed = <R extends { readonly id: number }>(kind: GrantKind, rows: Iterable<R>, label: (row: R) => string) =>
    [...rows].map((row) => ({ id: row.id, label: label(row), permissions: permissionsOn(world, user, kind, row.id) }));
  return {
    global: { account_access: null, ...Object.fromEntries(global) },
    [world.brand.word]: listed("instance", instances.in(world).all(), (row) => row.label),
    image: listed("image", images.in(world).all(), (row) => row.label),
    database: listed("database", databases.in(world).all(), (row) => row.label),
    domain: listed("domain", domains.in(world).all(), (row) => row.domain),
  };
}

function permissionsOn(world: World, user: Principal, kind: GrantKind, id: number): string | null {
  if (mayUse(world, user, kind, id, "read_write")) return "read_write";
  return mayUse(world, user, kind, id, "read_only") ? "read_only" : null;
}
