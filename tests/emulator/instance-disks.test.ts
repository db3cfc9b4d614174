import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";

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
  test("are made while the instance is busy, and ready afterwards", async () => {
    const client = await start();
    const path = await empty(client);
    const disk = await client.create(`${path}/disks`, { size: 1000, label: "data" });
    expect(disk).toMatchObject({ size: 1000, label: "data", filesystem: "ext4", status: "not ready" });
    expect((await client.post(`${path}/disks`, { size: 10 })).body.errors[0].reason).toBe("Compute busy.");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(`${path}/disks/${disk.id}`)).body.status).toBe("ready");
    expect((await client.put(`${path}/disks/${disk.id}`, { label: "more data" })).body.label).toBe("more data");
  });

  test("from an image need a root password and room for the image", async () => {
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

  test("are resized, copied and deleted while the instance is off, and leave the configs that named them", async () => {
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

  test("are left alone while the instance runs", async () => {
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
  test("are made for disks of the instance, and booted", async () => {
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

  test("keep what an update leaves out, and replace interfaces as a whole", async () => {
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

  test("refuse a foreign disk, a volume, an unknown kernel, and none at all", async () => {
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

  test("that are deleted no longer count as booted last", async () => {
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
