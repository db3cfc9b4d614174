import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { address, someOf } from "../support/arbitraries";
import {
  DATE,
  documented,
  envelopeOf,
  FLAG,
  ID,
  INTEGER,
  integer,
  listOf,
  NOTHING,
  oneOf,
  only,
  orNull,
  TEXT,
  text,
  without,
} from "./schema";
import type { Fields, Schema } from "./schema";
import { PLACE, TIMES } from "./specimen";
import type { Pairs, Wire } from "./specimen";

const STATUS = oneOf(
  ...["provisioning", "active", "suspending", "suspended", "resuming", "restoring", "failed", "degraded"],
  ...["updating", "backing_up"],
);

/** An address without a prefix length is shown with /32 (Linode API v4, Managed Databases), which IPv6 addresses cannot have. */
const ALLOWED: Schema = { type: "string", pattern: "^(\\d+(\\.\\d+){3}/\\d+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/\\d+)?)$" };

/** What every database shows (Linode API v4, Managed Databases). The hosts are null until they are assigned. */
export const COMMON: Fields = {
  id: ID,
  label: text(3, 32),
  engine: oneOf("mongodb", "mysql"),
  version: TEXT,
  region: TEXT,
  type: TEXT,
  cluster_size: { type: "integer", enum: [1, 3] },
  encrypted: FLAG,
  ssl_connection: FLAG,
  allow_list: listOf(ALLOWED),
  hosts: documented({ primary: orNull(TEXT), secondary: orNull(TEXT) }),
  port: integer(1, 65_535),
  status: STATUS,
  created: DATE,
  updated: DATE,
  // Allowed values and bounds: not documented.
  updates: documented({
    frequency: TEXT,
    duration: INTEGER,
    hour_of_day: INTEGER,
    day_of_week: INTEGER,
    week_of_month: { type: ["integer", "null"] },
  }),
};

const READ_ONLY = ["id", "version", "hosts", "port", "status", "created", "updated", "peers", "updates"];

/**
 * The operations on the databases of an engine (Linode API v4, Managed Databases). The response to a creation may lack the status and
 * the hosts.
 */
export function databaseOperations(engine: string, answered: Fields): Wire {
  const path = `/databases/${engine}/instances`;
  const answer = documented(answered);
  return {
    [`GET ${path}`]: { answer: envelopeOf(answer) },
    [`POST ${path}`]: { body: without(answer, ...READ_ONLY), answer: documented(answered, ["status", "hosts"]) },
    [`GET ${path}/{}`]: { answer },
    [`PUT ${path}/{}`]: { body: only(answer, "label", "allow_list", "updates"), answer },
    [`DELETE ${path}/{}`]: { answer: NOTHING },
  };
}

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

export const changing = someOf({
  label: fc.oneof(fc.stringMatching(/^[A-Za-z0-9 ._-]{3,32}$/), fc.constantFrom("größe", "日本語", "a".repeat(32))),
  allowList: fc.array(range, { maxLength: 5 }),
  updates: window,
});

export const fixed = {
  region: fc.constantFrom("us-east", "eu-west"),
  type: fc.constantFrom("g6-nanode-1", "g6-standard-1"),
};
export const optional = { encrypted: fc.boolean(), sslConnection: fc.boolean() };

export const DATABASE: Pairs = {
  ...PLACE,
  label: ["orders", "invoices"],
  clusterSize: [3, 1],
  encrypted: [true, false],
  sslConnection: [false, true],
  allowList: [["192.0.2.1", "198.51.100.0/24"], ["192.0.2.1/32"]],
  updates: [
    { frequency: "monthly", duration: 1, hourOfDay: 0, dayOfWeek: 7, weekOfMonth: 4 },
    { frequency: "weekly", hourOfDay: 23 },
  ],
};

export function showsOfDatabase({ engine, updates, allowList }: Values): Values {
  const [name, version] = String(engine).split("/");
  const weekly = { frequency: "weekly", duration: 3, hourOfDay: 20, dayOfWeek: 7, weekOfMonth: null };
  return {
    ...TIMES,
    engine: name,
    version,
    port: 27_017,
    status: "active",
    hosts: { primary: "one.example", secondary: null },
    allowList: Array.isArray(allowList) ? allowList.map((range) => String(range).replace(/^[^/]*$/, "$&/32")) : [],
    updates: { ...weekly, ...(updates as Values) },
  };
}

export function own(args: Values, ...names: string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}
