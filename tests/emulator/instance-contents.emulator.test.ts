import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { EMPTY, pathOf, running, view } from "./support/instances";

async function offline(client: Started, body: object = {}): Promise<string> {
  const { id } = await client.create("/compute/instances", { ...DEBIAN, booted: false, ...body });
  client.emulator.clock.advance(PROVISION_MS);
  return `/compute/instances/${id}`;
}

async function empty(client: Started): Promise<string> {
  const { id } = await client.create("/compute/instances", { region: "us-east", type: "g6-nanode-1" });
  return `/compute/instances/${id}`;
}

describe("beyond the documents: disks", () => {
  test("are created while the instance is busy, and ready afterwards", async () => {
    const client = await start();
    const path = await empty(client);
    const disk = await client.create(`${path}/disks`, { size: 1000, label: "data" });
    expect(disk).toMatchObject({ size: 1000, label: "data", filesystem: "ext4", status: "not ready" });
    expect((await client.post(`${path}/disks`, { size: 10 })).body.errors[0].reason).toBe("Compute busy.");
    client.emulator.clock.advance(PROVISION_MS);
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
    client.emulator.clock.advance(PROVISION_MS);
    const copy = await client.create(`${path}/disks/${swap.id}/clone`);
    client.emulator.clock.advance(PROVISION_MS);
    await client.delete(`${path}/disks/${swap.id}`);
    expect((await client.get(`${path}/disks/${swap.id}`)).body.status).toBe("deleting");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(`${path}/disks`)).body.data).toMatchObject([
      { id: root.id, size: 20_000, status: "ready" },
      { id: copy.id, size: 512, status: "ready" },
    ]);
    expect((await client.get(`${path}/configs`)).body.data[0].devices).toMatchObject({
      sda: { disk_id: root.id },
      sdb: null,
    });
  });

  test("cannot be changed while the instance runs", async () => {
    const client = await start();
    const path = await offline(client);
    const [disk] = (await client.get(`${path}/disks`)).body.data;
    await client.create(`${path}/boot`);
    client.emulator.clock.advance(PROVISION_MS);
    for (const [action, body] of [
      ["resize", { size: 2000 }],
      ["clone", {}],
      ["password", { password: "correct horse" }],
    ] as const) {
      const reply = await client.post(`${path}/disks/${disk.id}/${action}`, body);
      expect(reply.body.errors[0].reason).toBe("Compute must be powered off.");
    }
    expect((await client.delete(`${path}/disks/${disk.id}`)).status).toBe(400);
  });

  test("of another instance do not exist", async () => {
    const client = await start();
    const path = await offline(client);
    const [disk] = (await client.get(`${path}/disks`)).body.data;
    expect((await client.get(`${await empty(client)}/disks/${disk.id}`)).status).toBe(404);
  });
});

describe("beyond the documents: configs", () => {
  test("are created for disks of the instance, and booted", async () => {
    const client = await start();
    const path = await empty(client);
    const disk = await client.create(`${path}/disks`, { size: 1000 });
    client.emulator.clock.advance(PROVISION_MS);
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
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(path)).body.status).toBe("running");
  });

  test("keep what an update omits, and replace interfaces as a whole", async () => {
    const client = await start();
    const path = await offline(client, {
      region: "us-southeast",
      interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "net" }],
    });
    const [config] = (await client.get(`${path}/configs`)).body.data;
    const changed = await client.put(`${path}/configs/${config.id}`, { interfaces: [], comments: "changed" });
    expect(changed.body).toMatchObject({ label: config.label, devices: config.devices, comments: "changed" });
    expect((await client.get(`${path}/configs/${config.id}`)).body["interfaces"]).toEqual([]);
  });

  test("reject another instance's disk, a volume, an unknown kernel, and an empty body", async () => {
    const client = await start();
    const other = await offline(client);
    const [foreign] = (await client.get(`${other}/disks`)).body.data;
    const path = await empty(client);
    const devices = { sda: { disk_id: foreign.id }, sdb: { volume_id: 1 } };
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

  test("no longer count as last booted once deleted", async () => {
    const client = await start();
    const path = await offline(client);
    const [config] = (await client.get(`${path}/configs`)).body.data;
    for (const label of ["one", "two"]) await client.create(`${path}/configs`, { label, devices: {} });
    await client.create(`${path}/boot`, { config_id: config.id });
    client.emulator.clock.advance(PROVISION_MS);
    await client.create(`${path}/shutdown`);
    client.emulator.clock.advance(PROVISION_MS);
    await client.delete(`${path}/configs/${config.id}`);
    expect(reasons(await client.post(`${path}/boot`))).toHaveProperty("config_id");
  });
});

describe("beyond the documents: power", () => {
  test("shuts down through shutting_down, and shutting down an offline instance succeeds", async () => {
    const client = await start();
    const { id } = await running(client);
    expect((await client.post(`/compute/instances/${id}/shutdown`)).body).toEqual({});
    expect((await view(client, id)).status).toBe("shutting_down");
    expect((await client.post(`/compute/instances/${id}/shutdown`)).body.errors[0].reason).toBe("Compute busy.");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view(client, id)).status).toBe("offline");
    expect((await client.post(`/compute/instances/${id}/shutdown`)).status).toBe(200);
  });

  test("reboots through rebooting", async () => {
    const client = await start();
    const { id } = await running(client);
    expect((await client.post(`/compute/instances/${id}/reboot`)).body).toEqual({});
    expect((await view(client, id)).status).toBe("rebooting");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view(client, id)).status).toBe("running");
  });
});

describe("beyond the documents: resize", () => {
  test("migrates, and is running again with the new type and a disk that fills it", async () => {
    const client = await start();
    const { id } = await running(client);
    expect((await client.post(`/compute/instances/${id}/resize`, { type: "g6-standard-1" })).body).toEqual({});
    expect(await view(client, id)).toMatchObject({ status: "migrating", type: "g6-nanode-1" });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, id)).toMatchObject({ status: "running", type: "g6-standard-1", specs: { disk: 51200 } });
    const { data } = (await client.get(`/compute/instances/${id}/disks`)).body;
    expect(data.map((disk) => disk.size)).toEqual([50688, 512]);
  });

  test("keeps an offline instance offline", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    await client.create(`/compute/instances/${id}/resize`, { type: "g6-standard-2" });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, id)).toMatchObject({ status: "offline", type: "g6-standard-2" });
  });

  test("rejects the same type, an unknown one, and one that is too small for the disks", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1" });
    const resize = async (body: unknown) => reasons(await client.post(`/compute/instances/${id}/resize`, body));
    expect(await resize({ type: "g6-standard-1" })).toEqual({ "": ["Compute is already running this service plan."] });
    expect(await resize({ type: "nope" })).toEqual({ type: ["A valid plan type by that ID was not found"] });
    expect(await resize({})).toEqual({ type: ["type is required"] });
    const tooSmall = {
      "": ["Compute has allocated more disk than the new service plan allows. Delete or resize disks smaller."],
    };
    expect(await resize({ type: "g6-nanode-1", allow_auto_disk_resize: false })).toEqual(tooSmall);
    expect(await resize({ type: "g6-nanode-1" })).toEqual(tooSmall);
  });

  test("to a smaller plan is possible once the disks fit, and does not modify them", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1" });
    const path = `/compute/instances/${id}`;
    const [root] = (await client.get(`${path}/disks`)).body.data;
    const settle = () => client.emulator.clock.advance(PROVISION_MS);
    await client.create(`${path}/shutdown`);
    settle();
    await client.create(`${path}/disks/${root.id}/resize`, { size: 20_000 });
    settle();
    await client.create(`${path}/resize`, { type: "g6-nanode-1" });
    settle();
    expect(await view(client, id)).toMatchObject({ status: "offline", type: "g6-nanode-1" });
    expect((await client.get(`${path}/disks`)).body.data.map((disk) => disk.size)).toEqual([20_000, 512]);
  });

  test("is rejected while a job runs", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    const reply = await client.post(`/compute/instances/${id}/resize`, { type: "g6-standard-1" });
    expect(reply.body).toEqual({ errors: [{ reason: "Compute busy." }] });
    expect(reply.headers.get("retry-after")).toBe("1");
  });
});

describe("beyond the documents: root password", () => {
  test("can be changed only while the instance is off", async () => {
    const client = await start();
    const { id } = await running(client);
    const change = (root_pass?: string) => client.post(`/compute/instances/${id}/password`, { root_pass });
    expect((await change("new password")).status).toBe(400);
    await client.create(`/compute/instances/${id}/shutdown`);
    expect((await change("new password")).body.errors[0].reason).toBe("Compute busy.");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await change("new password")).body).toEqual({});
    expect(reasons(await change("short"))).toEqual({ root_pass: ["Length must be 7-128 characters"] });
    expect(reasons(await change())).toEqual({ root_pass: ["root_pass is required"] });
  });
});

describe("beyond the documents: disks and configs", () => {
  test("belong to one instance", async () => {
    const client = await start();
    const { id: a } = await running(client);
    const { id: b } = await running(client);
    const [disk] = (await client.get(`/compute/instances/${a}/disks`)).body.data;
    const [config] = (await client.get(`/compute/instances/${a}/configs`)).body.data;
    expect((await client.get(`/compute/instances/${b}/disks/${disk.id}`)).status).toBe(404);
    expect((await client.get(`/compute/instances/${b}/configs/${config.id}`)).status).toBe(404);
    expect((await client.get("/compute/instances/1/disks")).status).toBe(404);
  });
});

async function addressesOf(client: Started, id: number): Promise<Record<string, unknown>> {
  return (await client.get(`/compute/instances/${id}/ips`)).body;
}

describe("beyond the documents: addresses of an instance", () => {
  test("are shown with their networks, public and private separately", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", { ...EMPTY, private_ip: true });
    const [address, hidden] = instance.ipv4;
    expect(await addressesOf(client, instance.id)).toMatchObject({
      ipv4: {
        public: [{ address, prefix: 24, public: true, compute_id: instance.id, region: "us-east" }],
        private: [{ address: hidden, prefix: 17, public: false, gateway: null, rdns: null }],
        shared: [],
        reserved: [],
        vpc: [],
      },
      ipv6: { slaac: { address: String(instance["ipv6"]).replace("/128", ""), prefix: 64 }, global: [] },
    });
  });

  test("can include one private address, which can be removed again", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    const path = `/compute/instances/${id}/ips`;
    const { address } = await client.create(path, { type: "ipv4", public: false });
    expect((await client.get(`/compute/instances/${id}`)).body.ipv4).toContain(address);
    expect((await client.post(path, { type: "ipv4", public: false })).status).toBe(400);
    expect((await client.delete(`${path}/${String(address)}`)).body).toEqual({});
    expect((await client.get(`${path}/${String(address)}`)).status).toBe(404);
  });

  test("are limited to one public address", async () => {
    const client = await start();
    const { id, ipv4 } = await client.create("/compute/instances", EMPTY);
    const path = `/compute/instances/${id}/ips`;
    const refusal = reasons(await client.post(path, { type: "ipv4", public: true }));
    expect(refusal[""]?.[0]).toContain("require technical justification");
    expect((await client.delete(`${path}/${ipv4[0]}`)).status).toBe(400);
    expect((await client.get(`${path}/${ipv4[0]}`)).body["gateway"]).toBe(ipv4[0]?.replace(/\d+$/, "1"));
  });
});

describe("beyond the documents: attachments of an instance", () => {
  test.each(["volumes", "firewalls", "nodebalancers"])("has no %s", async (kind) => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    expect((await client.get(`/compute/instances/${id}/${kind}`)).body).toMatchObject({ data: [], results: 0 });
    expect((await client.get(`/compute/instances/9/${kind}`)).status).toBe(404);
  });

  test("has its transfer, and no statistics", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    expect((await client.get(`/compute/instances/${id}/transfer`)).body).toEqual({
      used: 0,
      billable: 0,
      quota: 1000,
      region_transfers: [],
    });
    const month = await client.get(`/compute/instances/${id}/transfer/2022/7`);
    expect(month.body).toEqual({ bytes_in: 0, bytes_out: 0, bytes_total: 0 });
    for (const stats of ["stats", "stats/2022/7"]) {
      expect((await client.get(`/compute/instances/${id}/${stats}`)).body.errors).toEqual([
        { reason: "Stats are unavailable at this time." },
      ]);
    }
  });
});

describe("beyond the documents: rebuild", () => {
  test("starts over from another image, with new disks, and becomes running", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    const before = (await client.get(`${path}/disks`)).body.data.map((disk) => disk.id);
    const answer = await client.create(`${path}/rebuild`, { image: "compute/ubuntu22.04", root_pass: "correct horse" });
    expect(answer).toMatchObject({ status: "rebuilding", image: "compute/ubuntu22.04" });
    client.emulator.clock.advance(PROVISION_MS);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(path)).body).toMatchObject({ status: "running", image: "compute/ubuntu22.04" });
    const after = (await client.get(`${path}/disks`)).body.data;
    expect(after.map((disk) => disk.label)).toEqual(["Ubuntu 22.04 LTS Disk", "512 MB Swap Image"]);
    expect(after.some((disk) => before.includes(disk.id))).toBe(false);
  });

  test("ends offline with booted false", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    await client.create(`${path}/rebuild`, { image: DEBIAN.image, root_pass: "correct horse", booted: false });
    client.emulator.clock.advance(2 * PROVISION_MS);
    expect((await client.get(path)).body.status).toBe("offline");
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

describe("beyond the documents: migration", () => {
  test("moves an instance to another region and restores its power state", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    await client.create(`${path}/migrate`, { region: "eu-central" });
    expect((await client.get(path)).body).toMatchObject({ status: "migrating", region: "us-east" });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(path)).body).toMatchObject({ status: "running", region: "eu-central" });
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

  test("can be a rescue, and never an upgrade", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    expect((await client.post(`${path}/mutate`)).status).toBe(400);
    await client.create(`${path}/rescue`, { devices: {} });
    expect((await client.get(path)).body.status).toBe("rebooting");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(path)).body.status).toBe("running");
  });
});
