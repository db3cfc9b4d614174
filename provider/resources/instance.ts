import { flag, integer, listOf, oneOf, shape, text, word } from "../arguments/types";
import type { Failure } from "../arguments/types";
import type { Definition, Step, Values } from "../definition";
import { unordered } from "../normalise/unordered";

/** Thresholds of the e-mail alerts of an instance; 0 switches one off (document 1, Instance). */
export interface InstanceAlerts {
  /** CPU use in percent of one core; the default is 90 for each core. */
  cpu?: number;
  /** Disk operations per second, averaged over two hours; default 10000. */
  io?: number;
  /** Incoming traffic in Mbit/s, averaged over two hours; default 10. */
  networkIn?: number;
  /** Outgoing traffic in Mbit/s, averaged over two hours; default 10. */
  networkOut?: number;
  /** Use of the month's transfer quota, in percent; default 80. */
  transferQuota?: number;
}

/** When the backup service makes its backups (document 1, Instance). */
export interface InstanceBackupSchedule {
  /** Day of the weekly backup. */
  day?: "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
  /** Two-hour window in UTC: `W0` for 0:00 to 2:00, and so on. */
  window?: "W0" | "W2" | "W4" | "W6" | "W8" | "W10" | "W12" | "W14" | "W16" | "W18" | "W20" | "W22";
}

/** What an `Instance` is made of (document 1, Instance create request, and PUT of an instance). */
export interface InstanceArgs {
  /** Region id, such as `us-east`. Changing it replaces the instance. */
  region: string;
  /** Plan id, such as `g6-nanode-1`. Changes in place; the instance restarts. */
  type: string;
  /**
   * Name shown in listings: 3 to 64 letters, digits, `-`, `_` or `.`, beginning and ending with a letter or digit. Generated
   * from the resource's name when left out. Changes in place; a given label makes a replacement delete the old instance first.
   */
  label?: string;
  /** Deprecated group label. Changes in place. */
  group?: string;
  /** Tags, in any order. Only an unrestricted user may set them. Changes in place; default none. */
  tags?: string[];
  /**
   * Id of the image to deploy, such as `compute/debian11`. Without it the instance is empty: it has no disks and stays
   * offline. Changing it replaces the instance.
   */
  image?: string;
  /** Password of the root user: 7 to 128 characters; required with `image`. Changes in place; the instance restarts. Secret. */
  rootPass?: string;
  /** Public SSH keys for the root user. Changing them replaces the instance. */
  authorizedKeys?: string[];
  /** Names of users whose profile SSH keys are added to the root user's. Changing them replaces the instance. */
  authorizedUsers?: string[];
  /** Size of the swap disk in MB, where an image is deployed; default 512. Changing it replaces the instance. */
  swapSize?: number;
  /** Whether the backup service is on; default off. Can be switched on in place; switching it off is refused here. */
  backupsEnabled?: boolean;
  /** When backups are made; applied by an update request after the create. Changes in place. */
  backups?: { schedule: InstanceBackupSchedule };
  /**
   * Whether the instance is to run. Without it the instance is booted after it is deployed from an image, and its power is
   * nobody's business afterwards. Changes in place: boots it, or shuts it down.
   */
  booted?: boolean;
  /** Whether a private IPv4 address is assigned at creation; default no. Cannot be changed afterwards. */
  privateIp?: boolean;
  /** Alert thresholds; members left out keep their value. Applied by an update request after the create. Changes in place. */
  alerts?: InstanceAlerts;
  /** Whether a watchdog reboots the instance when it powers off by itself; default true. Changes in place. */
  watchdogEnabled?: boolean;
}

/** What an `Instance` has besides its arguments (document 1, Instance). */
export interface InstanceState {
  label: string;
  region: string;
  type: string;
  group: string;
  tags: string[];
  /** Image that the disk was deployed from; null for an empty instance. */
  image: string | null;
  booted: boolean;
  backupsEnabled: boolean;
  privateIp: boolean;
  alerts: Required<InstanceAlerts>;
  backups: {
    enabled: boolean;
    lastSuccessful: string | null;
    schedule: { day: string | null; window: string | null };
  };
  watchdogEnabled: boolean;
  /** `running`, `offline`, `booting`, `provisioning`, … ; may change without anybody's action. */
  status: string;
  /** Public IPv4 address first, then a private one if there is any. */
  ipv4: string[];
  /** IPv6 address with its /128; null when none is assigned. */
  ipv6: string | null;
  /** Disk in MB, memory in MB, transfer in GB, number of virtual CPUs. */
  specs: { disk: number; memory: number; transfer: number; vcpus: number };
  hypervisor: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

const ANY_SIZE = Number.MAX_SAFE_INTEGER;
const names = { type: listOf(word), sentIn: "create", writeOnly: true, replaces: true, compareBy: unordered } as const;
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const WINDOWS = Array.from({ length: 12 }, (_, index) => `W${index * 2}`);

export const instance: Definition = {
  kind: "Instance",
  noun: "instance",
  source: "document 1, Instances",
  collection: "/compute/instances",
  args: {
    region: { type: word, required: true, sentIn: "create", replaces: true, listedIn: "/regions" },
    type: {
      type: word,
      required: true,
      sentIn: "create",
      listedIn: "/compute/types",
      steps: ({ type }) => [
        { action: "resize", body: { type }, until: (live) => live.type === type && isSettled(live) },
      ],
      announces: "changes in place: the instance is resized and restarts",
    },
    label: { type: text(3, 64, labelProblem) },
    group: { type: text(0, Infinity), whenRemoved: "" },
    tags: { type: listOf(word), compareBy: unordered, whenRemoved: [] },
    image: { type: word, sentIn: "create", replaces: true, listedIn: "/images" },
    rootPass: {
      type: text(7, 128),
      sentIn: "create",
      secret: true,
      writeOnly: true,
      steps: resetPassword,
      announces: "changes in place: the instance is shut down for it and booted again",
    },
    authorizedKeys: { ...names, canonical: trimmed },
    authorizedUsers: names,
    swapSize: { type: integer(0, ANY_SIZE), sentIn: "create", writeOnly: true, replaces: true },
    backupsEnabled: {
      type: flag,
      sentIn: "create",
      readFrom: (live) => (live.backups as Values | undefined)?.enabled,
      steps: () => [{ action: "backups/enable" }],
      refuses: (wanted) =>
        wanted === true ? undefined : "switching the backup service off deletes all backups, which is left to you",
    },
    backups: { type: shape({ schedule: shape({ day: oneOf(...DAYS), window: oneOf(...WINDOWS) }) }), sentIn: "update" },
    booted: { type: flag, sentIn: "create", readFrom: isBooted, steps: (args) => switchPower(args) },
    privateIp: {
      type: flag,
      sentIn: "create",
      readFrom: hasPrivateAddress,
      refuses: () => "a private address is assigned at creation only; replace the instance to change it",
    },
    alerts: {
      type: shape({
        cpu: integer(0, ANY_SIZE),
        io: integer(0, ANY_SIZE),
        networkIn: integer(0, ANY_SIZE),
        networkOut: integer(0, ANY_SIZE),
        transferQuota: integer(0, ANY_SIZE),
      }),
      sentIn: "update",
      mergesIntoLive: true,
    },
    watchdogEnabled: { type: flag, sentIn: "update", whenRemoved: true },
  },
  computed: {
    status: "status",
    ipv4: "ipv4",
    ipv6: "ipv6",
    specs: "specs",
    hypervisor: "hypervisor",
    created: "created",
    updated: "updated",
  },
  rules: [imageNeedsRootPass],
  identity: { by: ["label"], unique: true, generated: "label" },
  wait: {
    created: (args) => (wantsToRun(args) ? "running" : "offline"),
    settled: ["running", "offline"],
    leaving: "deleting",
    resume: switchPower,
  },
  deadlines: { createSec: 20 * 60, updateSec: 60 * 60, deleteSec: 20 * 60 },
};

function labelProblem(label: string): string | undefined {
  if (!/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(label)) {
    return 'may hold letters, digits, "-", "_" and ".", and begins and ends with a letter or digit';
  }
  return /--|__|\.\./.test(label) ? 'must not hold "--", "__" or ".."' : undefined;
}

function imageNeedsRootPass(known: Values, isGiven: (name: string) => boolean): Failure[] {
  if (known.image === undefined || isGiven("rootPass")) return [];
  return [{ path: "rootPass", reason: "is required with an image" }];
}

/** An empty instance has nothing to boot, whatever `booted` says. */
function wantsToRun(args: Values): boolean {
  return args.image !== undefined && args.booted !== false;
}

/** Only two statuses tell the power that somebody chose: `stopped` is maintenance, and the others pass. */
function isBooted(live: Values): boolean | undefined {
  return live.status === "running" ? true : live.status === "offline" ? false : undefined;
}

/** A key is the same with and without the line end that its file has. */
function trimmed(keys: unknown): unknown {
  return Array.isArray(keys) ? keys.map((key: unknown) => (typeof key === "string" ? key.trim() : key)) : keys;
}

function isSettled(live: Values): boolean {
  return isBooted(live) !== undefined;
}

function switchPower(args: Values): Step[] {
  return args.booted === true || (args.booted === undefined && wantsToRun(args))
    ? [{ action: "boot", until: (live) => live.status === "running" }]
    : [{ action: "shutdown", until: (live) => live.status === "offline" }];
}

function resetPassword({ rootPass }: Values, live: Values): Step[] {
  const reset: Step = { action: "password", body: { rootPass } };
  return live.status === "offline"
    ? [reset]
    : [...switchPower({ booted: false }), reset, ...switchPower({ booted: true })];
}

/** Private addresses of instances are in 192.168.128.0/17. */
function hasPrivateAddress(live: Values): boolean | undefined {
  return Array.isArray(live.ipv4) ? live.ipv4.some((address) => String(address).startsWith("192.168.")) : undefined;
}
