import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { anInstance, anOriginal, aSnapshot, aUserWithKey } from "../support/action-programs";
import { someOf, tags, twoOf, unicode } from "../support/arbitraries";
import { DEPLOYED, EMPTY } from "../support/programs";
import {
  COUNT,
  DATE,
  documented,
  fields,
  FLAG,
  ID,
  INTEGER,
  listOf,
  NOTHING,
  oneOf,
  only,
  orNull,
  TAGS,
  TEXT,
  text,
} from "./schema";
import { operationsOn, PLACE, specimen, TIMES } from "./specimen";

const STATUS = oneOf(
  ...["running", "offline", "booting", "rebooting", "shutting_down", "provisioning", "deleting", "migrating"],
  ...["rebuilding", "cloning", "restoring", "stopped"],
);

/** A compute instance (Linode API v4, Linode Instances). */
export const INSTANCE = documented({
  id: ID,
  label: text(3, 64),
  group: TEXT,
  tags: TAGS,
  region: TEXT,
  type: TEXT,
  image: { ...orNull(TEXT), pattern: "^(compute/|private/\\d+$)" },
  status: STATUS,
  hypervisor: oneOf("kvm"),
  created: DATE,
  updated: DATE,
  ipv4: { type: "array", items: { type: "string", format: "ipv4" }, uniqueItems: true },
  ipv6: { type: ["string", "null"], pattern: "^[0-9a-f:]+/128$" },
  specs: documented({ disk: COUNT, memory: COUNT, transfer: COUNT, vcpus: COUNT }),
  alerts: documented({
    cpu: INTEGER,
    io: INTEGER,
    network_in: INTEGER,
    network_out: INTEGER,
    transfer_quota: INTEGER,
  }),
  // The documents don't specify the value before there is a backup or a schedule; the real service shows null.
  backups: documented({
    enabled: FLAG,
    last_successful: orNull(DATE),
    schedule: documented({ day: orNull(TEXT), window: orNull(TEXT) }),
  }),
  watchdog_enabled: FLAG,
});

const DEPLOYMENT = ["authorized_keys", "authorized_users", "stackscript_id", "stackscript_data"];
const INTERFACES = { interfaces: listOf(documented(fields("purpose", "label", "ipam_address"))) };

const percent = fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 4800 }));
const alerts = someOf({
  cpu: percent,
  io: fc.nat(),
  networkIn: fc.nat(),
  networkOut: fc.nat(),
  transferQuota: percent,
});
const days = fc.constantFrom("Sunday", "Monday", "Saturday");
const windows = fc.constantFrom("W0", "W2", "W22");
const schedule = someOf({ day: days, window: windows });
export const password = fc.oneof(fc.string({ minLength: 7, maxLength: 128 }), fc.constantFrom("pässwörd-😀"));

/** What an instance is deployed with besides the image: nothing, or a StackScript and its data. */
const scripted = fc.oneof(
  fc.constant<Values>({}),
  fc.record({ stackscriptId: fc.constantFrom<unknown>(9002, "9002") }),
  fc
    .tuple(fc.constantFrom<unknown>(9001, "9001"), fc.dictionary(fc.stringMatching(/^[a-zA-Z_]{2,8}$/), fc.jsonValue()))
    .map(([stackscriptId, data]) => ({ stackscriptId, stackscriptData: { ...data, site_name: "a.example" } })),
);

const deployed = fc
  .tuple(fc.constantFrom("compute/debian11", "compute/ubuntu22.04"), scripted)
  .map(([image, script]): Values => ({ image, ...script }));

/** What replaces an instance; `us-southeast` has VLANs. */
const instanceFixed = fc
  .tuple(
    fc.oneof(fc.constant<Values>({}), deployed),
    fc.record(
      {
        region: fc.constantFrom("us-east", "us-southeast"),
        authorizedKeys: fc.array(fc.constantFrom("ssh-ed25519 AAAA a@b", "ssh-rsa BBBB c@d"), { maxLength: 2 }),
      },
      { requiredKeys: ["region"] },
    ),
    fc.option(fc.constantFrom(0, 256, 512), { nil: undefined }),
  )
  .map(([origin, place, swapSize]): Values => ({
    ...place,
    ...origin,
    ...(origin.image === undefined ? {} : { swapSize }),
  }));

const publicInterface = fc.constantFrom<Values>({ purpose: "public" }, { purpose: "public", label: "" });
const address = fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 254 })).map(([a, b]) => `10.${a}.0.${b}/24`);
const vlan = (label: string): fc.Arbitrary<Values> =>
  fc.record({ purpose: fc.constant("vlan"), label: fc.constant(label), ipamAddress: fc.option(address) });

const publicOnly = fc.oneof(
  fc.constant([]),
  publicInterface.map((one) => [one]),
);
const withVlans = fc.oneof(
  publicOnly,
  vlan("back").map((one) => [one]),
  fc
    .tuple(publicInterface, vlan("back"), vlan("Backup-2"))
    .filter(([, a, b]) => a.ipamAddress === null || a.ipamAddress !== b.ipamAddress)
    .map((three) => three),
);

const backups = fc.oneof(
  fc.constant<Values>({}),
  fc.constant<Values>({ backupsEnabled: false, confirmBackupsDeletion: true }),
  fc.tuple(schedule, fc.boolean()).map(([chosen, hasSchedule]) => ({
    backupsEnabled: true,
    ...(hasSchedule ? { backups: { schedule: chosen } } : {}),
  })),
);

const label = fc.stringMatching(/^[A-Za-z0-9]{2,6}[-_.][A-Za-z0-9]{1,6}$/);
const group = unicode(60);

function changing({ image, region }: Values): fc.Arbitrary<Values> {
  const networks = region === "us-southeast" ? withVlans : publicOnly;
  const optional = someOf({
    label,
    group,
    tags,
    alerts,
    watchdogEnabled: fc.boolean(),
    ...(image === undefined ? { swapSize: fc.nat() } : { booted: fc.boolean(), interfaces: networks }),
  });
  const plan = fc.constantFrom("g6-nanode-1", "g6-standard-1");
  return fc.tuple(optional, plan, password, backups).map(([rest, type, rootPass, service]) => ({
    ...rest,
    ...service,
    type,
    ...(image === undefined ? {} : { rootPass }),
  }));
}

/** The API does not shrink disks: those of an image fill their plan, and fit no smaller one. */
function withRoom(before: Values, after: Values): Values {
  return after.image === undefined || before.type !== "g6-standard-1" ? after : { ...after, type: before.type };
}

/** Two sets of inputs of one instance. A private address is never removed. */
export const twoInstances = fc
  .tuple(twoOf(instanceFixed, changing), fc.constantFrom([null, null], [false, true], [true, true], [null, true]))
  .map(([[first, second], [before, after]]): [Values, Values] => [
    { ...first, privateIp: before },
    { ...withRoom(first, second), privateIp: after },
  ]);

/** Two sets of inputs of one clone, without its source, in a region with VLANs. */
export const twoClones = fc
  .tuple(
    twoOf(fc.constant<Values>({ region: "us-southeast" }), (fixed) => changing({ ...fixed, image: "of the source" })),
    fc.constantFrom([null, null], [false, true], [null, true]),
  )
  .map(([[first, second], [before, after]]): [Values, Values] => [
    { ...first, privateIp: before },
    { ...second, privateIp: after },
  ]);

const WITH_VLANS = { ...DEPLOYED, region: "us-southeast" };
const SCRIPTED = { stackscriptId: 9002, stackscriptData: { note: "x" } };

/** The ID of the first configuration profile in a new account. */
export const FIRST_CONFIG = 50_001;

const changed = (change: Values, before: Values = DEPLOYED) => ({ before, after: { ...before, ...change } });

export default specimen("Instance", {
  terraform: ["linode_instance", { id: "7" }],
  lost: "all data on its disks, its backups and its addresses",
  several: (index) => ({ label: `web-${index}` }),
  variants: [
    {
      ...PLACE,
      label: ["web-1", "web-2"],
      group: ["shop", "blog"],
      tags: [
        ["blue", "amber"],
        ["amber", "cyan"],
      ],
      image: ["compute/debian11", "compute/ubuntu22.04"],
      rootPass: ["correct-horse-1", "another-horse-2"],
      stackscriptId: [9002, "9001"],
      stackscriptData: [
        { site_name: "shop.example", Limits: { perMinute: 5, burst: [1, null, "many"] } },
        { site_name: "shop.example", Limits: { perMinute: 5 } },
      ],
      authorizedKeys: [["ssh-ed25519 AAAA one@example"], ["ssh-ed25519 BBBB two@example"]],
      authorizedUsers: [["alice"], ["bob"]],
      swapSize: [256, 512],
      backupsEnabled: [true, false],
      confirmBackupsDeletion: [true, false],
      rebuildOnImageChange: [false, true],
      shutdownBeforeDelete: [true, 60],
      backups: [{ schedule: { day: "Monday", window: "W2" } }, { schedule: { day: "Tuesday", window: "W4" } }],
      configId: ["50001", 50_002],
      booted: [true, false],
      privateIp: [true, false],
      interfaces: [
        [
          { purpose: "public", label: "" },
          { purpose: "vlan", label: "back-1", ipamAddress: "10.0.0.1/24" },
        ],
        [{ purpose: "public" }, { purpose: "vlan", label: "back-1" }],
      ],
      alerts: [{ cpu: 50, io: 0, networkIn: 1, networkOut: 2, transferQuota: 3 }, { cpu: 60 }],
      watchdogEnabled: [false, true],
    },
    PLACE,
    { ...PLACE, backupId: [60_001, "60002"], booted: [true, false] },
    {
      ...PLACE,
      label: ["web-1", "web-2"],
      cloneFrom: [
        { instanceId: "12", disks: [3, "2"], configs: [9] },
        { instanceId: 12, configs: [] },
      ],
    },
  ],
  shows: ({ image, backupId, cloneFrom, booted, backupsEnabled, backups, privateIp, alerts }) => ({
    ...TIMES,
    status: (image ?? backupId) !== undefined && booted !== false ? "running" : "offline",
    image: image ?? ((backupId ?? cloneFrom) === undefined ? null : "compute/debian11"),
    ipv4: ["192.0.2.10", ...(privateIp === true ? ["192.168.130.4"] : [])],
    ipv6: "2001:db8::10/128",
    specs: { disk: 25_600, memory: 1024, transfer: 1000, vcpus: 1 },
    hypervisor: "kvm",
    alerts: { cpu: 90, io: 10_000, networkIn: 10, networkOut: 10, transferQuota: 80, ...(alerts as Values) },
    backups: { enabled: backupsEnabled === true, lastSuccessful: null, ...(backups as Values) },
  }),
  lives: [
    {
      title: "an instance with an image",
      args: { ...DEPLOYED, label: "web", tags: ["blue"], booted: true, privateIp: true, swapSize: 256 },
      changes: { label: "web2", tags: ["green"], group: "shop", alerts: { cpu: 5 }, watchdogEnabled: false },
      made: { label: "web", tags: ["blue"], image: "compute/debian11", status: "running", region: "us-east" },
      changed: { label: "web2", tags: ["green"], group: "shop", watchdog_enabled: false, status: "running" },
    },
    {
      title: "an empty instance",
      args: EMPTY,
      changes: { watchdogEnabled: false },
      made: { image: null, status: "offline", type: "g6-nanode-1" },
      changed: { watchdog_enabled: false, status: "offline" },
    },
  ],
  otherLives: [
    {
      title: "an instance with nothing but an image",
      args: DEPLOYED,
      changes: { tags: ["green"] },
      made: { image: "compute/debian11", status: "running", tags: [] },
      changed: { tags: ["green"] },
    },
    {
      title: "an instance with a StackScript, the keys of a user, backups and a VLAN",
      needs: async (service) => ({ authorizedUsers: [await aUserWithKey(service)] }),
      args: { ...WITH_VLANS, ...SCRIPTED, backupsEnabled: true, interfaces: [{ purpose: "vlan", label: "back" }] },
      changes: { group: "shop" },
      made: { image: "compute/debian11", status: "running", group: "" },
      changed: { group: "shop" },
    },
    {
      title: "an instance from a backup",
      needs: async (service) => ({ backupId: await aSnapshot(service, await anInstance(service, "source")) }),
      args: EMPTY,
      changes: { label: "restored" },
      made: { image: "compute/debian11", status: "running" },
      changed: { label: "restored" },
    },
    {
      title: "a clone of an instance",
      needs: async (service) => ({ cloneFrom: { instanceId: await anOriginal(service) } }),
      args: EMPTY,
      changes: { label: "copy" },
      post: "/compute/instances/*/clone",
      made: { image: "compute/debian11", tags: ["old"] },
      changed: { label: "copy" },
    },
  ],
  random: [
    { title: "an instance", two: twoInstances },
    {
      title: "a clone of an instance",
      two: twoClones,
      needs: async (service) => {
        const fields = { tags: ["old", "older"], private_ip: true, backups_enabled: true };
        return { cloneFrom: { instanceId: await anOriginal(service, fields) } };
      },
    },
  ],
  wire: {
    // Linode API v4, Linode Create and Linode Instances
    ...operationsOn("/compute/instances", INSTANCE, {
      post: {
        ...only(INSTANCE, "region", "type", "label", "group", "tags", "image"),
        ...fields("root_pass", ...DEPLOYMENT),
        ...fields("swap_size", "backup_id", "backups_enabled", "booted", "private_ip"),
        ...INTERFACES,
      },
      put: {
        ...only(INSTANCE, "alerts", "group", "label", "tags", "watchdog_enabled"),
        backups: documented({ schedule: documented(fields("day", "window")) }),
      },
    }),
    "POST /compute/instances/{}/backups/cancel": { body: {}, answer: NOTHING },
    "POST /compute/instances/{}/backups/enable": { body: {}, answer: NOTHING },
    "POST /compute/instances/{}/boot": { body: fields("config_id"), answer: NOTHING },
    // Endpoints that the documents mention without describing them
    "POST /compute/instances/{}/resize": { body: fields("type") },
    "POST /compute/instances/{}/rebuild": {
      body: fields("image", "root_pass", ...DEPLOYMENT, "booted"),
    },
    "POST /compute/instances/{}/shutdown": { body: {} },
    "POST /compute/instances/{}/password": { body: fields("root_pass") },
    "POST /compute/instances/{}/reboot": { body: fields("config_id") },
    "POST /compute/instances/{}/ips": { body: fields("type", "public") },
    "PUT /compute/instances/{}/configs/{}": { body: INTERFACES },
  },
  inPlace: {
    image: changed({ image: "compute/ubuntu22.04" }, { ...DEPLOYED, rebuildOnImageChange: true }),
    type: changed({ type: "g6-standard-1" }),
    rootPass: changed({ rootPass: "another-horse-2" }),
    backupsEnabled: changed({ backupsEnabled: true }),
    configId: changed({ configId: FIRST_CONFIG }),
    booted: changed({ booted: false }),
    privateIp: changed({ privateIp: true }),
    interfaces: changed({ interfaces: [{ purpose: "vlan", label: "back" }] }, WITH_VLANS),
  },
});
