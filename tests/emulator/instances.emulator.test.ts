import { asUser, DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Body, Started } from "./support/client";
import { announce, uploaded } from "./support/images";
import {
  backedUp,
  configsOf,
  disksOf,
  EMPTY,
  eventOf,
  INSTANCES,
  restore,
  ROOMY,
  running,
  statusOf,
  view,
} from "./support/instances";

describe("updating an instance", () => {
  test("changes only what was sent", async () => {
    const client = await start();
    const before = await client.create("/compute/instances", { ...EMPTY, label: "web", tags: ["one"], group: "g" });
    client.emulator.clock.advance(5_000);
    const { body } = await client.put(`/compute/instances/${before.id}`, {
      alerts: { cpu: 0 },
      watchdog_enabled: false,
    });
    expect(body).toEqual({
      ...before,
      updated: expect.any(String),
      alerts: { ...before.alerts, cpu: 0 },
      watchdog_enabled: false,
    });
    expect(body.updated > before.updated).toBe(true);
    const renamed = await client.put(`/compute/instances/${before.id}`, { label: "other", tags: [], group: "" });
    expect(renamed.body).toMatchObject({ label: "other", tags: [], group: "", watchdog_enabled: false });
    expect((await client.get(`/compute/instances/${before.id}`)).body).toEqual(renamed.body);
  });

  test("ignores null and read-only fields", async () => {
    const client = await start();
    const before = await client.create("/compute/instances", { ...EMPTY, tags: ["one"] });
    const reply = await client.put(`/compute/instances/${before.id}`, {
      tags: null,
      region: "eu-west",
      type: "x",
      status: "running",
      ipv4: [],
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...before, updated: reply.body.updated });
  });

  test("sets the backup schedule once the backup service is enabled", async () => {
    const client = await start();
    const schedule = { day: "Saturday", window: "W22" };
    const without = await client.create("/compute/instances", EMPTY);
    expect(reasons(await client.put(`/compute/instances/${without.id}`, { backups: { schedule } }))).toEqual({
      backups: ["The backup service is not enabled"],
    });
    const unset = { enabled: false, schedule: { day: null, window: null } };
    expect((await client.put(`/compute/instances/${without.id}`, { backups: unset })).status).toBe(200);
    const { id } = await client.create("/compute/instances", { ...EMPTY, backups_enabled: true });
    const day = await client.put(`/compute/instances/${id}`, { backups: { schedule: { day: "Saturday" } } });
    expect(day.body.backups.schedule).toEqual({ day: "Saturday", window: "Scheduling" });
    expect((await client.put(`/compute/instances/${id}`, { backups: { schedule } })).body.backups.schedule).toEqual(
      schedule,
    );
    const wrong = await client.put(`/compute/instances/${id}`, {
      backups: { schedule: { day: "Scheduling", window: "W1" } },
    });
    expect(Object.keys(reasons(wrong)).sort()).toEqual(["backups.schedule.day", "backups.schedule.window"]);
  });

  test("accepts the placeholder schedule that it shows until one is chosen", async () => {
    const client = await start();
    const { id, backups } = await client.create("/compute/instances", { ...EMPTY, backups_enabled: true });
    expect(backups.schedule).toEqual({ day: "Scheduling", window: "Scheduling" });
    expect((await client.put(`/compute/instances/${id}`, { backups })).body.backups).toEqual(backups);
    const chosen = { schedule: { day: "Sunday", window: "Scheduling" } };
    expect((await client.put(`/compute/instances/${id}`, { backups: chosen })).body.backups).toMatchObject(chosen);
    const unchosen = await client.put(`/compute/instances/${id}`, { backups });
    expect(Object.keys(reasons(unchosen))).toEqual(["backups.schedule.day"]);
  });

  test("reports all problems together, with the path of each field", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    const reply = await client.put(`/compute/instances/${id}`, {
      label: "a",
      alerts: { cpu: 4801, io: -1, network_in: 1.5 },
      watchdog_enabled: 1,
    });
    expect(reasons(reply)).toEqual({
      label: ["Length must be 3-64 characters"],
      "alerts.cpu": ["Must be 0-4800"],
      "alerts.io": ["Must be 0 or greater"],
      "alerts.network_in": ["Must be of type Integer"],
      watchdog_enabled: ["Must be of type Boolean"],
    });
  });
});

describe("the states of an instance", () => {
  test("go from provisioning through booting to running", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect(await statusOf(client, id)).toBe("provisioning");
    client.emulator.clock.advance(0.7 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("booting");
    client.emulator.clock.advance(0.3 * PROVISION_MS - 1);
    expect(await statusOf(client, id)).toBe("booting");
    client.emulator.clock.advance(1);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("end offline with booted false", async () => {
    const client = await start();
    const { id, status } = await client.create("/compute/instances", { ...DEBIAN, booted: false });
    expect(status).toBe("provisioning");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("offline");
  });

  test("settle before the next request if provisioning takes no time", async () => {
    const client = await start({ provisionMs: 0 });
    const { id, status } = await client.create("/compute/instances", DEBIAN);
    expect(status).toBe("provisioning");
    expect(await statusOf(client, id)).toBe("running");
    await client.delete(`/compute/instances/${id}`);
    expect(await statusOf(client, id)).toBe(404);
  });

  test("date a change by when it was due, not by when it was read", async () => {
    const client = await start();
    const { id, created } = await client.create("/compute/instances", DEBIAN);
    client.emulator.clock.advance(3_600_000);
    const { updated } = (await client.get(`/compute/instances/${id}`)).body;
    expect(Date.parse(`${updated}Z`) - Date.parse(`${created}Z`)).toBeLessThanOrEqual(PROVISION_MS + 1000);
  });
});

describe("booting an instance", () => {
  async function offline(client: Started): Promise<number> {
    const { id } = await client.create("/compute/instances", { ...DEBIAN, booted: false });
    client.emulator.clock.advance(PROVISION_MS);
    return id;
  }

  test("goes through booting to running, with the only config if none is named", async () => {
    const client = await start();
    const id = await offline(client);
    expect((await client.post(`/compute/instances/${id}/boot`)).body).toEqual({});
    expect(await statusOf(client, id)).toBe("booting");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("accepts a config_id, and rejects one of another instance", async () => {
    const client = await start();
    const id = await offline(client);
    const config_id = (await client.get(`/compute/instances/${id}/configs`)).body.data[0].id;
    expect(reasons(await client.post(`/compute/instances/${id}/boot`, { config_id: config_id + 1 }))).toEqual({
      config_id: ["config_id is not valid"],
    });
    expect((await client.post(`/compute/instances/${id}/boot`, { config_id })).status).toBe(200);
  });

  test("is rejected without any config, while running, and while busy", async () => {
    const client = await start();
    const empty = await client.create("/compute/instances", EMPTY);
    const noConfig = await client.post(`/compute/instances/${empty.id}/boot`);
    expect([noConfig.status, noConfig.body.errors[0].reason]).toEqual([
      400,
      "This Compute has no configuration profile to boot.",
    ]);
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect((await client.post(`/compute/instances/${id}/boot`)).body).toEqual({
      errors: [{ reason: "Compute busy." }],
    });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.post(`/compute/instances/${id}/boot`)).status).toBe(400);
  });
});

describe("deleting an instance", () => {
  test("is accepted while busy, shows deleting for a while, and ends with 404", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect((await client.delete(`/compute/instances/${id}`)).body).toEqual({});
    expect(await statusOf(client, id)).toBe("deleting");
    expect((await client.delete(`/compute/instances/${id}`)).status).toBe(200);
    expect(reasons(await client.put(`/compute/instances/${id}`, { label: "late" }))).toEqual({ "": ["Compute busy."] });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe(404);
    expect((await client.delete(`/compute/instances/${id}`)).status).toBe(404);
    expect((await client.get("/compute/instances")).body.results).toBe(0);
  });

  test("frees its label, and deletes its disks and configs", async () => {
    const client = await start({ provisionMs: 0 });
    const first = await client.create("/compute/instances", { ...DEBIAN, label: "web" });
    await client.delete(`/compute/instances/${first.id}`);
    expect((await client.get(`/compute/instances/${first.id}/disks`)).status).toBe(404);
    const second = await client.create("/compute/instances", { ...DEBIAN, label: "web" });
    expect(second.id).toBe(first.id + 1);
    expect((await client.get(`/compute/instances/${second.id}/disks`)).body.results).toBe(2);
  });
});

describe("enabling the backup service", () => {
  test("shows a schedule that is still to be chosen, and allows an update to set it", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    const schedule = { day: "Sunday", window: "W2" };
    expect(reasons(await client.put(`/compute/instances/${id}`, { backups: { schedule } }))).toHaveProperty("backups");
    expect((await client.post(`/compute/instances/${id}/backups/enable`)).body).toEqual({});
    const enabled = await client.get(`/compute/instances/${id}`);
    expect(enabled.body.backups).toMatchObject({
      enabled: true,
      schedule: { day: "Scheduling", window: "Scheduling" },
    });
    await client.put(`/compute/instances/${id}`, { backups: { schedule } });
    await client.post(`/compute/instances/${id}/backups/enable`);
    expect((await client.get(`/compute/instances/${id}`)).body.backups).toMatchObject({ enabled: true, schedule });
  });
});

describe("creating an instance", () => {
  test("from an image returns the documented fields with their defaults", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", DEBIAN);
    expect(instance).toEqual({
      id: 10001,
      label: "compute10001",
      group: "",
      status: "provisioning",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      updated: instance.created,
      type: "g6-nanode-1",
      region: "us-east",
      image: "compute/debian11",
      ipv4: [expect.stringMatching(/^198\.18\.\d+\.\d+$/)],
      ipv6: expect.stringMatching(/^2001:db8::[0-9a-f:]+\/128$/),
      watchdog_enabled: true,
      tags: [],
      alerts: { cpu: 90, io: 10000, network_in: 10, network_out: 10, transfer_quota: 80 },
      backups: { enabled: false, last_successful: null, schedule: { day: null, window: null } },
      hypervisor: "kvm",
      specs: { disk: 25600, memory: 1024, transfer: 1000, vcpus: 1 },
    });
  });

  test("from an image creates a config with two disks, one of them 512 MB of swap", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    const { data: disks } = (await client.get(`/compute/instances/${id}/disks`)).body;
    expect(disks).toMatchObject([
      { label: "Debian 11 Disk", filesystem: "ext4", size: 25088, status: "ready" },
      { label: "512 MB Swap Image", filesystem: "swap", size: 512, status: "ready" },
    ]);
    const { data: configs } = (await client.get(`/compute/instances/${id}/configs`)).body;
    expect(configs).toHaveLength(1);
    expect(configs[0].label).toBe("My Debian 11 Disk Profile");
    expect(configs[0].devices.sda).toEqual({ disk_id: disks[0].id, volume_id: null });
    expect(configs[0].devices.sdb).toEqual({ disk_id: disks[1].id, volume_id: null });
    expect(configs[0].devices.sdc).toBeNull();
    expect((await client.get(`/compute/instances/${id}/disks/${disks[0].id}`)).body).toEqual(disks[0]);
    expect((await client.get(`/compute/instances/${id}/configs/${configs[0].id}`)).body).toEqual(configs[0]);
  });

  test("uses swap_size for the size of the swap disk", async () => {
    const client = await start();
    const sizes = async (swap_size: number) => {
      const { id } = await client.create("/compute/instances", { ...DEBIAN, swap_size });
      const { data } = (await client.get(`/compute/instances/${id}/disks`)).body;
      return data.map((disk) => disk.size);
    };
    expect(await sizes(1024)).toEqual([24576, 1024]);
    expect(await sizes(0)).toEqual([25600]);
    const tooMuch = await client.post("/compute/instances", { ...DEBIAN, swap_size: 25_000 });
    expect(reasons(tooMuch)).toEqual({ image: ["Distribution requires a minimum size of 1300"] });
  });

  test("without an image stays offline, has no disks, and ignores booted", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", { ...EMPTY, booted: true, swap_size: 256 });
    expect(instance.status).toBe("offline");
    expect(instance.image).toBeNull();
    expect((await client.get(`/compute/instances/${instance.id}/disks`)).body.results).toBe(0);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(`/compute/instances/${instance.id}`)).body.status).toBe("offline");
  });

  test("reports all problems together", async () => {
    const client = await start();
    const reply = await client.post("/compute/instances", {
      region: "us-eest",
      type: "g6-x",
      image: "compute/debian1",
      label: "a",
      tags: ["x"],
      booted: "yes",
      interfaces: [{}, {}, {}, {}],
    });
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual({
      region: ["region is not valid"],
      type: ["A valid plan type by that ID was not found"],
      image: ["image is not valid"],
      root_pass: ["root_pass is required"],
      label: ["Length must be 3-64 characters"],
      "tags[0]": ["Length must be 3-50 characters"],
      booted: ["Must be of type Boolean"],
      interfaces: ["Must have at most 3 items"],
    });
    expect((await client.get("/compute/instances")).body.results).toBe(0);
  });

  test("requires region and type", async () => {
    const client = await start();
    expect(reasons(await client.post("/compute/instances", {}))).toEqual({
      region: ["region is required"],
      type: ["type is required"],
    });
  });

  test.each([
    ["123456", "Length must be 7-128 characters"],
    ["x".repeat(129), "Length must be 7-128 characters"],
    [12345678, "Must be of type String"],
  ])("rejects the root password %p", async (root_pass, reason) => {
    const client = await start();
    expect(reasons(await client.post("/compute/instances", { ...DEBIAN, root_pass }))).toEqual({ root_pass: [reason] });
  });

  test("accepts root passwords of 7 and 128 characters, and never shows them", async () => {
    const client = await start();
    for (const root_pass of ["S3cr3t!", "S3cr3t!".padEnd(128, "x")]) {
      const instance = await client.create("/compute/instances", { ...DEBIAN, root_pass });
      expect(JSON.stringify(instance)).not.toContain("S3cr3t!");
    }
    expect(JSON.stringify(client.emulator.requests())).not.toContain("S3cr3t!");
  });

  test.each(["ab", "x".repeat(65), "-abc", "abc.", "a--b", "a..b", "a__b", "a b c", "äöü"])(
    "rejects the label %p",
    async (label) => {
      const client = await start();
      const reply = await client.post("/compute/instances", { ...EMPTY, label });
      expect(reply.status).toBe(400);
      expect(Object.keys(reasons(reply))).toEqual(["label"]);
    },
  );

  test.each(["abc", "a-b_c.d", "1web", "x".repeat(64)])("accepts the label %p", async (label) => {
    const client = await start();
    expect((await client.create("/compute/instances", { ...EMPTY, label })).label).toBe(label);
  });

  test("rejects a label that another instance has", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { ...EMPTY, label: "web" });
    const taken = { label: ["Label must be unique among your computes"] };
    expect(reasons(await client.post("/compute/instances", { ...EMPTY, label: "web" }))).toEqual(taken);
    const other = await client.create("/compute/instances", EMPTY);
    expect(reasons(await client.put(`/compute/instances/${other.id}`, { label: "web" }))).toEqual(taken);
    expect((await client.put(`/compute/instances/${id}`, { label: "web" })).status).toBe(200);
  });

  test("accepts the label of an instance that is being deleted", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { ...EMPTY, label: "web" });
    await client.delete(`/compute/instances/${id}`);
    expect((await client.get(`/compute/instances/${id}`)).body.status).toBe("deleting");
    expect((await client.create("/compute/instances", { ...EMPTY, label: "web" })).label).toBe("web");
  });

  test("picks another default label if that one is already in use", async () => {
    const client = await start();
    await client.create("/compute/instances", { ...EMPTY, label: "compute10002" });
    expect((await client.create("/compute/instances", EMPTY)).label).toBe("compute10002-2");
  });

  test("assigns a private address on request, and no address twice", async () => {
    const client = await start();
    const a = await client.create("/compute/instances", { ...EMPTY, private_ip: true });
    const b = await client.create("/compute/instances", { ...EMPTY, private_ip: true });
    expect(a.ipv4[1]).toMatch(/^192\.168\.(12[89]|1[3-9]\d|2\d\d)\.\d+$/);
    expect(new Set([...a.ipv4, ...b.ipv4, a.ipv6, b.ipv6]).size).toBe(6);
  });

  test("stores group and tags, and enables the backup service", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", {
      ...EMPTY,
      group: "g",
      tags: ["one", "two"],
      backups_enabled: true,
    });
    expect(instance.group).toBe("g");
    expect(instance.tags).toEqual(["one", "two"]);
    expect(instance.backups).toEqual({
      enabled: true,
      last_successful: null,
      schedule: { day: "Scheduling", window: "Scheduling" },
    });
  });

  test("treats null as an omitted field", async () => {
    const client = await start();
    const nothing = { label: null, tags: null, image: null, root_pass: null, interfaces: null, booted: null };
    expect((await client.create("/compute/instances", { ...EMPTY, ...nothing })).status).toBe("offline");
  });
});

describe("interfaces of a new instance", () => {
  const VLAN_REGION = { ...DEBIAN, region: "us-southeast" };

  test("are stored in its config, in order", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", {
      ...VLAN_REGION,
      interfaces: [
        { purpose: "public" },
        { purpose: "vlan", label: "lan-1", ipam_address: "10.0.0.1/24" },
        { purpose: "vlan", label: "lan-2" },
      ],
    });
    expect((await client.get(`/compute/instances/${id}/configs`)).body.data[0].interfaces).toEqual([
      { purpose: "public", label: null, ipam_address: null },
      { purpose: "vlan", label: "lan-1", ipam_address: "10.0.0.1/24" },
      { purpose: "vlan", label: "lan-2", ipam_address: "" },
    ]);
  });

  test.each([
    [[{ purpose: "private" }], { "interfaces[0].purpose": ["Must be one of public, vlan"] }],
    [[{}], { "interfaces[0].purpose": ["purpose is required"] }],
    [[{ purpose: "public" }, { purpose: "public" }], { interfaces: ["Only one public interface is allowed"] }],
    [[{ purpose: "public", label: "x" }], { "interfaces[0].label": ["A public interface has no label"] }],
    [[{ purpose: "vlan" }], { "interfaces[0].label": [expect.stringContaining("1-64")] }],
    [
      [{ purpose: "vlan", label: "a", ipam_address: "10.0.0.1" }],
      { "interfaces[0].ipam_address": [expect.stringContaining("prefix")] },
    ],
    [
      [
        { purpose: "vlan", label: "a" },
        { purpose: "vlan", label: "a" },
      ],
      { interfaces: ["Each interface needs its own label"] },
    ],
  ])("are rejected: %j", async (interfaces, expected) => {
    const client = await start();
    expect(reasons(await client.post("/compute/instances", { ...VLAN_REGION, interfaces }))).toEqual(expected);
  });

  test("are the default public one for an empty list", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { ...DEBIAN, interfaces: [] });
    expect((await client.get(`/compute/instances/${id}/configs`)).body.data[0].interfaces).toEqual([]);
  });

  test("cannot include a VLAN in a region without VLANs", async () => {
    const client = await start();
    const reply = await client.post("/compute/instances", {
      ...DEBIAN,
      region: "us-west",
      interfaces: [{ purpose: "vlan", label: "lan" }],
    });
    expect(reasons(reply)).toEqual({ interfaces: ["VLANs are not available in this region"] });
  });
});

const AMBIGUOUS = {
  config_id: ["There are several configuration profiles and none was booted last: config_id is required."],
};

/** An offline instance with this many configs, none of which was ever booted. */
async function withConfigs(client: Started, count: number): Promise<{ id: number; configs: readonly number[] }> {
  const source = await backedUp(client);
  const { id } = await client.create(INSTANCES, ROOMY);
  for (let times = 0; times < count; times += 1) {
    await restore(client, source.id, source.backup.id, { compute_id: id });
    client.emulator.clock.advance(PROVISION_MS);
  }
  return { id, configs: (await configsOf(client, id)).map((config) => config.id) };
}

async function bootAndStop(client: Started, id: number, body?: object): Promise<unknown> {
  const reply = await client.post(`${INSTANCES}/${id}/boot`, body);
  client.emulator.clock.advance(PROVISION_MS);
  const event = (await client.get("/account/events", { "X-Filter": '{"action":"compute_boot"}' })).body.data[0];
  client.emulator.poke("instance", id, { power: "off" });
  return reply.status === 200 ? (event["secondary_entity"] as { id: number }).id : reasons(reply);
}

describe("a boot without config_id", () => {
  test("uses the only config", async () => {
    const client = await start();
    const { id, configs } = await withConfigs(client, 1);
    expect(await bootAndStop(client, id)).toBe(configs[0]);
  });

  test("uses the last booted one of several", async () => {
    const client = await start();
    const { id, configs } = await withConfigs(client, 3);
    for (const config_id of [configs[2], configs[1]]) {
      expect(await bootAndStop(client, id, { config_id })).toBe(config_id);
      expect(await bootAndStop(client, id)).toBe(config_id);
    }
  });

  test("is rejected with several, none of which was ever booted", async () => {
    const client = await start();
    const { id } = await withConfigs(client, 2);
    expect(await bootAndStop(client, id)).toEqual(AMBIGUOUS);
    expect(await statusOf(client, id)).toBe("offline");
  });

  test("is rejected with several, if the last booted one was deleted", async () => {
    const client = await start();
    const { id, configs } = await withConfigs(client, 3);
    await bootAndStop(client, id, { config_id: configs[1] });
    client.emulator.remove("config", configs[1] ?? 0);
    expect(await bootAndStop(client, id)).toEqual(AMBIGUOUS);
    client.emulator.remove("config", configs[2] ?? 0);
    expect(await bootAndStop(client, id)).toBe(configs[0]);
  });

  test("is rejected with several after a restore with overwrite, which deleted the last booted one", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const many = await withConfigs(client, 2);
    await client.create(`${INSTANCES}/${many.id}/boot`, { config_id: many.configs[0] });
    client.emulator.clock.advance(PROVISION_MS);
    await restore(client, id, backup.id, { compute_id: many.id, overwrite: true });
    client.emulator.clock.advance(PROVISION_MS);
    await restore(client, id, backup.id, { compute_id: many.id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await bootAndStop(client, many.id)).toEqual(AMBIGUOUS);
  });

  test("is rejected without any config", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    expect(await bootAndStop(client, id)).toEqual({ "": ["This Compute has no configuration profile to boot."] });
  });
});

describe("the events of an instance", () => {
  test("report its creation with its image, and then the boot with its config", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, DEBIAN);
    const made = { entity: id, secondary: DEBIAN.image };
    expect(await eventOf(client, "compute_create")).toEqual({ status: "started", ...made });
    client.emulator.clock.advance(0.7 * PROVISION_MS);
    expect(await eventOf(client, "compute_create")).toEqual({ status: "finished", ...made });
    const booted = { entity: id, secondary: (await configsOf(client, id))[0]?.id };
    expect(await eventOf(client, "compute_boot")).toEqual({ status: "started", ...booted });
    client.emulator.clock.advance(0.3 * PROVISION_MS);
    expect(await eventOf(client, "compute_boot")).toEqual({ status: "finished", ...booted });
  });

  test("report the creation of an empty one at once", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    expect(await eventOf(client, "compute_create")).toEqual({ status: "finished", entity: id, secondary: undefined });
  });

  test.each([
    ["shutdown", "compute_shutdown"],
    ["reboot", "compute_reboot"],
    ["resize", "compute_resize"],
  ])("report %s until it ends", async (action, event) => {
    const client = await start();
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/${action}`, { type: "g6-standard-1" });
    expect(await eventOf(client, event)).toMatchObject({ status: "started", entity: id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, event)).toMatchObject({ status: "finished", entity: id });
  });

  test("report an update of its fields, and never a rejected request", async () => {
    const client = await start();
    const { id } = await running(client);
    await client.put(`${INSTANCES}/${id}`, { label: "-" });
    expect((await client.get("/account/events")).body.data.map(({ action }: Body) => action)).not.toContain(
      "compute_update",
    );
    await client.put(`${INSTANCES}/${id}`, { label: "renamed" });
    expect(await eventOf(client, "compute_update")).toMatchObject({ status: "notification", entity: id });
  });

  test("report the watchdog's boot", async () => {
    const client = await start();
    const { id } = await running(client);
    client.emulator.poke("instance", id, { powerLoss: true });
    expect(await eventOf(client, "lassie_reboot")).toMatchObject({ status: "started", entity: id });
  });

  test("report the deletion, and the jobs that it stops", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, DEBIAN);
    await client.delete(`${INSTANCES}/${id}`);
    expect(await eventOf(client, "compute_create")).toMatchObject({ status: "failed" });
    expect(await eventOf(client, "compute_delete")).toMatchObject({ status: "started", entity: id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "compute_delete")).toMatchObject({ status: "finished", entity: id });
  });

  test("report snapshots, restores and the backup service", async () => {
    const client = await start();
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    expect(await eventOf(client, "backups_enable")).toMatchObject({ status: "notification", entity: id });
    const { id: backup } = await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    expect(await eventOf(client, "compute_snapshot")).toMatchObject({ status: "started", entity: id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "compute_snapshot")).toMatchObject({ status: "finished" });
    const target = await client.create(INSTANCES, EMPTY);
    await restore(client, id, backup, { compute_id: target.id });
    expect(await eventOf(client, "backups_restore")).toMatchObject({ status: "started", entity: target.id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "backups_restore")).toMatchObject({ status: "finished" });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "y" });
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    expect(await eventOf(client, "compute_snapshot")).toMatchObject({ status: "failed" });
    expect(await eventOf(client, "backups_cancel")).toMatchObject({ status: "notification", entity: id });
  });

  test("report clones, from source to target", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    const target = await client.create(`${INSTANCES}/${id}/clone`, EMPTY);
    const cloned = { entity: id, secondary: target.id };
    expect(await eventOf(client, "compute_clone")).toEqual({ status: "started", ...cloned });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "compute_clone")).toEqual({ status: "finished", ...cloned });
    const other = await client.create(`${INSTANCES}/${id}/clone`, EMPTY);
    await client.delete(`${INSTANCES}/${other.id}`);
    expect(await eventOf(client, "compute_clone")).toEqual({ status: "failed", entity: id, secondary: other.id });
  });

  test("do not report automatic backups", async () => {
    const client = await start();
    await backedUp(client);
    const count = async () => (await client.get("/account/events")).body["results"];
    const before = await count();
    client.emulator.clock.advance(3 * 24 * 3_600_000);
    expect(await count()).toBe(before);
  });
});

const { root_pass } = DEBIAN;

describe("an instance from a private image", () => {
  test("is deployed like one from a public image", async () => {
    const client = await start();
    const { id: image } = await uploaded(client, { label: "golden image" });
    const { id } = await running(client, { image });
    expect(await view(client, id)).toMatchObject({ status: "running", image });
    expect(await disksOf(client, id)).toEqual([
      { label: "golden image Disk", filesystem: "ext4", size: 25_088 },
      { label: "512 MB Swap Image", filesystem: "swap", size: 512 },
    ]);
    expect((await configsOf(client, id))[0]?.label).toBe("My golden image Disk Profile");
  });

  test("requires a root password, an available image, and room for it", async () => {
    const client = await start();
    const { image } = await announce(client);
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, image: image.id }))).toEqual({
      root_pass: ["root_pass is required"],
      image: ["image is not valid"],
    });
    const { id } = await uploaded(client);
    client.emulator.poke("image", 70_002, { size: 25_089 });
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, root_pass, image: id }))).toEqual({
      image: ["Distribution requires a minimum size of 25089"],
    });
  });

  test("requires a grant on the image from a restricted user", async () => {
    const guest = { username: "guest", restricted: true, grants: ["add_computes"] };
    const objects = [{ kind: "image" as const, id: 70_001, permissions: "read_only" as const }];
    const tokens = ["admin", { ...guest, token: "without" }, { ...guest, username: "other", token: "with", objects }];
    const client = await start({ tokens });
    const { id: image } = await uploaded(client);
    expect((await asUser(client, "without").post(INSTANCES, { ...DEBIAN, image })).status).toBe(403);
    expect((await asUser(client, "with").post(INSTANCES, { ...DEBIAN, image })).status).toBe(200);
  });
});

describe("an instance from a StackScript", () => {
  const SCRIPT = { ...DEBIAN, stackscript_id: 9001, stackscript_data: { site_name: "www.example.org" } };

  test("is deployed like one from an image", async () => {
    const client = await start();
    const { id } = await running(client, SCRIPT);
    expect(await view(client, id)).toMatchObject({ status: "running", image: DEBIAN.image });
    expect(await disksOf(client, id)).toHaveLength(2);
  });

  test("requires an image that the script supports, and a root password", async () => {
    const client = await start();
    const unsupported = ["The requested distribution is not supported by this stackscript."];
    const { image: _image, root_pass: _rootPass, ...bare } = SCRIPT;
    expect(reasons(await client.post(INSTANCES, bare))).toEqual({
      root_pass: ["root_pass is required"],
      image: ["image is required"],
    });
    const alpine = { ...SCRIPT, image: "compute/alpine3.15" };
    expect(reasons(await client.post(INSTANCES, alpine))).toEqual({ image: unsupported });
    expect((await client.post(INSTANCES, { ...alpine, stackscript_id: 9002 })).status).toBe(200);
    const deprecated = { ...SCRIPT, stackscript_id: 9002, image: "compute/centos8" };
    expect(reasons(await client.post(INSTANCES, deprecated))).toEqual({ image: unsupported });
  });

  test("requires the script's data", async () => {
    const client = await start();
    const needed = { stackscript_data: ["site_name is required"] };
    for (const stackscript_data of [undefined, null, {}, { site_name: null }, { greeting: "hello" }]) {
      expect(reasons(await client.post(INSTANCES, { ...SCRIPT, stackscript_data }))).toEqual(needed);
    }
    expect((await client.post(INSTANCES, { ...DEBIAN, stackscript_id: 9002, stackscript_data: {} })).status).toBe(200);
  });

  test("is rejected with an unknown script, a private image, or a backup", async () => {
    const client = await start();
    const { backup } = await backedUp(client);
    const { id: image } = await uploaded(client);
    expect(reasons(await client.post(INSTANCES, { ...DEBIAN, stackscript_id: 1 }))).toEqual({
      stackscript_id: ["stackscript_id is not valid"],
    });
    expect(reasons(await client.post(INSTANCES, { ...DEBIAN, stackscript_id: 9002, image }))).toEqual({
      image: ["A StackScript cannot be deployed with a private image"],
    });
    expect(reasons(await client.post(INSTANCES, { ...SCRIPT, backup_id: backup.id }))).toEqual({
      backup_id: ["backup_id cannot be combined with image or stackscript_id"],
    });
  });

  test("can use the user's own script, or a public one", async () => {
    const client = await start({ tokens: ["admin", { token: "alice", username: "alice" }] });
    const script = { label: "own", images: ["any/all"], script: '#!/bin/sh\n# <UDF name="x">' };
    const { id } = await client.create("/compute/stackscripts", script);
    const deploy = (token: string, fields: object) =>
      asUser(client, token).post(INSTANCES, { ...DEBIAN, stackscript_id: id, ...fields });
    const needed = { stackscript_data: ["x is required"] };
    expect(reasons(await deploy("admin", {}))).toEqual(needed);
    expect((await deploy("admin", { stackscript_data: { x: "1" } })).status).toBe(200);
    expect(reasons(await deploy("alice", {}))).toEqual({ stackscript_id: ["stackscript_id is not valid"] });
    await client.put(`/compute/stackscripts/${id}`, { is_public: true });
    expect(reasons(await deploy("alice", {}))).toEqual(needed);
  });

  test("never shows the data of the script", async () => {
    const client = await start();
    await client.create(INSTANCES, { ...SCRIPT, stackscript_data: { site_name: "S3cr3t!" } });
    expect(JSON.stringify(client.emulator.requests())).not.toContain("S3cr3t!");
  });
});

describe("an instance from a backup", () => {
  test("has its disks and configs, needs no root password, and becomes running", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client, { swap_size: 256 });
    const restored = await client.create(INSTANCES, { ...EMPTY, type: "g6-standard-1", backup_id: backup.id });
    expect(restored).toMatchObject({ status: "provisioning", image: DEBIAN.image });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, restored.id)).toBe("running");
    expect(await disksOf(client, restored.id)).toEqual(await disksOf(client, id));
    expect((await configsOf(client, restored.id)).map(({ label }) => label)).toEqual(backup.configs);
  });

  test("stays offline with booted false", async () => {
    const client = await start();
    const { backup } = await backedUp(client);
    const { id } = await client.create(INSTANCES, { ...EMPTY, backup_id: backup.id, booted: false });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("offline");
  });

  test("requires a successful backup, its region, and room for it", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1", backups_enabled: true });
    const { id: backup_id } = await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    const create = (fields: object) => client.post(INSTANCES, { ...EMPTY, backup_id, ...fields });
    expect(reasons(await create({}))).toEqual({ backup_id: ["Only a successful backup can be deployed"] });
    client.emulator.clock.advance(PROVISION_MS);
    expect(reasons(await create({ region: "eu-west" }))).toEqual({
      region: ["The instance and the backup must be in the same region"],
      type: ["Insufficient space: 51200 MB are needed, and 25600 MB are free."],
    });
    expect(reasons(await create({ backup_id: backup_id + 1 }))).toEqual({ backup_id: ["backup_id is not valid"] });
    expect((await create({ type: "g6-standard-1" })).status).toBe(200);
  });

  test("requires read_write on its source from a restricted user", async () => {
    const guest = { username: "guest", restricted: true, grants: ["add_computes"] };
    const grant = (permissions: "read_only" | "read_write") => [{ kind: "instance" as const, id: 10_001, permissions }];
    const tokens = [
      "admin",
      { ...guest, token: "reader", objects: grant("read_only") },
      { ...guest, token: "writer", objects: grant("read_write") },
    ];
    const client = await start({ tokens });
    const { backup } = await backedUp(client);
    const body = { ...EMPTY, backup_id: backup.id };
    expect((await asUser(client, "reader").post(INSTANCES, body)).status).toBe(403);
    expect((await asUser(client, "writer").post(INSTANCES, body)).status).toBe(200);
  });
});

describe("authorized_users", () => {
  test("must exist, each with an SSH key", async () => {
    const client = await start({ tokens: ["admin", { token: "alice", username: "alice" }] });
    const create = (...authorized_users: string[]) => client.post(INSTANCES, { ...DEBIAN, authorized_users });
    expect(reasons(await create("alice", "bob"))).toEqual({
      "authorized_users[0]": ["alice has no SSH key"],
      "authorized_users[1]": ["authorized_users is not valid"],
    });
    const ssh_key = `ssh-ed25519 ${Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${"k".repeat(32)}`).toString("base64")}`;
    await asUser(client, "alice").create("/profile/sshkeys", { label: "laptop", ssh_key });
    expect((await create("alice")).status).toBe(200);
  });
});

const documentedOnly = true;

describe("with documentedOnly, an instance", () => {
  test.each([
    ["a label with other characters", { label: "a b -- ü" }],
    ["a tag without a character", { tags: [""] }],
    ["interfaces of any purpose", { interfaces: [{ purpose: "ipsec", label: "x", ipam_address: "y" }, {}] }],
    ["two public interfaces", { interfaces: [{ purpose: "public" }, { purpose: "public", label: "x" }] }],
    ["a private image with a StackScript", { stackscript_id: 9002, image: "private/70001" }],
  ])("is created with %s", async (_what, fields) => {
    const client = await start({ documentedOnly });
    await uploaded(client);
    expect((await client.post(INSTANCES, { ...DEBIAN, ...fields })).status).toBe(200);
  });

  test("can be created with the label of another one, or updated to it", async () => {
    const client = await start({ documentedOnly });
    await client.create(INSTANCES, { ...EMPTY, label: "web" });
    const { id } = await client.create(INSTANCES, { ...EMPTY, label: "web" });
    expect((await client.put(`${INSTANCES}/${id}`, { label: "web" })).status).toBe(200);
  });

  test("accepts every alert, and any schedule at any time", async () => {
    const client = await start({ documentedOnly });
    const { id } = await client.create(INSTANCES, EMPTY);
    const schedule = { day: "first of the month", window: "night" };
    const reply = await client.put(`${INSTANCES}/${id}`, { alerts: { cpu: 9_999, io: -1 }, backups: { schedule } });
    expect(reply.body).toMatchObject({ alerts: { cpu: 9_999, io: -1 }, backups: { enabled: false, schedule } });
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    expect((await client.put(`${INSTANCES}/${id}`, { backups: { schedule } })).status).toBe(200);
  });

  test("can take a snapshot without the backup service", async () => {
    const client = await start({ documentedOnly });
    const { id } = await client.create(INSTANCES, EMPTY);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.post(`${INSTANCES}/${id}/backups`, { label: "before" })).status).toBe(200);
  });

  test("enforces the documented limits", async () => {
    const client = await start({ documentedOnly });
    const interfaces = [{}, {}, {}, { purpose: 1 }];
    expect(reasons(await client.post(INSTANCES, { ...DEBIAN, label: "x", root_pass: "short", interfaces }))).toEqual({
      label: ["Length must be 3-64 characters"],
      root_pass: ["Length must be 7-128 characters"],
      interfaces: ["Must have at most 3 items"],
    });
    const vlan = { interfaces: [{ purpose: "vlan" }] };
    expect(Object.keys(reasons(await client.post(INSTANCES, { ...DEBIAN, ...vlan })))).toEqual(["interfaces"]);
  });

  test("can be created from a backup, and restore one, in another region", async () => {
    const client = await start({ documentedOnly });
    const { id, backup } = await backedUp(client);
    const { id: compute_id } = await client.create(INSTANCES, { ...EMPTY, region: "eu-west" });
    expect((await restore(client, id, backup.id, { compute_id })).status).toBe(200);
    const made = await client.post(INSTANCES, { ...EMPTY, region: "eu-west", backup_id: backup.id });
    expect(made.status).toBe(200);
  });

  test("cannot get a VLAN in a region without VLANs, in any way", async () => {
    const client = await start({ documentedOnly });
    const interfaces = [{ purpose: "vlan" }];
    const { id, backup } = await backedUp(client, { region: "us-southeast", interfaces });
    const { id: compute_id } = await client.create(INSTANCES, EMPTY);
    const none = ["VLANs are not available in this region"];
    expect(reasons(await restore(client, id, backup.id, { compute_id }))).toEqual({ compute_id: none });
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, backup_id: backup.id }))).toEqual({ region: none });
    expect(reasons(await client.post(`${INSTANCES}/${id}/clone`, EMPTY))).toEqual({ region: none });
  });

  test("is cloned with its own region and type by default, and these are ignored for an existing target", async () => {
    const client = await start({ documentedOnly });
    const { id } = await client.create(INSTANCES, { region: "eu-west", type: "g6-standard-1" });
    const target = await client.create(`${INSTANCES}/${id}/clone`);
    expect(target).toMatchObject({ region: "eu-west", type: "g6-standard-1" });
    client.emulator.clock.advance(PROVISION_MS);
    const again = await client.create(`${INSTANCES}/${id}/clone`, { ...EMPTY, compute_id: target.id, label: "other" });
    expect({ ...again, updated: target.updated }).toEqual(target);
  });
});
