import { flag, integer, jsonObject, listOf, objectId, oneOf, shape, text, word } from "../definition/types";
import type { Definition, Values } from "../definition/definition";
import { exactly } from "../normalise/exactly";
import { canonicalObjectId } from "../normalise/object-id";
import { told } from "../definition/described";
import { unordered } from "../normalise/unordered";
import { cloneFitsTogether, cloneFrom, cloneOrigin } from "./instance-clone-from";
import { holdsVlan, interfaces, interfacesFitTogether } from "./instance-interfaces";
import { changeConfig, isBooted, isSettled, resetPassword, switchPower, wantsToRun } from "./instance-power";
import * as rules from "./instance-rules";
import { amongImages, amongRegions } from "./listed";
import { tags } from "./tags";

const LIKE_ANOTHER =
  "An instance from a backup, and a clone, show the image of the one that they are like, which is no difference.";
const ANY_SIZE = Number.MAX_SAFE_INTEGER;
const names = { type: listOf(word), sentIn: "create", writeOnly: true, replaces: true, compareBy: unordered } as const;
const origin = {
  type: objectId,
  sentIn: "create",
  writeOnly: true,
  replaces: true,
  canonical: canonicalObjectId,
} as const;
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const WINDOWS = Array.from({ length: 12 }, (_, index) => `W${index * 2}`);

export const instance: Definition = {
  kind: "Instance",
  noun: "instance",
  source: "document 1, Instances",
  collection: "/compute/instances",
  alwaysTold: ["label", "region", "status"],
  args: {
    region: { type: word, required: true, sentIn: "create", replaces: true, ...amongRegions },
    type: {
      type: word,
      required: true,
      sentIn: "create",
      listedIn: "/compute/types",
      warnsOfEntry: rules.smallerPlan,
      steps: ({ type }) => [
        { action: "resize", body: { type }, until: (live) => live.type === type && isSettled(live) },
      ],
      beyondDocuments: {
        endpoints: ["POST /compute/instances/{id}/resize"],
        instead: "`replaceOnChanges` makes another instance of that type; the data is lost.",
      },
      announces: "changes in place: the instance is resized and restarts",
    },
    label: { type: text(3, 64, rules.instanceLabelProblem) },
    group: { type: text(0, Infinity), whenRemoved: "" },
    tags,
    image: {
      type: word,
      sentIn: "create",
      replaces: true,
      ...amongImages,
      canonical: told(LIKE_ANOTHER, (image: unknown, args: Values) =>
        (args.backupId ?? args.cloneFrom) === undefined ? image : null,
      ),
    },
    rootPass: {
      type: text(7, 128),
      sentIn: "create",
      secret: true,
      writeOnly: true,
      steps: resetPassword,
      neededBy: { what: "`image`" },
      followsCreate: (args) => (args.backupId ?? args.cloneFrom) !== undefined,
      beyondDocuments: {
        endpoints: ["POST /compute/instances/{id}/shutdown", "POST /compute/instances/{id}/password"],
        instead:
          "Change the password within the instance and list it in `ignoreChanges`, or make another instance with " +
          "`replaceOnChanges`. With `backupId` or `cloneFrom`, leave it out.",
      },
      announces: "changes in place: the instance is shut down for it and booted again",
    },
    stackscriptId: origin,
    stackscriptData: {
      type: jsonObject,
      sentIn: "create",
      secret: true,
      writeOnly: true,
      replaces: true,
      compareBy: exactly,
    },
    backupId: origin,
    cloneFrom,
    authorizedKeys: { ...names, canonical: told("A line end after a key makes no difference.", trimmed) },
    authorizedUsers: names,
    swapSize: {
      type: integer(0, ANY_SIZE),
      sentIn: "create",
      writeOnly: true,
      replaces: true,
      canonical: told("Without `image` it means nothing.", (swapSize: unknown, { image }: Values) =>
        image === undefined ? null : swapSize,
      ),
      omittedFromCreate: null,
    },
    backupsEnabled: {
      type: flag,
      sentIn: "create",
      readFrom: (live) => (live.backups as Values | undefined)?.enabled,
      steps: (args) => [{ action: args.backupsEnabled === false ? "backups/cancel" : "backups/enable" }],
      goesFirst: true,
      refuses: (wanted, { confirmBackupsDeletion }) =>
        wanted === true || confirmBackupsDeletion === true
          ? undefined
          : "switching the backup service off deletes all backups of the instance for good; to do that, set confirmBackupsDeletion: true",
    },
    confirmBackupsDeletion: { type: flag, sentIn: "nowhere", writeOnly: true },
    backups: { type: shape({ schedule: shape({ day: oneOf(...DAYS), window: oneOf(...WINDOWS) }) }), sentIn: "update" },
    configId: {
      type: objectId,
      sentIn: "nowhere",
      writeOnly: true,
      canonical: canonicalObjectId,
      steps: changeConfig,
      beyondDocuments: {
        endpoints: ["POST /compute/instances/{id}/reboot"],
        instead: "Switch the instance off and on by hand; with `booted: true` the next boot uses the profile.",
      },
      announces: "changes in place: an instance that runs restarts",
    },
    booted: {
      type: flag,
      sentIn: "create",
      readFrom: isBooted,
      steps: (args) => switchPower(args),
      beyondDocuments: {
        endpoints: ["POST /compute/instances/{id}/shutdown"],
        instead:
          "Switching on works, and so does `booted: false` at a create; to switch off, shut the instance down from within.",
      },
      goesLast: ({ booted }) => booted === true,
    },
    privateIp: {
      type: flag,
      sentIn: "create",
      readFrom: hasPrivateAddress,
      steps: () => [{ action: "ips", body: { type: "ipv4", public: false } }],
      beyondDocuments: {
        endpoints: ["POST /compute/instances/{id}/ips"],
        instead: "`replaceOnChanges` makes another instance that has one from its create; the data is lost.",
      },
      announces: "changes in place: the instance gets an address, which its system may need a restart to use",
      refuses: (wanted) =>
        wanted === true ? undefined : "an instance keeps its private address; replace the instance to have one without",
    },
    interfaces,
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
      whenRemovedFrom: told("sends the defaults of the instance's plan", defaultAlerts),
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
  movedBy: {
    ipv4: ["privateIp"],
    ipv6: [],
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
  rules: [
    rules.imageNeedsRootPass,
    rules.originsExclude,
    rules.stackScriptIsComplete,
    rules.scheduleNeedsService,
    interfacesFitTogether,
    cloneFitsTogether,
  ],
  needs: [{ of: "region", capability: "Vlans", what: "a VLAN", when: holdsVlan }],
  identity: { by: ["label"], unique: true, generated: "label" },
  origins: { cloneFrom: cloneOrigin },
  wait: {
    created: (args) => (wantsToRun(args) ? "running" : "offline"),
    settled: ["running", "offline"],
    leaving: "deleting",
    resume: switchPower,
  },
  deadlines: { createSec: 20 * 60, updateSec: 60 * 60, deleteSec: 20 * 60 },
};

/** A key is the same with and without the line end that its file has. */
function trimmed(keys: unknown): unknown {
  return Array.isArray(keys) ? keys.map((key: unknown) => (typeof key === "string" ? key.trim() : key)) : keys;
}

/** 90 percent for each core; the other thresholds are the same for every plan. */
function defaultAlerts({ specs }: Values): Values | undefined {
  const { vcpus } = (specs ?? {}) as Values;
  if (typeof vcpus !== "number") return undefined;
  return { cpu: 90 * vcpus, io: 10_000, networkIn: 10, networkOut: 10, transferQuota: 80 };
}

/** Private addresses of instances are in 192.168.128.0/17. */
function hasPrivateAddress(live: Values): boolean | undefined {
  return Array.isArray(live.ipv4) ? live.ipv4.some((address) => String(address).startsWith("192.168.")) : undefined;
}
