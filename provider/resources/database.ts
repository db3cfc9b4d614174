import { flag, integer, ipRange, listOf, oneNumberOf, oneOf, shape, text, word, described } from "../definition/types";
import type { Failure } from "../definition/types";
import type { ArgumentRule } from "../definition/argument";
import type { PlanCost } from "../definition/cost";
import type { Definition, PathIn } from "../definition/definition";
import { fields } from "../definition/outputs";
import { valueAt, withoutUnset } from "../definition/values";
import type { Values } from "../definition/values";
import { DOCUMENTED } from "../normalise/brands";
import type { ServiceFacts } from "../normalise/brands";
import { unorderedIpRanges } from "../normalise/ip-range";
import { regions } from "./catalogues";

/**
 * When the service may patch a database's operating system (Linode API v4, Managed Databases, updates). Omitted members keep their
 * value.
 */
export interface DatabaseUpdates {
  /** `weekly`, the default, or `monthly`. */
  frequency?: "weekly" | "monthly";
  /** Length of the window: 1 to 3 hours; default 3. */
  duration?: number;
  /** Hour in UTC at which it starts: 0 to 23; default 20. */
  hourOfDay?: number;
  /** 1 (Monday) to 7 (Sunday, the default). */
  dayOfWeek?: number;
  /** Week of the month, 1 to 4; required for `monthly`, and only valid there. */
  weekOfMonth?: number;
}

/** Inputs of a database of any engine (Linode API v4, Managed Databases). */
export interface CommonDatabaseArgs {
  /** Region ID, such as `us-east`. Changing it replaces the database. */
  region: string;
  /** Plan ID of each node, such as `g6-nanode-1`. Changing it replaces the database. */
  type: string;
  /**
   * Name shown in listings: 3 to 32 characters, unique among the account's databases. Generated from the resource's name if
   * omitted. Updates in place. With an explicit label, a replacement deletes the old database first.
   */
  label?: string;
  /**
   * Number of nodes: 1, the default, or 3 (one primary, two replicas). With the brand `linode` and a dedicated plan, MySQL can have 2.
   * Changing it replaces the database.
   */
  clusterSize?: 1 | 2 | 3;
  /** Whether the disks are encrypted; default false. Changing it replaces the database. */
  encrypted?: boolean;
  /** Whether clients need SSL credentials; default true. Changing it replaces the database. */
  sslConnection?: boolean;
  /**
   * Addresses and CIDR ranges that may connect, in any order; a bare address is equivalent to its /32. The default, none, blocks all
   * connections; a preview warns about that. Updates in place; removing it sends an empty list.
   */
  allowList?: string[];
  /**
   * Maintenance window; applied by an update request after the create. Updates in place; removing it restores Sunday 20:00 UTC,
   * 3 hours, weekly.
   */
  updates?: DatabaseUpdates;
}

/** Outputs of a database of any engine (Linode API v4, Managed Databases). */
export interface CommonDatabaseState extends Required<Omit<CommonDatabaseArgs, "allowList" | "updates">> {
  /** The requested engine and version, as in the input. */
  engine: string;
  /** The version that runs now; the service may have changed it since. */
  version: string;
  /** As the API returns it: single addresses with /32. */
  allowList: string[];
  /** The maintenance window; `dayOfWeek` is null until the service has chosen one, `weekOfMonth` for a weekly window. */
  updates: {
    frequency: Required<DatabaseUpdates>["frequency"];
    duration: number;
    hourOfDay: number;
    dayOfWeek: number | null;
    weekOfMonth: number | null;
  };
  /**
   * Names of the hosts to connect to. `primary` is set once the create has finished; it is null only for a `get` of a database that
   * is still being provisioned. `secondary` is null if there is none.
   */
  hosts: { primary: string; secondary: string | null };
  /** TCP port to connect to. */
  port: number;
  /** `active`, `updating`, `degraded`, …; may change on its own. */
  status: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

/** An input that only the create request carries. */
export const fixed = { sent: { in: "create" }, change: { replaces: true } } as const;

/** What the bridged provider declares in another way, for databases of all engines. */
export const bridgedDatabase = {
  inputs: { engineId: "engine", allowLists: "allowList" },
  outputs: { engine: undefined, hostPrimary: "hosts.primary", hostSecondary: "hosts.secondary" },
  defaults: { sslConnection: false },
  values: {
    "updates.dayOfWeek": described("is a number here: 1 is Monday, and 7 is Sunday", bridgedDay),
  },
} as const;

/** The inputs of databases of every engine. */
type DatabaseInputs = CommonDatabaseArgs & { engine: string };

const ENGINE_FORM = /^[a-z]+\/[^\s/]+$/;
const WINDOW_MEMBERS = "Omitted members keep their current value. A weekly window has no `weekOfMonth`.";
const DEFAULT_WINDOW = { frequency: "weekly", duration: 3, hourOfDay: 20, dayOfWeek: 7, weekOfMonth: null } as const;

export const sslConnection: ArgumentRule<boolean, object> = {
  ...fixed,
  type: flag,
  serverDefault: { value: () => true },
};

export function clusterSizeRule({ clusterSizes }: ServiceFacts): ArgumentRule<1 | 2 | 3, object> {
  return { ...fixed, type: oneNumberOf(...clusterSizes), serverDefault: { value: () => 1 } };
}

/** The inputs that all engines share, for one engine. */
export function commonArguments(engine: string, version: string): Definition<DatabaseInputs>["args"] {
  return {
    engine: engineRule(engine, version),
    label: { type: text(3, 32) },
    region: { ...fixed, type: word, required: true, catalogue: regions },
    type: { ...fixed, type: word, required: true, catalogue: { path: "/databases/types" } },
    clusterSize: clusterSizeRule(DOCUMENTED),
    encrypted: { ...fixed, type: flag, serverDefault: { value: () => false } },
    sslConnection,
    allowList: { type: listOf(ipRange), compare: { by: unorderedIpRanges }, removal: { sends: [] } },
    updates: {
      type: shape<DatabaseUpdates>({
        frequency: oneOf("weekly", "monthly"),
        duration: integer(1, 3),
        hourOfDay: integer(0, 23),
        dayOfWeek: integer(1, 7),
        weekOfMonth: integer(1, 4),
      }),
      sent: { in: "update", mergedIntoLive: described(WINDOW_MEMBERS, wholeWindow) },
      removal: { sends: DEFAULT_WINDOW },
    },
  };
}

/** A plan lists the price of a whole cluster, by engine and number of nodes; the documents do not describe that list. */
const clusterCost: PlanCost<DatabaseInputs> = {
  plan: "type",
  region: "region",
  items: [
    {
      inputs: ["engine", "clusterSize"],
      priced: (plan, { engine = "", clusterSize }) => {
        const clusters = valueAt(plan, ["engines", engine.split("/", 1).join()]);
        return Array.isArray(clusters)
          ? (clusters as Values[]).find(({ quantity }) => quantity === clusterSize)
          : undefined;
      },
      says: ({ clusterSize = 1 }) => (clusterSize > 1 ? `x ${clusterSize}` : undefined),
    },
  ],
};

/** What the database resource types have in common, apart from their inputs. */
export const commonDatabase = {
  outputs: {
    from: fields("hosts", "port", "status", "version", "created", "updated"),
    neverNull: ["label", "engine", "version", "region", "type", "clusterSize", "encrypted", "sslConnection", "status"],
    movedBy: {
      hosts: [],
      port: [],
      version: [],
      created: [],
      label: [],
      clusterSize: [],
      encrypted: [],
      sslConnection: [],
      allowList: [],
      updates: [],
    },
  },
  checks: {
    warnings: blocksEverybody,
    capabilities: { "Managed Databases": described("a managed database", () => true) },
  },
  identity: { by: ["label"], unique: "/databases", generated: "label" },
  creation: { body: withSsl },
  cost: clusterCost,
  status: {
    afterCreate: () => "active",
    idle: ["active"],
    resume: () => [],
    deletable: ["active", "failed", "degraded"],
    unhealthy: {
      degraded: "Some of its nodes are not working. Wait for the service to repair them, or contact its support.",
    },
    terminal: {
      failed: "It will not recover on its own. Restore one of its backups, or delete it.",
      suspended: "Resume it in the service's console, then run the same command again.",
    },
  },
  loses: { deleted: "all of its data and its backups" },
  deadlines: { createSec: 60 * 60, updateSec: 30 * 60, deleteSec: 30 * 60 },
} as const;

/** The API returns engine and version separately. The documented service never updates the version by itself, but others may. */
function engineRule(engine: string, example: string): ArgumentRule<string, object> {
  const problem = (id: string): string | undefined =>
    ENGINE_FORM.test(id) && id.startsWith(`${engine}/`)
      ? undefined
      : `must be "${engine}/" followed by a version, such as "${engine}/${example}"`;
  return {
    ...fixed,
    type: text(1, 64, problem),
    required: true,
    read: {
      from: ({ engine: name, version }) =>
        typeof name === "string" && typeof version === "string" ? `${name}/${version}` : undefined,
      ignoresDrift: true,
    },
    catalogue: { path: "/databases/engines", absent: (ids) => noLongerOffered(engine, ids) },
  };
}

/** A service that lists other engines, but no version of this one, has given it up. */
function noLongerOffered(engine: string, ids: readonly string[]): string | undefined {
  if (ids.length === 0 || ids.some((id) => id.startsWith(`${engine}/`))) return undefined;
  const others = [...new Set(ids.map((id) => id.split("/", 1).join()))].join(", ");
  return `this service no longer offers ${engine === "mongodb" ? "MongoDB" : "MySQL"}, only ${others}`;
}

/** The default is sent, because another service may have another one. */
function withSsl(given: Values): Values {
  return { sslConnection: true, ...given };
}

/** Up to version 3, the bridged provider sends 1 for Sunday; from version 5 on, for Monday. Version 4 has done both. */
function bridgedDay(name: unknown, version: string): number | undefined {
  const day = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"].indexOf(String(name));
  const major = Number.parseInt(version, 10);
  if (day < 0 || !(major <= 3 || major >= 5)) return undefined;
  return major <= 3 ? day + 1 : day || 7;
}

/** The complete window for an update request: a weekly one has no week, even if the previous window had one. */
function wholeWindow(live: unknown, wanted: unknown): Values {
  const window: Values = { ...withoutUnset(live ?? {}), ...(wanted as Values) };
  return window.frequency === "monthly" ? window : { ...window, weekOfMonth: null };
}

/**
 * `updates.weekOfMonth` is required with the frequency `monthly`, and only valid there (known from the service, not from the documents).
 */
export function weekBelongsToMonth(
  { updates = {} }: Partial<CommonDatabaseArgs>,
  isGiven: (path: PathIn<CommonDatabaseArgs>) => boolean,
  isCertain: (path: PathIn<CommonDatabaseArgs>) => boolean,
): Failure[] {
  const path = "updates.weekOfMonth";
  if (updates.frequency === "monthly") {
    return isGiven(path) ? [] : [{ path, reason: 'is required with frequency "monthly"' }];
  }
  // The frequency may be unknown, or invalid.
  const isWeekly = updates.frequency === "weekly" || !isGiven("updates.frequency");
  return isWeekly && isCertain(path) ? [{ path, reason: 'is valid only with frequency "monthly"' }] : [];
}

/** No `allowList`, or an empty one: nothing could connect to the database. */
function blocksEverybody(
  { allowList }: Partial<CommonDatabaseArgs>,
  isGiven: (name: keyof CommonDatabaseArgs) => boolean,
): Failure[] {
  const isEmpty = allowList ? allowList.length === 0 : !isGiven("allowList");
  const reason = "is empty, so nothing can connect to the database";
  return isEmpty ? [{ path: "allowList", reason }] : [];
}
