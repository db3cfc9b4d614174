import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { BUSY, disksOf, EMPTY, INSTANCES, offline, pathOf, running, view } from "./support/instances";

// Beyond the documents: the disks, configs, addresses and plan of an instance. What @linode/api-v4 reads back of its
// changes is tested in linode-api-v4.clients.test.ts.

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
  const client = await start();
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
    const client = await start();
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
    const client = await start();
    const path = await offline(client);
    const [root, swap] = (await client.get(`${path}/disks`)).body.data;
    await client.delete(`${path}/disks/${swap.id}`);
    expect((await client.get(`${path}/disks/${swap.id}`)).body.status).toBe("deleting");
    settle(client);
    expect((await client.get(`${path}/disks`)).body.data).toMatchObject([{ id: root.id }]);
    expect((await firstOf(client, `${path}/configs`)).devices).toMatchObject({ sda: { disk_id: root.id }, sdb: null });
  });

  test("cannot be changed while the instance runs", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    const disk = `${path}/disks/${(await firstOf(client, `${path}/disks`)).id}`;
    const off = { "": ["Compute must be powered off."] };
    expect(reasons(await client.post(`${disk}/resize`, { size: 2000 }))).toEqual(off);
    expect(reasons(await client.post(`${disk}/clone`, {}))).toEqual(off);
    expect(reasons(await client.post(`${disk}/password`, { password: "correct horse" }))).toEqual(off);
    expect(reasons(await client.delete(disk))).toEqual(off);
  });

  test("belong to one instance, like configs", async () => {
    const client = await start();
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
    const client = await start();
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
    const client = await start();
    const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "net" }];
    const path = await offline(client, { region: "us-southeast", interfaces });
    const { id, label, devices } = await firstOf(client, `${path}/configs`);
    const changed = await client.put(`${path}/configs/${id}`, { interfaces: [], comments: "changed" });
    expect(changed.body).toMatchObject({ label, devices, comments: "changed" });
    expect((await client.get(`${path}/configs/${id}`)).body["interfaces"]).toEqual([]);
  });

  test("reject another instance's disk, a volume, an unknown kernel, and an empty body", async () => {
    const client = await start();
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
    const client = await start();
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
    const client = await start();
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
  const client = await start();
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
  const client = await start();
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
  const client = await start();
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
  const client = await start();
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
  const client = await start();
  const path = pathOf(await running(client));
  const change = async (root_pass?: string) => reasons(await client.post(`${path}/password`, { root_pass }));
  const off = { "": ["Compute must be powered off to change its root password."] };
  expect(await change(DEBIAN.root_pass)).toEqual(off);
  await client.create(`${path}/shutdown`);
  expect(await change(DEBIAN.root_pass)).toEqual(BUSY);
  expect(await change("short")).toEqual({ root_pass: ["Length must be 7-128 characters"] });
  expect(await change()).toEqual({ root_pass: ["root_pass is required"] });
});
