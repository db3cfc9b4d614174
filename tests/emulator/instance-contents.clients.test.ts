import { DEBIAN, PROVISION_MS } from "./support/client";
import { ROOMY } from "./support/instances";
import { api, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

/** An offline instance of the client, with the disks and config of an image, and the clock. */
async function offline() {
  const { emulator } = await startForClient();
  const { id } = await api.createLinode({ ...DEBIAN, ...ROOMY, image: "linode/debian11", booted: false });
  const finish = () => emulator.clock.advance(PROVISION_MS);
  finish();
  return { id, finish };
}

describe("disks of @linode/api-v4", () => {
  test("live from creation to deletion", async () => {
    const { id, finish } = await offline();
    const [root] = (await api.getLinodeDisks(id, { page_size: 25 })).data;
    await api.resizeLinodeDisk(id, root.id, 20_000);
    finish();

    const created = await api.createLinodeDisk(id, { label: "data", size: 1024, filesystem: "ext4" });
    expect(created).toMatchObject({ label: "data", size: 1024, filesystem: "ext4", status: "not ready" });
    finish();
    expect(await api.updateLinodeDisk(id, created.id, { label: "more" })).toMatchObject({ label: "more" });
    expect(await api.resizeLinodeDisk(id, created.id, 2048)).toEqual({});
    finish();
    expect(await api.getLinodeDisk(id, created.id)).toMatchObject({ size: 2048, status: "ready" });

    const copy = await api.cloneLinodeDisk(id, created.id);
    expect(copy).toMatchObject({ label: "Copy of more", size: 2048 });
    finish();
    expect(await api.deleteLinodeDisk(id, created.id)).toEqual({});
    finish();
    await expect(api.getLinodeDisk(id, created.id)).rejects.toMatchObject({ response: { status: 404 } });
  });

  test("from an image have a password, which can be changed", async () => {
    const { id, finish } = await offline();
    const [root] = (await api.getLinodeDisks(id)).data;
    await api.deleteLinodeDisk(id, root.id);
    finish();
    const order = { image: "linode/debian11", root_pass: "correct horse", authorized_keys: [], authorized_users: [] };
    const { id: disk } = await api.createLinodeDisk(id, { label: "root", size: 2000, ...order });
    finish();
    expect(await api.changeLinodeDiskPassword(id, disk, "another horse")).toEqual({});
  });

  itExercises("linodes/disks");
});

describe("configs of @linode/api-v4", () => {
  test("live from creation to deletion", async () => {
    const { id, finish } = await offline();
    const [first] = (await api.getLinodeConfigs(id, { page_size: 25 })).data;
    const [root] = (await api.getLinodeDisks(id)).data;
    const devices = { sda: { disk_id: root.id, volume_id: null }, sdb: null };
    const order = { label: "rescue", devices, kernel: "linode/grub2", run_level: "single", virt_mode: "paravirt" };
    const interfaces = [{ purpose: "public", label: "", ipam_address: "" }];
    const created = await api.createLinodeConfig(id, { ...order, root_device: "/dev/sda", interfaces });
    expect(created).toMatchObject({
      label: "rescue",
      kernel: "linode/grub2",
      devices: { sda: devices.sda, sdb: null },
    });

    // The service's own web UI sends a config back as received.
    const { devices: same, helpers, kernel, interfaces: none } = first;
    const changes = { label: "usual", comments: "changed", helpers: { ...Object(helpers), distro: false } };
    const changed = await api.updateLinodeConfig(id, first.id, { devices: same, kernel, interfaces: none, ...changes });
    expect(changed).toMatchObject({ ...changes, devices: same });
    expect(await api.getLinodeConfig(id, first.id)).toEqual(changed);

    expect(await api.linodeBoot(id, created.id)).toEqual({});
    finish();
    expect(await api.deleteLinodeConfig(id, first.id)).toEqual({});
    expect((await api.getLinodeConfigs(id)).data).toMatchObject([{ id: created.id }]);
  });

  itExercises("linodes/configs");
});

describe("addresses of @linode/api-v4", () => {
  test("are a public one, and a private one on request", async () => {
    const { id } = await offline();
    const { ipv4, ipv6 } = await api.getLinodeIPs(id);
    expect(ipv4).toMatchObject({ public: [{ linode_id: id }], private: [], shared: [], reserved: [], vpc: [] });
    expect(ipv6).toMatchObject({ slaac: { region: "us-east" }, link_local: { public: false }, global: [] });
    await expect(api.allocateIPAddress(id, { type: "ipv4", public: true })).rejects.toMatchObject({
      response: { data: { errors: [{ reason: expect.stringMatching(/require technical justification/) }] } },
    });
    const { address } = await api.allocateIPAddress(id, { type: "ipv4", public: false });
    expect((await api.getLinodeIPs(id)).ipv4).toMatchObject({ private: [{ address, public: false }] });
    expect(await api.removeIPAddress({ linodeID: id, address })).toEqual({});
    expect((await api.getLinodeIPs(id)).ipv4).toMatchObject({ private: [] });
  });

  itExercises("linodes/ips");
});

describe("backups of @linode/api-v4", () => {
  test("are taken, listed, restored and cancelled", async () => {
    const { id, finish } = await offline();
    expect(await api.enableBackups(id)).toEqual({});
    expect(await api.takeSnapshot(id, "before")).toMatchObject({
      label: "before",
      type: "snapshot",
      region: "us-east",
    });
    finish();
    const { snapshot } = await api.getLinodeBackups(id);
    expect(snapshot).toMatchObject({ in_progress: null, current: { label: "before", status: "successful" } });

    const target = await api.createLinode(ROOMY);
    const { id: backup } = Object(snapshot).current;
    expect(await api.restoreBackup(id, backup, target.id, true)).toEqual({});
    finish();
    expect((await api.getLinodeDisks(target.id)).results).toBe(2);
    expect(await api.cancelBackups(id)).toEqual({});
    expect(await api.getLinodeBackups(id)).toEqual({ automatic: [], snapshot: { current: null, in_progress: null } });
  });

  itExercises("linodes/backups");
});

describe("reads of @linode/api-v4 about instances", () => {
  test("return their transfer, and no statistics", async () => {
    const { id } = await offline();
    expect(await api.getLinodeTransfer(id)).toMatchObject({ used: 0, quota: 5000, region_transfers: [] });
    expect(await api.getLinodeTransferByDate(id, "2022", "7")).toMatchObject({ bytes_total: 0 });
    const unavailable = { response: { status: 400, data: { errors: [{ reason: expect.stringMatching(/^Stats/) }] } } };
    await expect(api.getLinodeStats(id)).rejects.toMatchObject(unavailable);
    await expect(api.getLinodeStatsByDate(id, "2022", "7")).rejects.toMatchObject(unavailable);
  });

  test("list types and kernels", async () => {
    await startForClient();
    const types = (await api.getLinodeTypes({ page_size: 25 })).data;
    expect(await api.getType("g6-nanode-1")).toEqual(types[0]);
    expect(types[0]).toMatchObject({ region_prices: [], addons: { backups: { region_prices: [] } } });
    const kernels = (await api.getLinodeKernels({ page_size: 25 }, { label: { "+contains": "GRUB 2" } })).data;
    expect(kernels).toMatchObject([{ id: "linode/grub2", kvm: true }]);
    expect(await api.getLinodeKernel("linode/grub2")).toEqual(kernels[0]);
  });

  itExercises("linodes/info");
});
