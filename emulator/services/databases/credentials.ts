import { randomBytes } from "node:crypto";
import { DATABASES } from "../../access/guards";
import { databaseEntity } from "../entities";
import type { Route } from "../../interface/router";
import { get, post } from "../../interface/router";
import type { DatabaseRow } from "./rows";
import type { World } from "../../world";
import type { DatabaseKind } from "./kinds";
import { activeDatabaseOf, changeDatabase, databaseOf, requireStatus } from "./states";

/** 16 characters of six bits each, as on the real service. */
const PASSWORD_BYTES = 12;

/** Only unrestricted users may reset the password (Linode API v4, Managed MongoDB Database Credentials Reset). */
const RESET = { ...DATABASES.change, unrestricted: true } as const;

/** The root user and the CA certificate of one engine's databases (Linode API v4, Managed MongoDB Databases). */
export function credentialRoutes(world: World, kind: DatabaseKind): Route[] {
  const one = `/databases/${kind.engine}/instances/{id}`;
  return [
    get(`${one}/credentials`, DATABASES.view, (call) => {
      const { password } = activeDatabaseOf(world, call, kind);
      return { username: `${world.brand.short}root`, password };
    }),
    post(`${one}/credentials/reset`, RESET, (call) => {
      const row = databaseOf(world, call, kind);
      // The documents do not give the required status (Linode API v4, Managed MongoDB Database Credentials Reset).
      if (!world.documentedOnly) requireStatus(row, "active");
      return resetPassword(world, row);
    }),
    get(`${one}/ssl`, DATABASES.view, (call) => ({
      ca_certificate: activeDatabaseOf(world, call, kind).ca_certificate,
    })),
  ];
}

/** A random password of letters, digits, dashes and underscores. */
export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}

/**
 * Takes effect immediately, without the seconds that the documents allow for it
 * (Linode API v4, Managed MongoDB Database Credentials Reset).
 */
function resetPassword(world: World, row: DatabaseRow): unknown {
  const password_changes = row.password_changes + 1;
  changeDatabase(world, row, { password: newPassword(), password_changes });
  world.events.complete("database_credentials_reset", databaseEntity(row));
  return {};
}
