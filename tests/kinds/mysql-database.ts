import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { someOf, twoOf } from "../support/arbitraries";
import { MYSQL } from "../support/programs";
import { changing, COMMON, DATABASE, databaseOperations, fixed, optional, own, showsOfDatabase } from "./database";
import { oneOf } from "./schema";
import { specimen } from "./specimen";

const mysql = fc
  .tuple(
    fc.record({ ...fixed, engine: fc.constantFrom("mysql/8.0.26", "mysql/5.7.30") }),
    someOf(optional),
    fc.constantFrom<Values>(
      {},
      { replicationType: "none" },
      { clusterSize: 1 },
      { clusterSize: 3 },
      { clusterSize: 3, replicationType: "asynch" },
      { clusterSize: 3, replicationType: "semi_synch" },
    ),
  )
  .map(([required, rest, replication]): Values => ({ ...required, ...rest, ...replication }));

export const twoMysqlDatabases = twoOf(mysql, () => changing);

export default specimen("MysqlDatabase", {
  terraform: ["linode_database_mysql", { id: "7" }],
  lost: "all of its data and its backups",
  several: (index) => ({ label: `shop-${index}` }),
  variants: [{ ...DATABASE, engine: ["mysql/8.0.26", "mysql/5.7.30"], replicationType: ["asynch", "semi_synch"] }],
  shows: (args) => ({ replicationType: "none", ...own(args, "replicationType"), ...showsOfDatabase(args), port: 3306 }),
  lives: [
    {
      title: "a database of MySQL",
      args: { ...MYSQL, label: "shop", sslConnection: false, clusterSize: 3, allowList: ["192.0.2.9"] },
      changes: { allowList: ["192.0.2.1/32", "2001:DB8::1"] },
      made: { engine: "mysql", label: "shop", ssl_connection: false, allow_list: ["192.0.2.9/32"], status: "active" },
      changed: { allow_list: ["192.0.2.1/32", "2001:DB8::1/128"] },
    },
  ],
  random: [{ title: "a MySQL database", two: twoMysqlDatabases }],
  // Linode API v4, Managed MySQL Databases
  wire: databaseOperations("mysql", {
    ...COMMON,
    engine: oneOf("mysql"),
    replication_type: oneOf("none", "asynch", "semi_synch"),
  }),
});
