import { randomBytes } from "node:crypto";
import { DATABASES } from "../../access/guards";
import { databaseEntity } from "../entities";
import type { Route } from "../../interface/router";
import type { DatabaseRow } from "../../state/rows/databases";
import type { World } from "../../world";
import type { DatabaseKind } from "./kinds";
import { activeDatabaseOf, changeDatabase, databaseOf, requireStatus } from "./states";

/** Six bits to a character: 16 characters, as on the real service. */
const PASSWORD_BYTES = 12;

/** Reset is open only to unrestricted users (document 2, rule 7). */
const RESET = { ...DATABASES.change, unrestricted: true } as const;

/** The root user and the CA certificate of one engine's databases (document 2, Credentials and certificate). */
export function credentialRoutes(world: World, kind: DatabaseKind): Route[] {
  const one = `/databases/${kind.engine}/instances/{id}`;
  return [
    {
      method: "GET",
      path: `${one}/credentials`,
      access: DATABASES.view,
      handle: (call) => {
        const { password } = activeDatabaseOf(world, call, kind);
        return { username: `${world.brand.short}root`, password };
      },
    },
    {
      method: "POST",
      path: `${one}/credentials/reset`,
      access: RESET,
      handle: (call) => {
        const row = databaseOf(world, call, kind);
        // Document 2, rule 9, leaves the status open.
        if (!world.documentedOnly) requireStatus(row, "active");
        return resetPassword(world, row);
      },
    },
    {
      method: "GET",
      path: `${one}/ssl`,
      access: DATABASES.view,
      handle: (call) => ({ ca_certificate: activeDatabaseOf(world, call, kind).ca_certificate }),
    },
  ];
}

/** A random password of letters, digits, dashes and underscores. */
export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}

/** Takes effect at once: the seconds that document 2, rule 3, allows for it are not used. */
function resetPassword(world: World, row: DatabaseRow): unknown {
  const password_changes = row.password_changes + 1;
  changeDatabase(world, row, { password: newPassword(), password_changes });
  world.events.complete("database_credentials_reset", databaseEntity(row));
  return {};
}
