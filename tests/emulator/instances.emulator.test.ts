import { DAY_MS } from "../support/time";
import { asUser, DEBIAN, reasons } from "./support/client";
import type { Body } from "./support/client";
import { client, restart, settle, withUser } from "./support/fresh";
import { uploaded } from "./support/images";
import {
  backedUp,
  backupsOf,
  BUSY,
  empty,
  EMPTY,
  INSTANCES,
  instanceAt,
  offline,
  ROOMY,
  running,
} from "./support/instances";

const documentedOnly = true;
const VLAN_REGION = "us-southeast";
const SCRIPT = { ...DEBIAN, stackscript_id: 9001, stackscript_data: { site_name: "www.example.org" } };
const NO_VLANS = ["VLANs are not available in this region"];

/** The reasons against a new instance. */
const refused = async (fields: object) => reasons(await client.post(INSTANCES, { ...EMPTY, ...fields }));

describe("updating an instance", () => {
  test("sets day and window of the backups, which are placeholders until they are chosen", async () => {
    const { put, create, view } = await empty(client);
    const schedule = { day: "Saturday", window: "W22" };
    const update = (backups: object) => put({ backups });
    const rejected = async (backups: object) => Object.keys(reasons(await update(backups))).sort();
    const unset = (await view()).backups;
    expect(reasons(await update({ schedule }))).toEqual({ backups: ["The backup service is not enabled"] });
    expect((await update(unset)).status).toBe(200);
    await create("backups/enable");

    const { backups: shown } = await view();
    expect(shown).toEqual({ ...unset, enabled: true, schedule: { day: "Scheduling", window: "Scheduling" } });
    expect((await update(shown)).body.backups).toEqual(shown);
    const day = await update({ schedule: { day: "Saturday" } });
    expect(day.body.backups.schedule).toEqual({ day: "Saturday", window: "Scheduling" });
    expect((await update({ schedule })).body.backups.schedule).toEqual(schedule);
    const both = ["backups.schedule.day", "backups.schedule.window"];
    expect(await rejected(shown)).toEqual(both);
    expect(await rejected({ schedule: { day: "Scheduling", window: "W1" } })).toEqual(both);
    await create("backups/enable");
    expect((await view()).backups).toMatchObject({ enabled: true, schedule });
  });

  test("reports the path of each invalid field", async () => {
    const { put } = await empty(client);
    expect(reasons(await put({ tags: ["x"], alerts: { cpu: 4801, io: -1, network_in: 1.5 } }))).toEqual({
      "tags[0]": ["Length must be 3-50 characters"],
      "alerts.cpu": ["Must be 0-4800"],
      "alerts.io": ["Must be 0 or greater"],
      "alerts.network_in": ["Must be of type Integer"],
    });
  });
});

describe("the states of an instance", () => {
  test("show the deletion for a while, which is possible while busy and makes the instance busy", async () => {
    const { path, put, status } = instanceAt(client, (await client.create(INSTANCES, DEBIAN)).id);
    await client.delete(path);
    expect(await status()).toBe("deleting");
    expect((await client.delete(path)).body).toEqual({});
    expect(reasons(await put({ label: "late" }))).toEqual(BUSY);
    settle();
    expect([await status(), (await client.delete(path)).status]).toEqual([404, 404]);
  });
});

describe("booting an instance", () => {
  test("without config_id uses the last booted of several configs", async () => {
    const { id, create, list } = await offline(client);
    const boot = async (body?: object): Promise<unknown> => {
      await create("boot", body);
      client.emulator.poke("instance", id, { power: "off" });
      const [event] = (await client.get("/account/events", { "X-Filter": '{"action":"compute_boot"}' })).body.data;
      return (event["secondary_entity"] as { id: number }).id;
    };
    for (const label of ["two", "three"]) await create("configs", { label, devices: {} });
    const [, second, third] = (await list("configs")).map((config) => config.id);
    for (const config_id of [third, second]) {
      expect(await boot({ config_id })).toBe(config_id);
      expect(await boot()).toBe(config_id);
    }
  });

  test("is rejected with an unknown config, without any, while busy, and while running", async () => {
    const { create, status, refused: against } = await offline(client);
    expect(await against("boot", { config_id: 1 })).toEqual({ config_id: ["config_id is not valid"] });
    await create("boot");
    expect(await status()).toBe("booting");
    expect(await against("boot")).toEqual(BUSY);
    settle();
    expect(await against("boot")).toEqual({ "": ["Compute is already running."] });
    const none = { "": ["This Compute has no configuration profile to boot."] };
    expect(await (await empty(client)).refused("boot")).toEqual(none);
  });
});

describe("creating an instance", () => {
  test("from an image returns the defaults of the fields that it omits", async () => {
    const instance = await client.create(INSTANCES, DEBIAN);
    expect(instance).toMatchObject({
      id: 10001,
      label: "compute10001",
      group: "",
      updated: instance.created,
      ipv4: [expect.stringMatching(/^198\.18\.\d+\.\d+$/)],
      ipv6: expect.stringMatching(/^2001:db8::[0-9a-f:]+\/128$/),
      tags: [],
      alerts: { cpu: 90, io: 10000, network_in: 10, network_out: 10, transfer_quota: 80 },
      backups: { enabled: false, last_successful: null, schedule: { day: null, window: null } },
      specs: { disk: 25600, memory: 1024, transfer: 1000, vcpus: 1 },
    });
  });

  test("is rejected with the fields and the reasons", async () => {
    const { id: large } = await uploaded(client);
    client.emulator.poke("image", 70_001, { size: 25_089 });
    const unsupported = { image: ["The requested distribution is not supported by this stackscript."] };
    const needed = { stackscript_data: ["site_name is required"] };
    const users = {
      "authorized_users[0]": ["admin has no SSH key"],
      "authorized_users[1]": ["authorized_users is not valid"],
    };
    for (const [body, expected] of [
      [
        { ...DEBIAN, root_pass: null, authorized_users: ["admin", "bob"] },
        { ...users, root_pass: ["root_pass is required"] },
      ],
      [{ ...DEBIAN, image: large }, { image: ["Distribution requires a minimum size of 25089"] }],
      [{ ...DEBIAN, stackscript_id: 9002, image: "compute/centos8" }, unsupported],
      [{ ...SCRIPT, stackscript_data: null }, needed],
      [{ ...SCRIPT, stackscript_data: { site_name: null } }, needed],
      [{ ...SCRIPT, stackscript_data: { greeting: "hello" } }, needed],
    ] as const) {
      expect([body, await refused(body)]).toEqual([body, expected]);
    }
    const scripted = await refused({ ...DEBIAN, stackscript_id: 9002, image: large });
    expect(scripted["image"]).toContain("A StackScript cannot be deployed with a private image");
  });

  test("from a backup is rejected with the fields and the reasons, or has the backup's image", async () => {
    const { create } = await running(client, { type: "g6-standard-1", backups_enabled: true });
    const { id: backup_id } = await create("backups", { label: "x" });
    const fields = { ...EMPTY, type: "g6-standard-1", backup_id };
    expect(await refused(fields)).toEqual({ backup_id: ["Only a successful backup can be deployed"] });
    settle();
    const { root_pass, image } = DEBIAN;
    const combined = { backup_id: ["backup_id cannot be combined with image or stackscript_id"] };
    for (const [body, expected] of [
      [{ region: "eu-west" }, { region: ["The instance and the backup must be in the same region"] }],
      [{ root_pass, image }, combined],
    ] as const) {
      expect([body, await refused({ ...fields, ...body })]).toEqual([body, expected]);
    }
    expect(await refused({ ...fields, root_pass, stackscript_id: 9002 })).toMatchObject(combined);
    expect(await client.create(INSTANCES, fields)).toMatchObject({ status: "provisioning", image });
  });

  test("accepts single separators between the letters and digits of a label", async () => {
    for (const label of ["-abc", "abc.", "a--b", "a..b", "a__b", "a b c", "äöü"]) {
      expect([label, Object.keys(await refused({ label }))]).toEqual([label, ["label"]]);
    }
    for (const label of ["ab-cd_ef.gh", "1web"]) {
      expect((await client.create(INSTANCES, { ...EMPTY, label })).label).toBe(label);
    }
  });

  test("rejects a label that another instance has", async () => {
    const first = await empty(client, { label: "web" });
    const taken = { label: ["Label must be unique among your computes"] };
    expect(await refused({ label: "web" })).toEqual(taken);
    expect(reasons(await (await empty(client)).put({ label: "web" }))).toEqual(taken);
    expect((await first.put({ label: "web" })).status).toBe(200);
    await client.delete(first.path);
    expect(await first.status()).toBe("deleting");
    expect((await client.create(INSTANCES, { ...EMPTY, label: "web" })).label).toBe("web");
  });

  test("assigns no address and no default label twice, and treats null as an omitted field", async () => {
    await client.create(INSTANCES, { ...EMPTY, label: "compute10002" });
    const nothing = { label: null, tags: null, image: null, root_pass: null, interfaces: null, booted: null };
    const [a, b] = [
      await client.create(INSTANCES, { ...EMPTY, ...nothing, private_ip: true }),
      await client.create(INSTANCES, { ...EMPTY, private_ip: true }),
    ];
    expect([a.status, a.label]).toEqual(["offline", "compute10002-2"]);
    expect(a.ipv4[1]).toMatch(/^192\.168\.(12[89]|1[3-9]\d|2\d\d)\.\d+$/);
    expect(new Set([...a.ipv4, ...b.ipv4, a["ipv6"], b["ipv6"]]).size).toBe(6);
  });
});

describe("interfaces of a new instance", () => {
  const VLAN = { purpose: "vlan", label: "a" };

  test("are rejected with the field and the reason", async () => {
    for (const [interfaces, expected] of [
      [[{ purpose: "private" }], { "interfaces[0].purpose": ["Must be one of public, vlan"] }],
      [[{}], { "interfaces[0].purpose": ["purpose is required"] }],
      [[{ purpose: "public" }, { purpose: "public" }], { interfaces: ["Only one public interface is allowed"] }],
      [[{ purpose: "public", label: "x" }], { "interfaces[0].label": ["A public interface has no label"] }],
      [[{ purpose: "vlan" }], { "interfaces[0].label": [expect.stringContaining("1-64")] }],
      [[{ ...VLAN, ipam_address: "10.0.0.1" }], { "interfaces[0].ipam_address": [expect.stringContaining("prefix")] }],
      [[VLAN, VLAN], { interfaces: ["Each interface needs its own label"] }],
    ] as const) {
      expect(await refused({ ...DEBIAN, region: VLAN_REGION, interfaces })).toEqual(expected);
    }
  });

  test("cannot include a VLAN in a region without VLANs, however they get there", async () => {
    for (const options of [{}, { documentedOnly }]) {
      await restart(options);
      const interfaces = [{ purpose: "public" }, VLAN];
      expect(await refused({ ...DEBIAN, interfaces })).toEqual({ interfaces: NO_VLANS });
      const { backup, refused: against } = await backedUp(client, { region: VLAN_REGION, interfaces });
      const { id: compute_id } = await empty(client);
      expect((await against(`backups/${backup.id}/restore`, { compute_id }))["compute_id"]).toContain(NO_VLANS[0]);
      expect((await refused({ backup_id: backup.id }))["region"]).toContain(NO_VLANS[0]);
      expect(await against("clone", { ...EMPTY, configs: [] })).toEqual({ region: NO_VLANS });
      expect(await against("clone", { compute_id })).toEqual({ compute_id: NO_VLANS });
    }
  });
});

describe("the events of an instance", () => {
  /** All events, oldest first: the action with its status, the entity, and the secondary one. */
  async function history() {
    const { data } = (await client.get("/account/events")).body;
    const idIn = (entity: unknown) => (entity as { id: unknown } | null)?.id;
    const shown = data.map(({ action, status, entity, secondary_entity }: Body) => [
      `${String(action)} ${status}`,
      ...[idIn(entity), idIn(secondary_entity)].filter((id) => id !== undefined),
    ]);
    return shown.toReversed();
  }

  test("report every job and change of it, and neither rejected requests nor automatic backups", async () => {
    const { id, post, create, put } = await offline(client);
    const target = await empty(client, ROOMY);
    // Without an image, the creation is no job.
    expect((await history())[1]).toEqual(["compute_create finished", target.id]);
    const act = async (action: string, body: object = {}, status = 200) => {
      settle();
      expect((await post(action, body)).status).toBe(status);
    };
    await act("boot", { config_id: 1 }, 400);
    for (const action of ["boot", "reboot", "shutdown"]) await act(action);
    await act("resize", { type: "g6-standard-1" });
    await act("backups/enable");
    client.emulator.clock.advance(3 * DAY_MS);
    await act("backups", { label: "x" });
    const backup = (await backupsOf(client, id)).snapshot.in_progress?.id;
    await act(`backups/${backup}/restore`, { compute_id: target.id });
    await act("clone", { compute_id: target.id });
    await act("backups", { label: "y" });
    await create("backups/cancel");
    for (const label of ["renamed", "-"]) await put({ label });
    await act("clone", { compute_id: target.id });
    await client.delete(target.path);
    settle();
    client.emulator.poke("instance", id, { power: "on" });
    client.emulator.poke("instance", id, { powerLoss: true });
    expect(await history()).toEqual([
      ["compute_create finished", id, DEBIAN.image],
      ["compute_create finished", target.id],
      ["compute_boot finished", id, 50_001],
      ["compute_reboot finished", id, 50_001],
      ["compute_shutdown finished", id],
      ["compute_resize finished", id],
      ["backups_enable notification", id],
      ["compute_snapshot finished", id],
      ["backups_restore finished", target.id],
      ["compute_clone finished", id, target.id],
      ["compute_snapshot failed", id],
      ["backups_cancel notification", id],
      ["compute_update notification", id],
      ["compute_clone failed", id, target.id],
      ["compute_delete finished", target.id],
      ["lassie_reboot started", id],
    ]);
  });
});

test("an image, and the source of a backup, are deployed only with a grant on them by a restricted user", async () => {
  const grant = (kind: "image" | "instance", id: number, permissions: "read_only" | "read_write") => ({
    token: `${kind}-${permissions}`,
    username: `${kind}-${permissions}`,
    restricted: true,
    grants: ["add_computes"],
    objects: [{ kind, id, permissions }],
  });
  const users = [grant("image", 70_001, "read_only"), grant("instance", 10_001, "read_only")];
  users.push(grant("instance", 10_001, "read_write"));
  await restart({ tokens: ["admin", ...users] });
  const { id: image } = await uploaded(client);
  const { backup } = await backedUp(client);
  const statuses = (body: object) =>
    Promise.all(users.map(async ({ token }) => (await asUser(client, token).post(INSTANCES, body)).status));
  expect(await statuses({ ...DEBIAN, image })).toEqual([200, 403, 403]);
  expect(await statuses({ ...EMPTY, backup_id: backup.id })).toEqual([403, 403, 200]);
});

test("a StackScript of another user is deployed once it is public", async () => {
  const alice = await withUser({});
  const script = { label: "own", images: ["any/all"], script: '#!/bin/sh\n# <UDF name="x">' };
  const { id: stackscript_id } = await client.create("/compute/stackscripts", script);
  const deploy = () => alice.post(INSTANCES, { ...DEBIAN, stackscript_id });
  expect(reasons(await deploy())).toEqual({ stackscript_id: ["stackscript_id is not valid"] });
  await client.put(`/compute/stackscripts/${stackscript_id}`, { is_public: true });
  expect(reasons(await deploy())).toEqual({ stackscript_data: ["x is required"] });
});

describe("with documentedOnly, an instance", () => {
  test("is created with labels, tags and interfaces that the real service rejects", async () => {
    await restart({ documentedOnly });
    const { id: image } = await uploaded(client);
    for (const fields of [
      { label: "a b -- ü" },
      { tags: [""] },
      { interfaces: [{ purpose: "ipsec", label: "x", ipam_address: "y" }, {}] },
      { interfaces: [{ purpose: "public" }, { purpose: "public", label: "x" }] },
      { stackscript_id: 9002, image },
    ]) {
      expect([fields, (await client.post(INSTANCES, { ...DEBIAN, ...fields })).status]).toEqual([fields, 200]);
    }
  });

  test("has the label of another one, every alert, any schedule, and a snapshot without the backup service", async () => {
    await restart({ documentedOnly });
    await empty(client, { label: "web" });
    const { put, post, create } = await empty(client, { label: "web" });
    const alerts = { cpu: 9_999, io: -1 };
    const schedule = { day: "first of the month", window: "night" };
    const reply = await put({ label: "web", alerts, backups: { schedule } });
    expect(reply.body).toMatchObject({ alerts, backups: { enabled: false, schedule } });
    expect((await post("backups", { label: "before" })).status).toBe(200);
    await create("backups/enable");
    expect((await put({ backups: { schedule } })).status).toBe(200);
  });
});
