import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { address, someOf, twoOf, unicode } from "./arbitrary-args";

const range = fc.oneof(
  address,
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`),
  fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([ip, bits]) => `${ip.toUpperCase()}/${bits}`),
  fc.constantFrom("0.0.0.0/0", "::/0", "192.0.2.1", "192.0.2.1/32"),
);

const common = {
  duration: fc.integer({ min: 1, max: 3 }),
  hourOfDay: fc.integer({ min: 0, max: 23 }),
  dayOfWeek: fc.integer({ min: 1, max: 7 }),
};
const window = fc
  .tuple(
    someOf(common),
    fc.constantFrom<Values>(
      {},
      { frequency: "weekly" },
      { frequency: "weekly", weekOfMonth: null },
      { frequency: "monthly", weekOfMonth: 1 },
      { frequency: "monthly", weekOfMonth: 4 },
    ),
  )
  .map(([members, frequency]) => ({ ...members, ...frequency }));

const changing = someOf({
  label: fc.oneof(fc.stringMatching(/^[A-Za-z0-9 ._-]{3,32}$/), fc.constantFrom("größe", "日本語", "a".repeat(32))),
  allowList: fc.array(range, { maxLength: 5 }),
  updates: window,
});

const fixed = {
  region: fc.constantFrom("us-east", "eu-west"),
  type: fc.constantFrom("g6-nanode-1", "g6-standard-1"),
};
const optional = { encrypted: fc.boolean(), sslConnection: fc.boolean() };

const mongo = fc
  .tuple(
    fc.record({ ...fixed, engine: fc.constantFrom("mongodb/4.4.10", "mongodb/4.2.11") }),
    someOf({
      ...optional,
      clusterSize: fc.constantFrom(1, 3),
      compressionType: fc.constantFrom("none", "snappy", "zlip"),
      storageEngine: fc.constant("wiredtiger"),
      replicaSet: unicode(64),
    }),
  )
  .map(([required, rest]): Values => ({ ...required, ...rest }));

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

export const twoMongoDatabases = twoOf(mongo, () => changing);
export const twoMysqlDatabases = twoOf(mysql, () => changing);
