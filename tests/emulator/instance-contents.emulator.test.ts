import { asUser, DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import {
  BUSY,
  clone,
  configsOf,
  disksOf,
  EMPTY,
  INSTANCES,
  offline,
  pathOf,
  ROOMY,
  running,
  statusOf,
  view,
} from "./support/instances";

let client: Started;

beforeEach(async () => {
  client = await start();
});

// Disks, configs, addresses and the plan of an instance, which are beyond the documents, and the clones of all that.
// What @linode/api-v4 reads back of its changes is tested in linode-api-v4.clients.test.ts.

const IMAGE = { image: "compute/ubuntu22.04", root_pass: "correct horse" } as const;

const empty = async (client: Started) => pathOf(await client.create(INSTANCES, EMPTY));

const settle = (client: Started) => client.emulator.clock.advance(PROVISION_MS);

async function firstOf(client: Started, path: string) {
  return (await client.get(path)).body.data[0];
}

/** The statuses of an instance after a request and after the job that it starts, for which the instance is busy. */
async function statusesAfter(client: Started, path: string, body: object = {}) {
  const id = 10_001;
  const { status } = await client.post(`${INSTANCES}/${id}/${path}`, body);
  const during = await view(client, id);
  const busy = reasons(await client.post(`${INSTANCES}/${id}/shutdown`));
  settle(client);
  expect([status, busy]).toEqual([200, BUSY]);
  return [during.status, (await view(client, id)).status];
}

test("the status of an instance is that of its job, and the power state is restored after it", async () => {
  await running(client);
  expect(await statusesAfter(client, "reboot")).toEqual(["rebooting", "running"]);
  expect(await statusesAfter(client, "rescue", { devices: {} })).toEqual(["rebooting", "running"]);
  expect(await statusesAfter(client, "migrate", { region: "eu-central" })).toEqual(["migrating", "running"]);
  expect(await statusesAfter(client, "resize", { type: "g6-standard-1" })).toEqual(["migrating", "running"]);
  expect(await statusesAfter(client, "rebuild", IMAGE)).toEqual(["rebuilding", "running"]);
  expect(await statusesAfter(client, "rebuild", { ...IMAGE, booted: false })).toEqual(["rebuilding", "offline"]);
  expect(await statusesAfter(client, "migrate")).toEqual(["migrating", "offline"]);
  const larger = { type: "g6-standard-2", allow_auto_disk_resize: false };
  expect(await statusesAfter(client, "resize", larger)).toEqual(["migrating", "offline"]);
  expect(await statusesAfter(client, "disks", { size: 1 })).toEqual(["offline", "offline"]);
  expect(await statusesAfter(client, "boot")).toEqual(["booting", "running"]);
  expect(await statusesAfter(client, "shutdown")).toEqual(["shutting_down", "offline"]);
  expect((await client.post(`${INSTANCES}/10001/shutdown`)).body).toEqual({});
});

describe("disks", () => {
  test("from an image require a root password and room for the image", async () => {
    const path = await empty(client);
    expect(reasons(await client.post(`${path}/disks`, { size: 100, image: "compute/debian11" }))).toEqual({
      root_pass: ["root_pass is required when deploying a distribution"],
      size: ["Distribution requires a minimum size of 1300"],
    });
    expect(reasons(await client.post(`${path}/disks`, { size: 25_601 }))).toEqual({
      size: ["Insufficient space: 25601 MB are needed, and 25600 MB are free."],
    });
    expect(await client.create(`${path}/disks`, { size: 1000 })).toMatchObject({
      label: "disk40001",
      filesystem: "ext4",
      status: "not ready",
    });
  });

  test("are removed from the configs that named them", async () => {
    const path = await offline(client);
    const [root, swap] = (await client.get(`${path}/disks`)).body.data;
    await client.delete(`${path}/disks/${swap.id}`);
    expect((await client.get(`${path}/disks/${swap.id}`)).body.status).toBe("deleting");
    settle(client);
    expect((await client.get(`${path}/disks`)).body.data).toMatchObject([{ id: root.id }]);
    expect((await firstOf(client, `${path}/configs`)).devices).toMatchObject({ sda: { disk_id: root.id }, sdb: null });
  });

  test("cannot be changed while the instance runs", async () => {
    const path = pathOf(await running(client));
    const disk = `${path}/disks/${(await firstOf(client, `${path}/disks`)).id}`;
    const off = { "": ["Compute must be powered off."] };
    expect(reasons(await client.post(`${disk}/resize`, { size: 2000 }))).toEqual(off);
    expect(reasons(await client.post(`${disk}/clone`, {}))).toEqual(off);
    expect(reasons(await client.post(`${disk}/password`, { password: "correct horse" }))).toEqual(off);
    expect(reasons(await client.delete(disk))).toEqual(off);
  });

  test("belong to one instance, like configs", async () => {
    const path = await offline(client);
    const other = await empty(client);
    for (const kind of ["disks", "configs"]) {
      const { id } = await firstOf(client, `${path}/${kind}`);
      expect((await client.get(`${other}/${kind}/${id}`)).status).toBe(404);
      expect((await client.get(`${INSTANCES}/1/${kind}`)).status).toBe(404);
    }
  });
});

describe("configs", () => {
  test("have defaults when they are created", async () => {
    const path = await empty(client);
    const config = await client.create(`${path}/configs`, {
      label: "main",
      devices: { sda: null },
      interfaces: [{ purpose: "public" }],
      helpers: { network: false },
    });
    expect(config).toMatchObject({
      kernel: "compute/latest-64bit",
      devices: { sda: null, sdb: null },
      interfaces: [{ purpose: "public", label: null, ipam_address: null }],
      helpers: { network: false, distro: true },
    });
  });

  test("keep what an update omits, and replace interfaces as a whole", async () => {
    const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "net" }];
    const path = await offline(client, { region: "us-southeast", interfaces });
    const { id, label, devices } = await firstOf(client, `${path}/configs`);
    const changed = await client.put(`${path}/configs/${id}`, { interfaces: [], comments: "changed" });
    expect(changed.body).toMatchObject({ label, devices, comments: "changed" });
    expect((await client.get(`${path}/configs/${id}`)).body["interfaces"]).toEqual([]);
  });

  test("reject another instance's disk, a volume, an unknown kernel, and an empty body", async () => {
    const { id: disk_id } = await firstOf(client, `${await offline(client)}/disks`);
    const path = await empty(client);
    const devices = { sda: { disk_id }, sdb: { volume_id: 1 } };
    expect(reasons(await client.post(`${path}/configs`, { label: "x", devices, kernel: "nope" }))).toEqual({
      kernel: ["kernel is not valid"],
      "devices.sda.disk_id": ["disk_id is not valid"],
      "devices.sdb.volume_id": ["volume_id is not valid"],
    });
    expect(reasons(await client.post(`${path}/configs`))).toEqual({
      label: ["label is required"],
      devices: ["devices is required"],
    });
  });
});

describe("resize", () => {
  test("sets the new type in the end, and grows a disk to fill it", async () => {
    const { id } = await running(client);
    const reply = await client.post(`${INSTANCES}/${id}/resize`, { type: "g6-standard-1" });
    expect(reply.body).toEqual({});
    expect((await view(client, id))["type"]).toBe("g6-nanode-1");
    const busy = await client.post(`${INSTANCES}/${id}/resize`, { type: "g6-standard-2" });
    expect(busy.headers.get("retry-after")).toBe("1");
    settle(client);
    expect(await view(client, id)).toMatchObject({ type: "g6-standard-1", specs: { disk: 51200 } });
    expect(await disksOf(client, id)).toMatchObject([{ size: 50688 }, { size: 512 }]);
  });

  test("to a smaller plan requires that the disks fit, and does not modify them", async () => {
    const { id } = await running(client, { type: "g6-standard-1" });
    const refused = async (body: object) => reasons(await client.post(`${INSTANCES}/${id}/resize`, body));
    expect(await refused({ type: "g6-standard-1" })).toEqual({ "": ["Compute is already running this service plan."] });
    expect(await refused({ type: "nope" })).toEqual({ type: ["A valid plan type by that ID was not found"] });
    expect(await refused({})).toEqual({ type: ["type is required"] });
    const tooSmall = {
      "": ["Compute has allocated more disk than the new service plan allows. Delete or resize disks smaller."],
    };
    expect(await refused({ type: "g6-nanode-1", allow_auto_disk_resize: false })).toEqual(tooSmall);
    expect(await refused({ type: "g6-nanode-1" })).toEqual(tooSmall);
    client.emulator.poke("disk", 40_001, { size: 20_000 });
    await client.create(`${INSTANCES}/${id}/resize`, { type: "g6-nanode-1" });
    settle(client);
    expect(await view(client, id)).toMatchObject({ type: "g6-nanode-1" });
    expect(await disksOf(client, id)).toMatchObject([{ size: 20_000 }, { size: 512 }]);
  });
});

test("the addresses of an instance are one public address, which stays, and at most one private one", async () => {
  const { id, ipv4, ipv6 } = await client.create(INSTANCES, EMPTY);
  const path = `${INSTANCES}/${id}/ips`;
  const { address } = await client.create(path, { type: "ipv4", public: false });
  expect((await view(client, id)).ipv4).toEqual([ipv4[0], address]);
  const gateway = ipv4[0]?.replace(/\d+$/, "1");
  expect((await client.get(path)).body).toMatchObject({
    ipv4: {
      public: [{ address: ipv4[0], gateway, prefix: 24, public: true, compute_id: id, region: "us-east" }],
      private: [{ address, prefix: 17, public: false, gateway: null, rdns: null }],
    },
    ipv6: { slaac: { address: String(ipv6).replace("/128", ""), prefix: 64 } },
  });
  const second = reasons(await client.post(path, { type: "ipv4", public: false }));
  expect(second).toEqual({ "": ["Compute already has a private IPv4 address."] });
  expect((await client.delete(`${path}/${String(address)}`)).body).toEqual({});
  expect((await client.get(`${path}/${String(address)}`)).status).toBe(404);
  expect((await client.get(`${path}/${ipv4[0]}`)).body).toMatchObject({ gateway });
  const kept = reasons(await client.delete(`${path}/${ipv4[0]}`));
  expect(kept).toEqual({ "": ["Compute must keep its only public IPv4 address."] });
});

test("an instance has no attachments and no traffic", async () => {
  const path = await empty(client);
  for (const kind of ["volumes", "firewalls", "nodebalancers"]) {
    expect((await client.get(`${path}/${kind}`)).body).toMatchObject({ data: [], results: 0 });
    expect((await client.get(`${INSTANCES}/9/${kind}`)).status).toBe(404);
  }
  const transfer = { used: 0, billable: 0, quota: 1000, region_transfers: [] };
  expect((await client.get(`${path}/transfer`)).body).toEqual(transfer);
  const month = { bytes_in: 0, bytes_out: 0, bytes_total: 0 };
  expect((await client.get(`${path}/transfer/2022/7`)).body).toEqual(month);
});

test("a rebuild replaces all disks, and requires an existing image and a password", async () => {
  const path = pathOf(await running(client));
  const refused = async (body: object) => reasons(await client.post(`${path}/rebuild`, body));
  const noImage = ["You must specify an image"];
  expect(await refused({})).toEqual({ image: noImage, root_pass: ["root_pass is required"] });
  expect(await refused({ ...IMAGE, image: "compute/nope" })).toEqual({ image: ["image is not valid"] });
  const before = (await client.get(`${path}/disks`)).body.data.map((disk) => disk.id);
  expect(await client.create(`${path}/rebuild`, IMAGE)).toMatchObject({ image: IMAGE.image });
  const after = (await client.get(`${path}/disks`)).body.data;
  expect(after.map((disk) => disk.label)).toEqual(["Ubuntu 22.04 LTS Disk", "512 MB Swap Image"]);
  expect(after.some((disk) => before.includes(disk.id))).toBe(false);
  expect((await client.get(`${path}/configs`)).body.results).toBe(1);
});

test("a migration sets the region in the end, and is rejected for a VLAN in a region without VLANs", async () => {
  const interfaces = [{ purpose: "vlan", label: "net" }];
  const { id } = await running(client, { region: "us-southeast", interfaces });
  const migrate = (region: string) => client.post(`${INSTANCES}/${id}/migrate`, { region });
  expect(reasons(await migrate("us-east"))).toEqual({ region: ["VLANs are not available in this region"] });
  expect((await migrate("ca-central")).status).toBe(200);
  expect((await view(client, id))["region"]).toBe("us-southeast");
  settle(client);
  expect((await view(client, id))["region"]).toBe("ca-central");
});

test("the root password is changed only while the instance is off", async () => {
  const path = pathOf(await running(client));
  const change = async (root_pass?: string) => reasons(await client.post(`${path}/password`, { root_pass }));
  const off = { "": ["Compute must be powered off to change its root password."] };
  expect(await change(DEBIAN.root_pass)).toEqual(off);
  await client.create(`${path}/shutdown`);
  expect(await change(DEBIAN.root_pass)).toEqual(BUSY);
  expect(await change("short")).toEqual({ root_pass: ["Length must be 7-128 characters"] });
  expect(await change()).toEqual({ root_pass: ["root_pass is required"] });
});

describe("cloning to a new instance", () => {
  test("returns it, offline, with its own addresses, and ends with the configs of the source on its own disks", async () => {
    const region = "us-southeast";
    const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "net" }];
    const { id } = await running(client, { private_ip: true, region, interfaces });
    const target = await client.create(`${INSTANCES}/${id}/clone`, { ...EMPTY, region });
    const fields = { id: id + 1, label: `compute${id + 1}`, group: "", image: "compute/debian11" };
    expect(target).toMatchObject({ ...fields, status: "offline", ipv4: [expect.any(String)] });
    client.emulator.clock.advance(PROVISION_MS);
    const [[before], [after]] = [await configsOf(client, id), await configsOf(client, target.id)];
    const disks = (await client.get(`${pathOf(target)}/disks`)).body.data;
    expect(before?.["interfaces"]).toMatchObject(interfaces);
    expect(after).toEqual({
      ...before,
      id: after?.id,
      created: after?.created,
      updated: after?.updated,
      devices: {
        ...before?.devices,
        sda: { disk_id: disks[0].id, volume_id: null },
        sdb: { disk_id: disks[1].id, volume_id: null },
      },
    });
    expect(await statusOf(client, target.id)).toBe("offline");
    expect((await client.post(`${pathOf(target)}/boot`)).status).toBe(200);
  });

  test("is rejected with the fields and the reasons", async () => {
    const { id } = await running(client, { type: "g6-standard-1", label: "web" });
    const refused = async (body: object) => reasons(await clone(client, id, body));
    expect(await refused({})).toEqual({ region: ["region is required"], type: ["type is required"] });
    expect(await refused({ region: "x", type: "x", label: "x", configs: [1], disks: [2] })).toEqual({
      region: ["region is not valid"],
      type: ["A valid plan type by that ID was not found"],
      label: ["Length must be 3-64 characters"],
      "configs[0]": ["configs is not valid"],
      "disks[0]": ["disks is not valid"],
    });
    expect(await refused({ ...ROOMY, label: "web" })).toEqual({
      label: ["Label must be unique among your computes"],
    });
    expect(await refused(EMPTY)).toEqual({ "": ["Insufficient space: 51200 MB are needed, and 25600 MB are free."] });
    expect((await client.get(INSTANCES)).body.results).toBe(1);
  });

  test("requires read access to the source, and is the user's own", async () => {
    const objects = [{ kind: "instance" as const, id: 10_001, permissions: "read_only" as const }];
    const may = { token: "may", username: "guest", restricted: true, objects, grants: ["add_computes"] };
    client = await start({ tokens: ["admin", may] });
    const [seen, unseen] = [await client.create(INSTANCES, EMPTY), await client.create(INSTANCES, EMPTY)];
    const guest = asUser(client, "may");
    expect((await clone(guest, unseen.id)).status).toBe(403);
    const target = (await clone(guest, seen.id)).body;
    expect((await guest.get(pathOf(target))).status).toBe(200);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await clone(guest, seen.id, { compute_id: unseen.id })).status).toBe(403);
  });

  test("includes everything by default, or the named configs with their disks, and the named disks", async () => {
    const path = await offline(client, ROOMY);
    const [root, swap] = (await client.get(`${path}/disks`)).body.data;
    await client.create(`${path}/disks/${root.id}/resize`, { size: 20_000 });
    client.emulator.clock.advance(PROVISION_MS);
    const { id: data } = await client.create(`${path}/disks`, { size: 1000 });
    client.emulator.clock.advance(PROVISION_MS);
    const spare = { label: "spare", devices: { sda: { disk_id: data } }, initrd: swap.id };
    const configs = [(await configsOf(client, 10_001))[0]?.id, (await client.create(`${path}/configs`, spare)).id];
    const counts = async (body: object) => {
      const target = await client.create(`${path}/clone`, { ...ROOMY, ...body });
      client.emulator.clock.advance(PROVISION_MS);
      return [(await configsOf(client, target.id)).length, (await disksOf(client, target.id)).length];
    };
    expect(await counts({})).toEqual([2, 3]);
    expect(await counts({ configs: null, disks: null })).toEqual([2, 3]);
    expect(await counts({ configs: [configs[0]] })).toEqual([1, 2]);
    expect(await counts({ configs: [configs[1], configs[1]] })).toEqual([1, 2]);
    expect(await counts({ configs: [] })).toEqual([0, 0]);
    expect(await counts({ disks: [] })).toEqual([2, 3]);
    expect(await counts({ configs: [], disks: [data] })).toEqual([0, 1]);
    expect(await counts({ configs: [configs[0]], disks: [root.id, data] })).toEqual([1, 3]);
  });
});

describe("cloning to an existing instance", () => {
  test("adds configs, disks and tags to its own, and keeps its power state", async () => {
    const { id } = await running(client, { tags: ["one", "two"] });
    const { id: compute_id } = await running(client, { ...ROOMY, swap_size: 0, tags: ["two", "three"] });
    client.emulator.poke("disk", 40_003, { size: 1_000 });
    const before = await view(client, compute_id);
    const { tags, ...answer } = await client.create(`${INSTANCES}/${id}/clone`, { compute_id });
    expect({ ...answer, tags: before["tags"], updated: before.updated }).toEqual(before);
    expect(tags).toEqual(["two", "three", "one"]);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, compute_id)).toBe("running");
    expect(await disksOf(client, compute_id)).toHaveLength(3);
    expect(await configsOf(client, compute_id)).toHaveLength(2);
  });

  test("is rejected if it is busy or full, is the source, or does not exist, and with the fields of a new one", async () => {
    const [{ id }, { id: compute_id }] = [await running(client), await client.create(INSTANCES, DEBIAN)];
    const refused = async (body: object) => reasons(await clone(client, id, body));
    expect(await refused({ compute_id, configs: [] })).toEqual(BUSY);
    client.emulator.clock.advance(PROVISION_MS);
    const noRoom = { "": ["Insufficient space: 25600 MB are needed, and 0 MB are free."] };
    expect(await refused({ compute_id })).toEqual(noRoom);
    expect(await refused({ compute_id: id })).toEqual({ compute_id: ["A compute cannot be cloned to itself"] });
    expect(await refused({ compute_id: 1 })).toEqual({ compute_id: ["compute_id is not valid"] });
    const fields = { ...EMPTY, label: "copy", group: "g", backups_enabled: true };
    const onlyForNew = Object.keys(fields).map((field) => [field, [`${field} is only for a new compute`]]);
    expect(await refused({ ...fields, compute_id })).toEqual(Object.fromEntries(onlyForNew));
    expect(await statusOf(client, id)).toBe("running");
    expect((await clone(client, id, { compute_id, configs: [] })).status).toBe(200);
  });
});

describe("the source of clones", () => {
  test("shows cloning until the last one has ended, and then its previous status", async () => {
    const { id } = await running(client);
    await clone(client, id);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    await clone(client, id);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("cloning");
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("allows a sixth clone once one of five has ended", async () => {
    const { id } = await client.create(INSTANCES, EMPTY);
    for (let clones = 0; clones < 5; clones += 1) {
      client.emulator.clock.advance(10);
      expect((await clone(client, id)).status).toBe(200);
    }
    const tooMany = { "": ["At most 5 clones of a compute may be in progress"] };
    expect(reasons(await clone(client, id))).toEqual(tooMany);
    expect((await client.get(INSTANCES)).body.results).toBe(6);
    client.emulator.clock.advance(0.8 * PROVISION_MS - 40);
    expect((await clone(client, id)).status).toBe(200);
  });

  test("is busy, as are the targets, and must not be busy otherwise", async () => {
    const { id } = await client.create(INSTANCES, { ...EMPTY, backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    expect(reasons(await clone(client, id))).toEqual(BUSY);
    client.emulator.clock.advance(PROVISION_MS);
    const target = (await clone(client, id)).body;
    expect(reasons(await client.post(`${INSTANCES}/${id}/boot`))).toEqual(BUSY);
    expect(reasons(await client.post(`${pathOf(target)}/boot`))).toEqual(BUSY);
    expect(reasons(await clone(client, target.id))).toEqual(BUSY);
    const other = await client.create(INSTANCES, EMPTY);
    expect(reasons(await clone(client, other.id, { compute_id: id }))).toEqual(BUSY);
  });

  test("is no longer busy once the targets are deleted", async () => {
    const { id } = await running(client);
    const [first, second] = [(await clone(client, id)).body, (await clone(client, id)).body];
    await client.delete(pathOf(first));
    expect(await statusOf(client, id)).toBe("cloning");
    await client.delete(pathOf(second));
    expect(await statusOf(client, id)).toBe("running");
    client.emulator.clock.advance(PROVISION_MS);
    expect([await statusOf(client, id), await statusOf(client, first.id)]).toEqual(["running", 404]);
  });

  test("can be deleted, and the clone still completes", async () => {
    const { id } = await running(client);
    const target = (await clone(client, id)).body;
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect([await statusOf(client, id), await statusOf(client, target.id)]).toEqual([404, "offline"]);
    expect((await client.post(`${pathOf(target)}/boot`)).status).toBe(200);
  });

  test("never stays in cloning, whatever changes out of band", async () => {
    const { id } = await running(client);
    const removed = (await clone(client, id)).body;
    client.emulator.remove("instance", removed.id);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
    const target = (await clone(client, id)).body;
    client.emulator.poke("instance", id, { status: "stopped" });
    client.emulator.clock.advance(PROVISION_MS);
    expect([await statusOf(client, id), await statusOf(client, target.id)]).toEqual(["stopped", "offline"]);
  });
});
