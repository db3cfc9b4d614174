import type { Values } from "../../provider/definition/values";
import type { Sample } from "./sample";

const common: Values = {
  label: "orders",
  region: "us-east",
  type: "g6-nanode-1",
  clusterSize: 3,
  encrypted: true,
  sslConnection: false,
  allowList: ["192.0.2.1", "198.51.100.0/24"],
  updates: { frequency: "monthly", duration: 1, hourOfDay: 0, dayOfWeek: 7, weekOfMonth: 4 },
};
const others: Values = {
  label: "invoices",
  region: "eu-west",
  type: "g6-standard-1",
  clusterSize: 1,
  encrypted: false,
  sslConnection: true,
  allowList: ["192.0.2.1/32"],
  updates: { frequency: "weekly", hourOfDay: 23 },
};

function shows({ engine, updates, allowList }: Values): Values {
  const [name, version] = String(engine).split("/");
  return {
    engine: name,
    version,
    port: 27_017,
    status: "active",
    hosts: { primary: "one.example", secondary: null },
    allowList: Array.isArray(allowList) ? allowList.map((range) => String(range).replace(/^[^/]*$/, "$&/32")) : [],
    updates: {
      frequency: "weekly",
      duration: 3,
      hourOfDay: 20,
      dayOfWeek: 7,
      weekOfMonth: null,
      ...(updates as Values),
    },
    created: "2024-05-06T07:08:09",
    updated: "2024-05-06T07:08:09",
  };
}

export const mongoDatabase: Sample = {
  variants: [
    {
      args: {
        ...common,
        engine: "mongodb/3.6.21",
        compressionType: "snappy",
        storageEngine: "mmapv1",
        replicaSet: "shop",
      },
      others: {
        ...others,
        engine: "mongodb/3.4",
        compressionType: "zlip",
        storageEngine: "wiredtiger",
        replicaSet: "blog",
      },
    },
    {
      args: { engine: "mongodb/4.4.10", region: "us-east", type: "g6-nanode-1" },
      others: { engine: "mongodb/4.2.11", region: "eu-west", type: "g6-standard-1" },
    },
  ],
  shows: (args) => ({
    compressionType: "none",
    storageEngine: "wiredtiger",
    replicaSet: "RS-34-0",
    ...own(args, "compressionType", "storageEngine", "replicaSet"),
    ...shows(args),
    peers: ["one.example"],
  }),
};

export const mysqlDatabase: Sample = {
  variants: [
    {
      args: { ...common, engine: "mysql/8.0.26", replicationType: "asynch" },
      others: { ...others, engine: "mysql/5.7.30", replicationType: "semi_synch" },
    },
  ],
  shows: (args) => ({ replicationType: "none", ...own(args, "replicationType"), ...shows(args), port: 3306 }),
};

function own(args: Values, ...names: string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}
