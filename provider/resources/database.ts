import { flag, integer, ipRange, listOf, oneNumberOf, oneOf, shape, text, word } from "../definition/types";
import type { Failure } from "../definition/types";
import type { ArgumentRule, Definition, Values } from "../definition/definition";
import { unorderedIpRanges } from "../normalise/ip-range";
import { amongRegions } from "./listed";
import { told } from "../definition/described";

/** When the service may patch a database's operating system (document 2, Database, updates). Members left out keep their value. */
export interface DatabaseUpdates {
  /** `weekly`, the default, or `monthly`. */
  frequency?: "weekly" | "monthly";
  /** Length of the window: 1 to 3 hours; default 3. */
  duration?: number;
  /** Hour in UTC at which it begins: 0 to 23; default 20. */
  hourOfDay?: number;
  /** 1, Sunday and the default, to 7, Saturday. */
  dayOfWeek?: number;
  /** Week of the month, 1 to 4; required for `monthly`, and only allowed there. */
  weekOfMonth?: number;
}

/** What databases of every engine are made of (document 2, Create request and Update request). */
export interface CommonDatabaseArgs {
  /** Region id, such as `us-east`. Changing it replaces the database, and its data is lost. */
  region: string;
  /** Plan id of each node, such as `g6-nanode-1`. Changing it replaces the database, and its data is lost. */
  type: string;
  /**
   * Name shown in listings: 3 to 32 characters, unique among the account's databases. Generated from the resource's name when
   * left out. Changes in place; a given label makes a replacement delete the old database first.
   */
  label?: string;
  /** Number of nodes: 1, the default, or 3 (one primary, two replicas). Changing it replaces the database, and its data is lost. */
  clusterSize?: 1 | 3;
  /** Whether the disks are encrypted; default false. Changing it replaces the database, and its data is lost. */
  encrypted?: boolean;
  /** Whether clients need SSL credentials; default true, which is sent. Changing it replaces the database, and its data is lost. */
  sslConnection?: boolean;
  /**
   * Addresses and CIDR ranges that may connect, in any order; a bare address is the same as with /32. The default, none, blocks
   * everybody, which preview warns of. Changes in place; removing it sends an empty list.
   */
  allowList?: string[];
  /**
   * Maintenance window; applied by an update request after the create. Changes in place; removing it restores Sunday 20:00 UTC,
   * 3 hours, weekly.
   */
  updates?: DatabaseUpdates;
}

/** What databases of every engine have (document 2, Database). */
export interface CommonDatabaseState {
  label: string;
  /** Engine and version that were asked for, as `mongodb/4.4.10`. */
  engine: string;
  /** Version that runs now; the platform may have moved it since. */
  version: string;
  region: string;
  type: string;
  clusterSize: number;
  encrypted: boolean;
  sslConnection: boolean;
  /** As the service shows it: single addresses with /32. */
  allowList: string[];
  updates: {
    frequency: string;
    duration: number;
    hourOfDay: number;
    dayOfWeek: number | null;
    weekOfMonth: number | null;
  };
  /** Names of the hosts to connect to; null until the database is provisioned, and `secondary` where there is none. */
  hosts: { primary: string | null; secondary: string | null };
  /** TCP port to connect to. */
  port: number;
  /** `active`, `updating`, `degraded`, … ; may change without anybody's action. */
  status: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

/** Said at preview of whatever replaces a database. */
const LOST = "replaces the database: the new one is empty, and the data and backups of the old one are lost";

/** An argument that only the create request has. */
export const fixed = { sentIn: "create", replaces: true, announces: LOST } as const;

const ENGINE_FORM = /^[a-z]+\/\d+(\.\d+)*$/;
const WINDOW_MEMBERS =
  "Members that are left out keep the value that the service has; a weekly window has no `weekOfMonth`.";
const DEFAULT_WINDOW = { frequency: "weekly", duration: 3, hourOfDay: 20, dayOfWeek: 1, weekOfMonth: null };

/** The arguments of databases of an engine, its own ones apart. */
export function commonArguments(engine: string, version: string): Definition["args"] {
  return {
    engine: engineRule(engine, version),
    label: { type: text(3, 32) },
    region: { ...fixed, type: word, required: true, ...amongRegions },
    type: { ...fixed, type: word, required: true, listedIn: "/databases/types" },
    clusterSize: { ...fixed, type: oneNumberOf(1, 3), whenLeftOut: () => 1 },
    encrypted: { ...fixed, type: flag, whenLeftOut: () => false },
    sslConnection: { ...fixed, type: flag, whenLeftOut: () => true, sendsDefault: true },
    allowList: { type: listOf(ipRange), compareBy: unorderedIpRanges, whenRemoved: [] },
    updates: {
      type: shape({
        frequency: oneOf("weekly", "monthly"),
        duration: integer(1, 3),
        hourOfDay: integer(0, 23),
        dayOfWeek: integer(1, 7),
        weekOfMonth: integer(1, 4),
      }),
      sentIn: "update",
      mergesIntoLive: told(WINDOW_MEMBERS, wholeWindow),
      whenRemoved: DEFAULT_WINDOW,
    },
  };
}

/** What the kinds of databases have in common but for their arguments. */
export const commonDatabase = {
  alwaysTold: ["label", "engine", "version", "region", "type", "clusterSize", "encrypted", "sslConnection", "status"],
  computed: {
    hosts: "hosts",
    port: "port",
    status: "status",
    version: "version",
    created: "created",
    updated: "updated",
  },
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
  identity: { by: ["label"], unique: true, generated: "label", isOursOnlyByJournal: true },
  warnings: blocksEverybody,
  needs: [{ of: "region", capability: "Managed Databases", what: "a managed database", when: () => true }],
  wait: {
    created: () => "active",
    settled: ["active"],
    resume: () => [],
    updatable: ["active"],
    deletable: ["active", "failed", "degraded"],
    stuck: {
      failed:
        "It does not recover by itself: restore one of its backups, or take it out of the program and `pulumi up` deletes it.",
      suspended: "Somebody has to resume it at the service; run `pulumi up` again after that.",
    },
  },
  deadlines: { createSec: 60 * 60, updateSec: 30 * 60, deleteSec: 30 * 60 },
} as const;

/** The service shows engine and version apart. It never updates the version of its own accord, and yet others may. */
function engineRule(engine: string, example: string): ArgumentRule {
  const problem = (id: string): string | undefined =>
    ENGINE_FORM.test(id) && id.startsWith(`${engine}/`)
      ? undefined
      : `must be "${engine}/" and a version, such as "${engine}/${example}"`;
  return {
    ...fixed,
    type: text(1, 64, problem),
    required: true,
    listedIn: "/databases/engines",
    keepsAsked: true,
    readFrom: ({ engine: name, version }) =>
      typeof name === "string" && typeof version === "string" ? `${name}/${version}` : undefined,
  };
}

/** The window that an update request carries: a weekly one has no week, whatever the window before it had. */
function wholeWindow(live: unknown, wanted: unknown): Values {
  const told = Object.entries((live ?? {}) as Values).filter(([, member]) => member !== null && member !== undefined);
  const window: Values = { ...Object.fromEntries(told), ...(wanted as Values) };
  return window.frequency === "monthly" ? window : { ...window, weekOfMonth: null };
}

/** `updates.weekOfMonth` is needed with the frequency `monthly`, and only allowed there (known of the service, not in the documents). */
export function weekBelongsToMonth({ updates }: Values): Failure[] {
  if (typeof updates !== "object" || updates === null) return [];
  const { frequency, weekOfMonth } = updates as Values;
  const hasWeek = weekOfMonth !== undefined && weekOfMonth !== null;
  if (frequency === "monthly" && !hasWeek) {
    return [{ path: "updates.weekOfMonth", reason: 'is required with frequency "monthly"' }];
  }
  if (frequency === "monthly" || !hasWeek) return [];
  return [{ path: "updates.weekOfMonth", reason: 'needs the frequency "monthly" beside it' }];
}

/** No `allowList`, or an empty one: nobody could connect to the database. */
function blocksEverybody({ allowList }: Values, isGiven: (name: string) => boolean): Failure[] {
  const isEmpty = Array.isArray(allowList) ? allowList.length === 0 : !isGiven("allowList");
  const reason = "is empty, so that nobody can connect to the database, on whatever network.";
  return isEmpty ? [{ path: "allowList", reason }] : [];
}
