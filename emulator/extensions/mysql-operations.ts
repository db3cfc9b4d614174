import type { Route } from "../interface/router";
import { MYSQL } from "../services/databases/kinds";
import { operationRoutes } from "../services/databases/routes";
import type { World } from "../world";

/**
 * Backups, credentials, certificate and patches of MySQL, the same as those of MongoDB. The documents do not describe them
 * (Linode API v4, Managed MySQL Databases).
 */
export function mysqlOperationRoutes(world: World): Route[] {
  return operationRoutes(world, MYSQL);
}
