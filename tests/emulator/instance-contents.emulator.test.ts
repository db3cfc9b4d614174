import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Reply, Started } from "./support/client";
import { BUSY, configsOf, disksOf, EMPTY, INSTANCES, offline, pathOf, running, view } from "./support/instances";

// Beyond the documents: what clients do with the disks, configs, addresses and plan of an instance.

const OFF = { "": ["Compute must be powered off."] };

const empty = async (client: Started) => pathOf(await client.create(INSTANCES, EMPTY));

const settle = (client: Started) => client.emulator.clock.advance(PROVISION_MS);

async function firstOf(client: Started, path: string) {
  return (await client.get(path)).body.data[0];
}

describe("disks", () => {
  test("are created while the instance is busy, and ready afterwards", async () => {
    const client = await start();
    const path = await empty(client);
    const disk = await client.create(`${path}/disks`, { size: 1000, label: "data" });
    expect(disk).toMatchObject({ size: 1000, label: "data", filesystem: "ext4", status: "not ready" });
    expect(reasons(await client.post(`${path}/disks`, { size: 10 }))).toEqual(BUSY);
    settle(client);
    expect((await client.get(`${path}/disks/${disk.id}`)).body.status).toBe("ready");
    expect((await client.put(`${path}/disks/${disk.id}`, { label: "more data" })).body.label).toBe("more data");
  });

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
  });

  test("are resized, copied and deleted while the instance is off, and removed from the configs that named them", async () => {
    const client = await start();
    const path = await offline(client);
    const [root, swap] = (await client.get(`${path}/disks`)).body.data;
    await client.create(`${path}/disks/${root.id}/resize`, { size: 20_000 });
    settle(client);
    const copy = await client.create(`${path}/disks/${swap.id}/clone`);
    settle(client);
    await client.delete(`${path}/disks/${swap.id}`);
    expect((await client.get(`${path}/disks/${swap.id}`)).body.status).toBe("deleting");
    settle(client);
    expect((await client.get(`${path}/disks`)).body.data).toMatchObject([
      { id: root.id, size: 20_000, status: "ready" },
      { id: copy.id, size: 512, status: "ready" },
    ]);
    expect((await firstOf(client, `${path}/configs`)).devices).toMatchObject({ sda: { disk_id: root.id }, sdb: null });
  });

  test("cannot be changed while the instance runs", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    const disk = `${path}/disks/${(await firstOf(client, `${path}/disks`)).id}`;
    expect(reasons(await client.post(`${disk}/resize`, { size: 2000 }))).toEqual(OFF);
    expect(reasons(await client.post(`${disk}/clone`, {}))).toEqual(OFF);
    expect(reasons(await client.post(`${disk}/password`, { password: "correct horse" }))).toEqual(OFF);
    expect(reasons(await client.delete(disk))).toEqual(OFF);
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
  test("are created for disks of the instance, and booted", async () => {
    const client = await start();
    const path = await empty(client);
    const disk = await client.create(`${path}/disks`, { size: 1000 });
    settle(client);
    const config = await client.create(`${path}/configs`, {
      label: "main",
      devices: { sda: { disk_id: disk.id }, sdb: null },
      interfaces: [{ purpose: "public" }],
      helpers: { network: false },
    });
    expect(config).toMatchObject({
      label: "main",
      kernel: "compute/latest-64bit",
      devices: { sda: { disk_id: disk.id, volume_id: null }, sdb: null },
      interfaces: [{ purpose: "public", label: null, ipam_address: null }],
      helpers: { network: false, distro: true },
    });
    expect((await client.post(`${path}/boot`)).status).toBe(200);
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

describe("power", () => {
  test("goes off through shutting_down and on again through rebooting; shutting down twice succeeds", async () => {
    const client = await start();
    const { id } = await running(client);
    const act = async (action: string) => {
      const reply = await client.post(`${INSTANCES}/${id}/${action}`);
      return [reply.status, (await view(client, id)).status];
    };
    expect(await act("reboot")).toEqual([200, "rebooting"]);
    expect(await act("shutdown")).toEqual([400, "rebooting"]);
    settle(client);
    expect(await act("shutdown")).toEqual([200, "shutting_down"]);
    expect(await act("shutdown")).toEqual([400, "shutting_down"]);
    settle(client);
    expect(await act("shutdown")).toEqual([200, "offline"]);
    expect(await act("rescue")).toEqual([200, "rebooting"]);
    settle(client);
    expect((await view(client, id)).status).toBe("running");
  });

  test("must be off for a new root password", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    const change = async (root_pass?: string) => reasons(await client.post(`${path}/password`, { root_pass }));
    const off = { "": ["Compute must be powered off to change its root password."] };
    expect(await change("new password")).toEqual(off);
    await client.create(`${path}/shutdown`);
    expect(await change("new password")).toEqual(BUSY);
    settle(client);
    expect((await client.post(`${path}/password`, { root_pass: "new password" })).body).toEqual({});
    expect(await change("short")).toEqual({ root_pass: ["Length must be 7-128 characters"] });
    expect(await change()).toEqual({ root_pass: ["root_pass is required"] });
  });
});

describe("resize", () => {
  const resize = (client: Started, id: number, body: object): Promise<Reply> =>
    client.post(`${INSTANCES}/${id}/resize`, body);

  test("migrates, and is running again with the new type and a disk that fills it", async () => {
    const client = await start();
    const { id } = await running(client);
    expect((await resize(client, id, { type: "g6-standard-1" })).body).toEqual({});
    expect(await view(client, id)).toMatchObject({ status: "migrating", type: "g6-nanode-1" });
    const busy = await resize(client, id, { type: "g6-standard-1" });
    expect([busy.body, busy.headers.get("retry-after")]).toEqual([{ errors: [{ reason: "Compute busy." }] }, "1"]);
    settle(client);
    expect(await view(client, id)).toMatchObject({ status: "running", type: "g6-standard-1", specs: { disk: 51200 } });
    expect(await disksOf(client, id)).toMatchObject([{ size: 50688 }, { size: 512 }]);
  });

  test("keeps an offline instance offline", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    await resize(client, id, { type: "g6-standard-2" });
    settle(client);
    expect(await view(client, id)).toMatchObject({ status: "offline", type: "g6-standard-2" });
  });

  test("rejects the same type, an unknown one, and one that is too small for the disks", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1" });
    const refused = async (body: object) => reasons(await resize(client, id, body));
    expect(await refused({ type: "g6-standard-1" })).toEqual({ "": ["Compute is already running this service plan."] });
    expect(await refused({ type: "nope" })).toEqual({ type: ["A valid plan type by that ID was not found"] });
    expect(await refused({})).toEqual({ type: ["type is required"] });
    const tooSmall = {
      "": ["Compute has allocated more disk than the new service plan allows. Delete or resize disks smaller."],
    };
    expect(await refused({ type: "g6-nanode-1", allow_auto_disk_resize: false })).toEqual(tooSmall);
    expect(await refused({ type: "g6-nanode-1" })).toEqual(tooSmall);
  });

  test("to a smaller plan is possible once the disks fit, and does not modify them", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1" });
    client.emulator.poke("disk", 40_001, { size: 20_000 });
    await resize(client, id, { type: "g6-nanode-1" });
    settle(client);
    expect(await view(client, id)).toMatchObject({ status: "running", type: "g6-nanode-1" });
    expect(await disksOf(client, id)).toMatchObject([{ size: 20_000 }, { size: 512 }]);
  });
});

describe("addresses of an instance", () => {
  test("are shown with their networks, public and private separately", async () => {
    const client = await start();
    const { id, ipv4, ipv6 } = await client.create(INSTANCES, { ...EMPTY, private_ip: true });
    const [address, hidden] = ipv4;
    const gateway = address?.replace(/\d+$/, "1");
    expect((await client.get(`${INSTANCES}/${id}/ips`)).body).toMatchObject({
      ipv4: {
        public: [{ address, gateway, prefix: 24, public: true, compute_id: id, region: "us-east" }],
        private: [{ address: hidden, prefix: 17, public: false, gateway: null, rdns: null }],
        shared: [],
        reserved: [],
        vpc: [],
      },
      ipv6: { slaac: { address: String(ipv6).replace("/128", ""), prefix: 64 }, global: [] },
    });
  });

  test("are one public address, which stays, and at most one private one, which can be removed", async () => {
    const client = await start();
    const { id, ipv4 } = await client.create(INSTANCES, EMPTY);
    const path = `${INSTANCES}/${id}/ips`;
    const { address } = await client.create(path, { type: "ipv4", public: false });
    expect((await view(client, id)).ipv4).toEqual([ipv4[0], address]);
    const second = reasons(await client.post(path, { type: "ipv4", public: false }));
    expect(second).toEqual({ "": ["Compute already has a private IPv4 address."] });
    expect((await client.delete(`${path}/${String(address)}`)).body).toEqual({});
    expect((await client.get(`${path}/${String(address)}`)).status).toBe(404);

    const refusal = reasons(await client.post(path, { type: "ipv4", public: true }));
    expect(refusal[""]?.[0]).toContain("require technical justification");
    const kept = reasons(await client.delete(`${path}/${ipv4[0]}`));
    expect(kept).toEqual({ "": ["Compute must keep its only public IPv4 address."] });
  });
});

test("an instance has no attachments and no statistics, but its transfer", async () => {
  const client = await start();
  const path = await empty(client);
  for (const kind of ["volumes", "firewalls", "nodebalancers"]) {
    expect((await client.get(`${path}/${kind}`)).body).toMatchObject({ data: [], results: 0 });
    expect((await client.get(`${INSTANCES}/9/${kind}`)).status).toBe(404);
  }
  for (const stats of ["stats", "stats/2022/7"]) {
    const reply = await client.get(`${path}/${stats}`);
    expect(reasons(reply)).toEqual({ "": ["Stats are unavailable at this time."] });
  }
  const transfer = { used: 0, billable: 0, quota: 1000, region_transfers: [] };
  expect((await client.get(`${path}/transfer`)).body).toEqual(transfer);
  const month = { bytes_in: 0, bytes_out: 0, bytes_total: 0 };
  expect((await client.get(`${path}/transfer/2022/7`)).body).toEqual(month);
});

describe("rebuild", () => {
  test("starts over from another image, with new disks, and becomes running", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    const before = (await client.get(`${path}/disks`)).body.data.map((disk) => disk.id);
    const answer = await client.create(`${path}/rebuild`, { image: "compute/ubuntu22.04", root_pass: "correct horse" });
    expect(answer).toMatchObject({ status: "rebuilding", image: "compute/ubuntu22.04" });
    settle(client);
    expect((await client.get(path)).body).toMatchObject({ status: "running", image: "compute/ubuntu22.04" });
    const after = (await client.get(`${path}/disks`)).body.data;
    expect(after.map((disk) => disk.label)).toEqual(["Ubuntu 22.04 LTS Disk", "512 MB Swap Image"]);
    expect(after.some((disk) => before.includes(disk.id))).toBe(false);
    expect(await configsOf(client, 10_001)).toHaveLength(1);
  });

  test("ends offline with booted false", async () => {
    const client = await start();
    const { id } = await running(client);
    const body = { image: DEBIAN.image, root_pass: "correct horse", booted: false };
    await client.create(`${INSTANCES}/${id}/rebuild`, body);
    settle(client);
    expect((await view(client, id)).status).toBe("offline");
  });

  test("requires an existing image, and a password", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    expect(reasons(await client.post(`${path}/rebuild`))).toEqual({
      image: ["You must specify an image"],
      root_pass: ["root_pass is required"],
    });
    const reply = await client.post(`${path}/rebuild`, { image: "compute/nope", root_pass: "correct horse" });
    expect(reasons(reply)).toEqual({ image: ["image is not valid"] });
  });
});

describe("migration", () => {
  test("moves an instance to another region and restores its power state; there is no upgrade", async () => {
    const client = await start();
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/migrate`, { region: "eu-central" });
    expect(await view(client, id)).toMatchObject({ status: "migrating", region: "us-east" });
    settle(client);
    expect(await view(client, id)).toMatchObject({ status: "running", region: "eu-central" });
    const upgrade = reasons(await client.post(`${INSTANCES}/${id}/mutate`));
    expect(upgrade).toEqual({ "": ["There is no upgrade for this Compute."] });
  });

  test("is rejected for an instance with a VLAN, to a region without VLANs", async () => {
    const client = await start();
    const vlan = [{ purpose: "vlan", label: "net" }];
    const path = pathOf(await running(client, { region: "us-southeast", interfaces: vlan }));
    expect(reasons(await client.post(`${path}/migrate`, { region: "us-east" }))).toEqual({
      region: ["VLANs are not available in this region"],
    });
    expect((await client.post(`${path}/migrate`, { region: "ca-central" })).status).toBe(200);
  });
});
