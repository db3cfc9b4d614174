import type { ArgumentRule } from "../definition/argument";
import { oneOf } from "../definition/types";
import type { Failure } from "../definition/types";
import { define } from "../definition/definition";
import { forBrands } from "../normalise/brands";
import {
  bridgedDatabase,
  clusterSizeRule,
  commonArguments,
  commonDatabase,
  fixed,
  sslConnection,
  weekBelongsToMonth,
} from "./database";
import type { CommonDatabaseArgs, CommonDatabaseState } from "./database";

/** Inputs of a `MysqlDatabase` (Linode API v4, Managed MySQL Databases). */
export interface MysqlDatabaseArgs extends CommonDatabaseArgs {
  /** `mysql/` and a version, such as `mysql/8.0.26`. Changing it replaces the database. */
  engine: string;
  /**
   * How the nodes replicate: `none` for one node; `asynch` or `semi_synch`, the default, for three. Changing it replaces the
   * database.
   */
  replicationType?: "none" | "asynch" | "semi_synch";
}

/** Outputs of a `MysqlDatabase` (Linode API v4, Managed Databases). */
export interface MysqlDatabaseState extends CommonDatabaseState, Required<Pick<MysqlDatabaseArgs, "replicationType">> {}

/**
 * A managed MySQL cluster of 1 or 3 nodes (Linode API v4, Managed Databases). A create waits until the cluster is active, which takes
 * 15 to 30 minutes. An update and a delete first wait for any operation in progress. A `failed` or `suspended` status ends every wait.
 *
 *     const shop = new compute.MysqlDatabase("shop", {
 *         engine: "mysql/8.0.26",
 *         region: "us-east",
 *         type: "g6-nanode-1",
 *         allowList: ["192.0.2.0/24"],
 *     });
 *     export const host = shop.hosts.primary;
 *
 * `label`, `allowList` and `updates` update in place; everything else replaces it. There is no output for the
 * credentials, because the API documents have no endpoint for them. Import ID: the database's ID.
 */
export const mysqlDatabase = define<MysqlDatabaseArgs, MysqlDatabaseState>({
  ...commonDatabase,
  kind: "MysqlDatabase",
  noun: "MySQL database",
  describedIn: "Linode API v4, Managed MySQL Databases",
  bridged: {
    ...bridgedDatabase,
    type: "linode:index/databaseMysql:DatabaseMysql",
    outputs: { ...bridgedDatabase.outputs, caCert: undefined, rootUsername: undefined, rootPassword: undefined },
  },
  collection: "/databases/mysql/instances",
  args: {
    ...commonArguments("mysql", "8.0.26"),
    replicationType: replicationType(),
  },
  outputs: {
    ...commonDatabase.outputs,
    neverNull: [...commonDatabase.outputs.neverNull, "replicationType"],
    movedBy: { ...commonDatabase.outputs.movedBy, replicationType: [] },
  },
  checks: { ...commonDatabase.checks, rules: [weekBelongsToMonth, nodesReplicate] },
  byBrand: forBrands((facts) => ({
    args: {
      clusterSize: clusterSizeRule(facts),
      ...(!facts.hasDatabaseChoices && {
        replicationType: { ...replicationType(), warning: () => "the API is known to reject it: the service chooses" },
        sslConnection: { ...sslConnection, warning: noSsl },
      }),
    },
  })),
});

function replicationType(): ArgumentRule<NonNullable<MysqlDatabaseArgs["replicationType"]>, MysqlDatabaseArgs> {
  return { ...fixed, type: oneOf("none", "asynch", "semi_synch"), serverDefault: { value: usualReplication } };
}

function noSsl(isOn: boolean): string | undefined {
  return isOn ? undefined : "the API is known to require true";
}

/** Undefined if the number of nodes is unknown, as it may be at preview. */
function usualReplication({ clusterSize = 1 }: Partial<MysqlDatabaseArgs>): "none" | "semi_synch" | undefined {
  return clusterSize === 1 ? "none" : clusterSize === 3 ? "semi_synch" : undefined;
}

/**
 * `replicationType` must be `none` with one node, and `asynch` or `semi_synch` with three (known from the service, not from the
 * documents).
 */
function nodesReplicate(
  { clusterSize, replicationType }: Partial<MysqlDatabaseArgs>,
  isGiven: (name: keyof MysqlDatabaseArgs) => boolean,
): Failure[] {
  if (replicationType === undefined || (clusterSize === undefined && isGiven("clusterSize"))) return [];
  const isCluster = (clusterSize ?? 1) > 1;
  if (isCluster === (replicationType !== "none")) return [];
  const reason = isCluster
    ? `must be "asynch" or "semi_synch" with clusterSize ${clusterSize}`
    : 'must be "none" or omitted with clusterSize 1';
  return [{ path: "replicationType", reason }];
}
