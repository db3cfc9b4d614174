import { BlockList } from "node:net";
import { flag, flagOr, integer, jsonObject, listOf, oneOf, shape, text, word, described } from "../definition/types";
import type { ArgumentRule } from "../definition/argument";
import { define } from "../definition/definition";
import { fields } from "../definition/outputs";
import { valueAt } from "../definition/values";
import type { Values } from "../definition/values";
import { forBrands } from "../normalise/brands";
import { exactly } from "../normalise/exactly";
import { unordered } from "../normalise/unordered";
import { cloneFitsTogether, cloneFrom, cloneOrigin } from "./instance-clone-from";
import { holdsVlan, interfaces, interfacesFitTogether } from "./instance-interfaces";
import {
  changeConfig,
  isBooted,
  isSettled,
  resetPassword,
  shutdownFirst,
  switchPower,
  wantsToRun,
} from "./instance-power";
import { rebuild, unlessRebuilt } from "./instance-rebuild";
import * as rules from "./instance-rules";
import { images, regions, stackScripts, users } from "./catalogues";
import type { InstanceAlerts, InstanceArgs, InstanceBackupSchedule, InstanceState } from "./instance-args";
import { tags } from "./tags";
import { idArgument } from "./id-argument";

const LIKE_ANOTHER = "Ignored for an instance from a backup and for a clone, which show the image of the original.";
const ANY_SIZE = Number.MAX_SAFE_INTEGER;
const names = {
  type: listOf(word),
  writeOnly: true,
  sent: { in: "create" },
  compare: { by: unordered },
  change: { replaces: unlessRebuilt },
} as const;
const origin = {
  ...idArgument,
  writeOnly: true,
  sent: { in: "create" },
  change: { replaces: true },
} as const;
const rootPass: ArgumentRule<string, InstanceArgs> = {
  type: text(7, 128),
  required: { by: "`image`" },
  secret: true,
  writeOnly: true,
  sent: { in: "create" },
  change: {
    steps: resetPassword,
    appliedAfterCreate: (args) => (args.backupId ?? args.cloneFrom) !== undefined,
    beyondDocuments: {
      endpoints: ["POST /compute/instances/{id}/shutdown", "POST /compute/instances/{id}/password"],
      instead:
        "Change the password inside the instance and list it in `ignoreChanges`, or create a new instance with " +
        "`replaceOnChanges`. If you set `backupId` or `cloneFrom`, omit `rootPass`.",
    },
    notice: "updates in place: the instance is shut down and booted again",
  },
};
const OTHER_RULES = [
  rules.originsExclude,
  rules.stackScriptIsComplete,
  rules.scheduleNeedsService,
  rules.rebuildKeepsNoProfile,
  interfacesFitTogether,
  cloneFitsTogether,
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const WINDOWS = ["W0", "W2", "W4", "W6", "W8", "W10", "W12", "W14", "W16", "W18", "W20", "W22"] as const;

export const instance = define<InstanceArgs, InstanceState>({
  kind: "Instance",
  noun: "instance",
  describedIn: "Linode API v4, Linode Instances",
  bridged: {
    type: "linode:index/instance:Instance",
    inputs: { resizeDisk: undefined, migrationType: undefined },
    outputs: { ipAddress: "publicIpv4", ipv4s: "ipv4", privateIpAddress: "ipv4[1]" },
    read: { disks: "getInstanceDisks" },
  },
  collection: "/compute/instances",
  args: {
    region: {
      type: word,
      required: true,
      sent: { in: "create" },
      change: { replaces: true },
      catalogue: regions,
    },
    type: {
      type: word,
      required: true,
      sent: { in: "create" },
      change: {
        steps: ({ type }) => [
          { action: "resize", body: { type }, until: (live) => live.type === type && isSettled(live) },
        ],
        beyondDocuments: {
          endpoints: ["POST /compute/instances/{id}/resize"],
          instead:
            "To create a new instance of that type, use `replaceOnChanges`; all data on the old instance is lost.",
        },
        notice: "updates in place: the instance is resized and restarts",
      },
      catalogue: { path: "/compute/types", warning: rules.smallerPlan },
    },
    label: { type: text(3, 64), warning: rules.labelWithOtherCharacters },
    group: { type: text(0, Infinity), removal: { sends: "" } },
    tags,
    image: {
      type: word,
      sent: { in: "create" },
      compare: {
        canonical: described(LIKE_ANOTHER, (image: string, args: Partial<InstanceArgs>) =>
          (args.backupId ?? args.cloneFrom) === undefined ? image : null,
        ),
      },
      change: {
        replaces: unlessRebuilt,
        steps: rebuild,
        applies: ["rootPass", "stackscriptId", "stackscriptData", "authorizedKeys", "authorizedUsers", "booted"],
        loses:
          "rebuilds the instance: all its disks are erased, with all data on them. It keeps its ID and addresses, and `protect` does " +
          'not prevent this. To keep the disks, list "image" in ignoreChanges',
        beyondDocuments: {
          endpoints: ["POST /compute/instances/{id}/rebuild"],
          instead: "To replace the instance, remove `rebuildOnImageChange`; its ID and addresses change.",
        },
      },
      catalogue: images,
    },
    rebuildOnImageChange: { type: flag, writeOnly: true, sent: { in: "nowhere" } },
    rootPass,
    stackscriptId: { ...origin, change: { replaces: unlessRebuilt }, catalogue: stackScripts },
    stackscriptData: {
      type: jsonObject,
      secret: true,
      writeOnly: true,
      sent: { in: "create" },
      compare: { by: exactly },
      change: { replaces: unlessRebuilt },
    },
    backupId: origin,
    cloneFrom,
    authorizedKeys: {
      ...names,
      type: listOf(text(1, Infinity, rules.publicKeyProblem)),
      compare: {
        canonical: described("Whitespace around a key is ignored.", rules.trimmedKeys),
        by: unordered,
      },
    },
    authorizedUsers: { ...names, catalogue: users },
    swapSize: {
      type: integer(0, ANY_SIZE),
      writeOnly: true,
      sent: { in: "create" },
      compare: {
        canonical: described("Ignored without `image`.", (swapSize: number, { image }: Partial<InstanceArgs>) =>
          image === undefined ? null : swapSize,
        ),
      },
      change: { replaces: true },
    },
    backupsEnabled: {
      type: flag,
      sent: { in: "create" },
      read: { from: (live) => (live.backups as Values | undefined)?.enabled },
      serverDefault: { value: () => false },
      change: {
        steps: switchBackups,
        order: () => "first",
      },
    },
    confirmBackupsDeletion: { type: flag, writeOnly: true, sent: { in: "nowhere" } },
    backups: {
      type: shape<{ schedule: InstanceBackupSchedule }>({
        schedule: shape<InstanceBackupSchedule>({ day: oneOf(...DAYS), window: oneOf(...WINDOWS) }),
      }),
      sent: { in: "update" },
    },
    configId: {
      ...idArgument,
      writeOnly: true,
      sent: { in: "nowhere" },
      change: {
        steps: changeConfig,
        beyondDocuments: {
          endpoints: ["POST /compute/instances/{id}/reboot"],
          instead: "Turn the instance off and on manually. With `booted: true`, the next boot uses the profile.",
        },
        notice: "updates in place: a running instance restarts",
      },
    },
    booted: {
      type: flag,
      sent: { in: "create" },
      read: { from: isBooted },
      serverDefault: { value: (args) => wantsToRun(args) },
      change: {
        steps: (args) => switchPower(args),
        order: ({ booted }) => (booted === true ? "last" : undefined),
        beyondDocuments: {
          endpoints: ["POST /compute/instances/{id}/shutdown"],
          instead:
            "Turning it on works, and so does `booted: false` in a create. To turn it off, shut the instance down from inside.",
        },
      },
    },
    privateIp: {
      type: flag,
      sent: { in: "create" },
      read: { from: hasPrivateAddress },
      serverDefault: { value: () => false },
      change: {
        steps: ({ privateIp }) =>
          privateIp === false
            ? 'a private address cannot be removed; keep privateIp: true, or set the option replaceOnChanges: ["privateIp"] to replace ' +
              "the instance, which deletes its data"
            : [{ action: "ips", body: { type: "ipv4", public: false } }],
        beyondDocuments: {
          endpoints: ["POST /compute/instances/{id}/ips"],
          instead:
            "To create a new instance with a private address, use `replaceOnChanges`; all data on the old instance is lost.",
        },
        notice: "updates in place: the instance gets an address; its operating system may need a restart to use it",
      },
    },
    interfaces,
    alerts: {
      type: shape<InstanceAlerts>({
        cpu: integer(0, ANY_SIZE),
        io: integer(0, ANY_SIZE),
        networkIn: integer(0, ANY_SIZE),
        networkOut: integer(0, ANY_SIZE),
        transferQuota: integer(0, ANY_SIZE),
      }),
      sent: { in: "update", mergedIntoLive: true },
      removal: { sends: described("sends the defaults of the instance's plan", defaultAlerts) },
    },
    watchdogEnabled: { type: flag, sent: { in: "update" }, removal: { sends: true } },
    shutdownBeforeDelete: { type: flagOr(integer(1, 3600)), writeOnly: true, sent: { in: "nowhere" } },
  },
  outputs: {
    from: {
      ...fields("status", "ipv4", "ipv6", "specs", "hypervisor", "created", "updated"),
      publicIpv4: { field: "ipv4", from: ({ ipv4 }) => firstPublic(ipv4) },
      publicIpv6: { field: "ipv6", from: ({ ipv6 }) => withoutLength(ipv6) },
    },
    neverNull: ["label", "region", "status"],
    movedBy: {
      ipv4: ["privateIp"],
      ipv6: [],
      publicIpv4: [],
      publicIpv6: [],
      specs: ["type"],
      hypervisor: ["type"],
      created: [],
      label: [],
      group: [],
      tags: [],
      image: [],
      backupsEnabled: [],
      backups: ["backupsEnabled"],
      privateIp: [],
      alerts: ["type"],
      watchdogEnabled: [],
    },
  },
  checks: {
    rules: [rules.imageNeedsRootPass, ...OTHER_RULES],
    capabilities: { Vlans: described("a VLAN", holdsVlan) },
  },
  identity: { by: ["label"], unique: true, generated: "label" },
  creation: { origins: { cloneFrom: cloneOrigin } },
  status: {
    afterCreate: (args) => (wantsToRun(args) ? "running" : "offline"),
    idle: ["running", "offline"],
    deleting: "deleting",
    unhealthy: {
      offline: "To start it, set `booted: true` and run `pulumi up`. To keep it off, set `booted: false`.",
    },
    resume: switchPower,
    beforeDelete: shutdownFirst,
  },
  loses: { deleted: "all data on its disks, its backups and its addresses" },
  cost: {
    plan: "type",
    region: "region",
    items: [
      { inputs: [], priced: (plan) => plan },
      {
        inputs: ["backupsEnabled"],
        priced: (plan, { backupsEnabled }) => (backupsEnabled === true ? valueAt(plan, ["addons", "backups"]) : null),
        says: ({ backupsEnabled }) => (backupsEnabled === true ? "+ backups" : undefined),
      },
    ],
  },
  deadlines: { createSec: 20 * 60, updateSec: 60 * 60, deleteSec: 20 * 60 },
  byBrand: forBrands(({ acceptsKeysAlone, rootPassMin }) => ({
    args: { rootPass: { ...rootPass, warning: rules.shorterThan(rootPassMin) } },
    rules: [acceptsKeysAlone ? rules.imageNeedsPasswordOrKeys : rules.imageNeedsRootPass, ...OTHER_RULES],
  })),
});

function switchBackups({ backupsEnabled, confirmBackupsDeletion }: Partial<InstanceArgs>) {
  if (backupsEnabled !== false) return [{ action: "backups/enable" }];
  return confirmBackupsDeletion === true
    ? [{ action: "backups/cancel" }]
    : "turning the backup service off permanently deletes all backups of the instance; to confirm, set confirmBackupsDeletion: true";
}

/** 90 percent for each core; the other thresholds are the same for every plan. */
function defaultAlerts({ specs }: Values): Values | undefined {
  const { vcpus } = (specs ?? {}) as Values;
  if (typeof vcpus !== "number") return undefined;
  return { cpu: 90 * vcpus, io: 10_000, networkIn: 10, networkOut: 10, transferQuota: 80 };
}

/** Private networks (RFC 1918). The API documents do not specify which of them private addresses come from. */
const PRIVATE_NETWORKS = new BlockList();
PRIVATE_NETWORKS.addSubnet("10.0.0.0", 8);
PRIVATE_NETWORKS.addSubnet("172.16.0.0", 12);
PRIVATE_NETWORKS.addSubnet("192.168.0.0", 16);

function isPrivate(address: unknown): boolean {
  return PRIVATE_NETWORKS.check(String(address));
}

function hasPrivateAddress(live: Values): boolean | undefined {
  return Array.isArray(live.ipv4) ? live.ipv4.some(isPrivate) : undefined;
}

function firstPublic(addresses: unknown): unknown {
  return Array.isArray(addresses) ? (addresses.find((address) => !isPrivate(address)) ?? null) : addresses;
}

function withoutLength(address: unknown): unknown {
  return typeof address === "string" ? address.replace(/\/.*$/, "") : address;
}
