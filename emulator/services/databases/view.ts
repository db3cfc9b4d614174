import type { DatabaseRow } from "./rows";
import type { JsonObject } from "../../json";
import type { World } from "../../world";
import { isProvisioned, kindOf } from "./kinds";

/** Filterable fields (Linode API v4, Managed Databases). */
export const DATABASE_FILTERABLE = ["label", "type", "engine", "version", "region", "status"];

/** A database in the responses of its engine's endpoints (Linode API v4, Managed Databases). */
export function viewDatabase(world: World, row: DatabaseRow): JsonObject {
  return { ...viewCommon(world, row), ...kindOf(row).viewOwn(world, row), ...row.copied };
}

/** A database in the list of all engines (Linode API v4, Managed Databases). */
export function viewListed(world: World, row: DatabaseRow): JsonObject {
  return { ...viewCommon(world, row), instance_uri: `/v4/databases/${row.engine}/instances/${row.id}` };
}

/**
 * The response when a database is created. Taken literally, the documents allow it to omit the status and the hosts
 * (Linode API v4, Managed Databases).
 */
export function viewCreated(world: World, row: DatabaseRow): JsonObject {
  const { status, hosts, ...rest } = viewDatabase(world, row);
  return world.createAnswer === "bare" && !isProvisioned(row) ? rest : { ...rest, status, hosts };
}

function viewCommon(world: World, row: DatabaseRow): JsonObject {
  const { own: _own, password: _password, password_changes: _changes, ca_certificate: _certificate, ...rest } = row;
  const { copied: _copied, ...shown } = rest;
  const kind = kindOf(row);
  const hosts = isProvisioned(row) ? kind.hostsOf(world, row) : { primary: null, secondary: null };
  return { ...shown, hosts, port: kind.port };
}
