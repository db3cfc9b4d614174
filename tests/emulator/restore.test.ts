import { asUser, PROVISION_MS, reasons, start } from "./support/client";
import { backedUp, configsOf, disksOf, EMPTY, INSTANCES, restore, ROOMY } from "./support/instances";
import { running, statusOf, view } from "./support/instances";

describe("restoring a backup", () => {
  test("onto an empty instance brings disks and configs, over restoring back to offline", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client, { swap_size: 256 });
    const target = await client.create(INSTANCES, EMPTY);
    expect((await restore(client, id, backup.id, { compute_id: target.id })).body).toEqual({});
    expect(await statusOf(client, target.id)).toBe("restoring");
    expect(await statusOf(client, id)).toBe("running");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, target.id)).toMatchObject({ status: "offline", image: "compute/debian11" });
    expect(await disksOf(client, target.id)).toEqual(backup.disks);
    const [config] = await configsOf(client, target.id);
    const disks = (await client.get(`${INSTANCES}/${target.id}/disks`)).body.data;
    expect(config).toMatchObject({
      label: "My Debian 11 Disk Profile",
      devices: { sda: { disk_id: disks[0].id }, sdb: { disk_id: disks[1].id }, sdc: null },
    });
    expect((await client.post(`${INSTANCES}/${target.id}/boot`)).status).toBe(200);
  });

  test("without overwrite leaves what is there, and the power as it was", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const target = await running(client, { type: "g6-standard-1", swap_size: 20_000, image: "compute/alpine3.15" });
    client.emulator.poke("disk", 40_003, { size: 1_000 });
    expect((await restore(client, id, backup.id, { compute_id: target.id, overwrite: false })).status).toBe(200);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, target.id)).toMatchObject({ status: "running", image: "compute/alpine3.15" });
    expect(await disksOf(client, target.id)).toHaveLength(4);
    expect(await configsOf(client, target.id)).toHaveLength(2);
  });

  test("with overwrite deletes what is there, and leaves the instance off", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const target = await running(client, { swap_size: 0, image: "compute/alpine3.15" });
    expect((await restore(client, id, backup.id, { compute_id: target.id, overwrite: true })).status).toBe(200);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, target.id)).toMatchObject({ status: "offline", image: "compute/debian11" });
    expect(await disksOf(client, target.id)).toEqual(backup.disks);
    expect((await configsOf(client, target.id)).map(({ label }) => label)).toEqual(backup.configs);
  });

  test("is possible onto the instance itself", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    expect((await restore(client, id, backup.id, { compute_id: id, overwrite: true })).status).toBe(200);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await disksOf(client, id)).toEqual(backup.disks);
    expect((await client.get(`${INSTANCES}/${id}/backups/${backup.id}`)).body).toEqual(backup);
  });

  test("needs room for the disks of the backup, and changes nothing where there is none", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const short = { "": ["Insufficient space: 25600 MB are needed, and 0 MB are free."] };
    expect(reasons(await restore(client, id, backup.id, { compute_id: id }))).toEqual(short);
    const large = await backedUp(client, { type: "g6-standard-1" });
    const target = await running(client);
    const onto = { compute_id: target.id, overwrite: true };
    expect(reasons(await restore(client, large.id, large.backup.id, onto))).toEqual({
      "": ["Insufficient space: 51200 MB are needed, and 25600 MB are free."],
    });
    expect(await view(client, target.id)).toEqual(target);
    expect(await disksOf(client, target.id)).toHaveLength(2);
  });

  test("is refused while the target is busy, and keeps it busy", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const { id: compute_id } = await client.create(INSTANCES, EMPTY);
    await client.create(`${INSTANCES}/${compute_id}/resize`, { type: "g6-standard-1" });
    const busy = { "": ["Compute busy."] };
    expect(reasons(await restore(client, id, backup.id, { compute_id }))).toEqual(busy);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await restore(client, id, backup.id, { compute_id })).status).toBe(200);
    expect(reasons(await client.post(`${INSTANCES}/${compute_id}/boot`))).toEqual(busy);
  });

  test("needs a backup that is successful, and a target that there is", async () => {
    const client = await start();
    const { id } = await running(client, { backups_enabled: true });
    const backup = await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    const { id: compute_id } = await client.create(INSTANCES, EMPTY);
    expect(reasons(await restore(client, id, backup.id, { compute_id }))).toEqual({
      "": ["Only a successful backup can be restored"],
    });
    client.emulator.clock.advance(PROVISION_MS);
    expect(reasons(await restore(client, id, backup.id, {}))).toEqual({ compute_id: ["compute_id is required"] });
    expect(reasons(await restore(client, id, backup.id, { compute_id: 1, overwrite: 1 }))).toEqual({
      compute_id: ["compute_id is not valid"],
      overwrite: ["Must be of type Boolean"],
    });
    expect((await restore(client, id, backup.id + 1, { compute_id })).status).toBe(404);
    expect((await restore(client, compute_id, backup.id, { compute_id })).status).toBe(404);
  });

  test("stays in the region", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const { id: compute_id } = await client.create(INSTANCES, { ...EMPTY, region: "eu-west" });
    expect(reasons(await restore(client, id, backup.id, { compute_id }))).toEqual({
      compute_id: ["The instance and the backup must be in the same region"],
    });
  });

  test("needs read_write on both instances from a restricted user", async () => {
    const objects = [
      { kind: "instance" as const, id: 10_001, permissions: "read_write" as const },
      { kind: "instance" as const, id: 10_002, permissions: "read_only" as const },
      { kind: "instance" as const, id: 10_003, permissions: "read_write" as const },
    ];
    const client = await start({ tokens: ["admin", { token: "guest", username: "guest", restricted: true, objects }] });
    const { id, backup } = await backedUp(client);
    const [readable, writable] = [await client.create(INSTANCES, EMPTY), await client.create(INSTANCES, EMPTY)];
    const guest = asUser(client, "guest");
    expect((await restore(guest, id, backup.id, { compute_id: readable.id })).status).toBe(403);
    expect((await restore(guest, readable.id, backup.id, { compute_id: writable.id })).status).toBe(403);
    expect((await restore(guest, id, backup.id, { compute_id: writable.id })).status).toBe(200);
  });

  test("ends with its target", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const target = await client.create(INSTANCES, ROOMY);
    await restore(client, id, backup.id, { compute_id: target.id });
    await client.delete(`${INSTANCES}/${target.id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, target.id)).toBe(404);
  });

  test("names its target in the words of the brand", async () => {
    const client = await start({ brand: "acme" });
    const body = { ...EMPTY, image: "acme/debian11", root_pass: "correct horse", backups_enabled: true };
    const { id } = await client.create("/acme/instances", body);
    client.emulator.clock.advance(PROVISION_MS);
    const backup = await client.create(`/acme/instances/${id}/backups`, { label: "x" });
    client.emulator.clock.advance(PROVISION_MS);
    const path = `/acme/instances/${id}/backups/${backup.id}/restore`;
    expect(reasons(await client.post(path, { compute_id: id }))).toEqual({ acme_id: ["acme_id is required"] });
    expect((await client.post(path, { acme_id: id, overwrite: true })).status).toBe(200);
  });
});
