import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { DAY_MS } from "../support/time";
import { asUser, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import {
  advanceTo,
  backedUp,
  backupOf,
  backupsOf,
  BUSY,
  configsOf,
  disksOf,
  EMPTY,
  INSTANCES,
  pathOf,
  restore,
  running,
  snapshot,
  startAtNoon,
  statusOf,
  view,
} from "./support/instances";

let client: Started;

beforeEach(async () => {
  client = await startAtNoon();
});

describe("a snapshot", () => {
  test("goes from pending through running and needsPostProcessing to successful", async () => {
    const { id } = await running(client, { backups_enabled: true });
    const { id: backupId, ...created } = await client.create(`${INSTANCES}/${id}/backups`, { label: "before" });
    expect(created).toMatchObject({ type: "snapshot", status: "pending", finished: null, disks: [], configs: [] });
    const seen = new Set([created.status]);
    for (let passed = 0; passed < PROVISION_MS; passed += PROVISION_MS / 20) {
      client.emulator.clock.advance(PROVISION_MS / 20);
      seen.add((await backupOf(client, id, backupId)).status);
    }
    expect([...seen]).toEqual(["pending", "running", "needsPostProcessing", "successful"]);
    expect((await view(client, id)).backups["last_successful"]).toBe((await backupOf(client, id, backupId)).finished);
  });

  test("keeps its instance busy without changing its status, and has deleted the previous one", async () => {
    const { id, backup } = await backedUp(client);
    const path = `${INSTANCES}/${id}/backups`;
    await client.create(path, { label: "again" });
    expect((await client.get(`${path}/${backup.id}`)).status).toBe(404);
    expect(await statusOf(client, id)).toBe("running");
    expect(reasons(await client.post(path, { label: "third" }))).toEqual(BUSY);
    expect(reasons(await client.post(`${INSTANCES}/${id}/reboot`))).toEqual(BUSY);
    client.emulator.poke("instance", id, { power: "off" });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await backupsOf(client, id)).snapshot.current).toMatchObject({ label: "again", status: "successful" });
    await client.create(`${INSTANCES}/${id}/resize`, { type: "g6-standard-1" });
    expect(reasons(await client.post(path, { label: "third" }))).toEqual(BUSY);
  });

  test("requires a label of 1 to 255 characters, and the backup service", async () => {
    const { id } = await running(client);
    const refused = async (body: object) => reasons(await client.post(`${INSTANCES}/${id}/backups`, body));
    expect(await refused({ label: "x" })).toEqual({ "": ["The backup service is not enabled"] });
    expect(await refused({})).toEqual({ label: ["label is required"] });
    expect(await refused({ label: "" })).toEqual({ label: ["Length must be 1-255 characters"] });
  });
});

describe("the backup service", () => {
  const UNSET = { enabled: false, last_successful: null, schedule: { day: null, window: null } };

  test("is cancelled with the snapshot in progress, and can be enabled again", async () => {
    const { id } = await backedUp(client);
    await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view(client, id)).backups).toEqual(UNSET);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    expect((await snapshot(client, id)).status).toBe("successful");
  });

  test("cannot be changed while the instance is being deleted", async () => {
    const instance = await client.create(INSTANCES, EMPTY);
    await client.delete(pathOf(instance));
    for (const action of ["enable", "cancel"]) {
      expect(reasons(await client.post(`${pathOf(instance)}/backups/${action}`))).toEqual(BUSY);
    }
  });
});

async function automatic(client: Started, id: number) {
  return (await backupsOf(client, id)).automatic;
}

describe("automatic backups", () => {
  test("are created once a day, at the start of the window, and do not make their instance busy", async () => {
    const { id } = await running(client, { backups_enabled: true });
    const schedule = { day: "Sunday", window: "W22" };
    const before = (await client.put(`${INSTANCES}/${id}`, { backups: { schedule } })).body;
    advanceTo(client, 22);
    expect(await automatic(client, id)).toMatchObject([{ type: "auto", label: null, status: "pending" }]);
    expect(client.emulator.clock.advance(0)).toMatchObject({ jobs: 0, nextDue: null });
    client.emulator.clock.advance(PROVISION_MS);
    const [backup, ...others] = await automatic(client, id);
    expect(others).toEqual([]);
    expect(backup).toMatchObject({ status: "successful", created: expect.stringMatching(/T22:00:00$/) });
    expect(backup?.disks).toHaveLength(2);
    const { finished: last_successful } = backup ?? {};
    expect(await view(client, id)).toEqual({ ...before, backups: { ...before.backups, last_successful } });
    advanceTo(client, 22);
    expect(await automatic(client, id)).toMatchObject([{ status: "successful" }, { status: "pending" }]);
    expect((await client.post(`${INSTANCES}/${id}/reboot`)).status).toBe(200);
  });

  test("are created even without a chosen window, and kept for the latest three", async () => {
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    client.emulator.clock.advance(3 * DAY_MS);
    const early = await automatic(client, id);
    const created = expect.stringMatching(/T02:00:00$/);
    expect(early).toMatchObject([{ created }, { created }, { created }]);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await automatic(client, id)).map((one) => one.id)).toEqual(early.map((one) => one.id + 5));
  });

  test("are not created for an instance without disks, nor once the service is cancelled", async () => {
    const empty = await client.create(INSTANCES, { ...EMPTY, backups_enabled: true });
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, empty.id)).toEqual([]);
    expect(await automatic(client, id)).toEqual([]);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    client.emulator.clock.advance(DAY_MS);
    expect(await automatic(client, id)).toHaveLength(1);
  });

  test("stop with the deletion of their instance", async () => {
    const [first, second] = [
      await running(client, { backups_enabled: true }),
      await running(client, { backups_enabled: true }),
    ];
    advanceTo(client, 2);
    await client.delete(pathOf(first));
    client.emulator.remove("instance", second.id);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await client.get(`${pathOf(first)}/backups`)).status).toBe(404);
    expect((await client.get(INSTANCES)).body.results).toBe(0);
  });

  test("continue after a restart", async () => {
    const dataFile = join(temporaryFolder(), "data");
    const before = await startAtNoon({ dataFile });
    const { id } = await running(before, { backups_enabled: true });
    before.emulator.clock.advance(DAY_MS);
    await before.emulator.close();
    const after = await start({ dataFile });
    after.emulator.clock.advance(DAY_MS);
    expect(await automatic(after, id)).toHaveLength(2);
  });
});

describe("restoring a backup", () => {
  test("onto an empty instance creates disks and configs, through restoring back to offline", async () => {
    const { id, backup } = await backedUp(client);
    const target = await client.create(INSTANCES, EMPTY);
    await restore(client, id, backup.id, { compute_id: target.id });
    expect([await statusOf(client, target.id), await statusOf(client, id)]).toEqual(["restoring", "running"]);
    expect(reasons(await client.post(`${pathOf(target)}/boot`))).toEqual(BUSY);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, target.id)).toMatchObject({ status: "offline", image: "compute/debian11" });
    const [config] = await configsOf(client, target.id);
    const disks = (await client.get(`${pathOf(target)}/disks`)).body.data;
    expect(config).toMatchObject({
      label: "My Debian 11 Disk Profile",
      devices: { sda: { disk_id: disks[0].id }, sdb: { disk_id: disks[1].id }, sdc: null },
    });
  });

  test("without overwrite keeps image and power state; with overwrite, the instance ends offline with the other image", async () => {
    const { id, backup } = await backedUp(client);
    const target = await running(client, { type: "g6-standard-1", swap_size: 20_000, image: "compute/alpine3.15" });
    client.emulator.poke("disk", 40_003, { size: 1_000 });
    const restored = async (overwrite: boolean) => {
      expect((await restore(client, id, backup.id, { compute_id: target.id, overwrite })).status).toBe(200);
      client.emulator.clock.advance(PROVISION_MS);
      const { status, image } = await view(client, target.id);
      return { status, image, disks: (await disksOf(client, target.id)).length };
    };
    expect(await restored(false)).toEqual({ status: "running", image: "compute/alpine3.15", disks: 4 });
    expect(await restored(true)).toEqual({ status: "offline", image: "compute/debian11", disks: 2 });
  });

  test("requires room for the disks of the backup, and otherwise changes nothing", async () => {
    const { id, backup } = await backedUp(client, { type: "g6-standard-1" });
    const target = await running(client);
    const refused = async (body: object) => reasons(await restore(client, id, backup.id, body));
    expect(await refused({ compute_id: target.id })).toEqual({
      "": ["Insufficient space: 51200 MB are needed, and 0 MB are free."],
    });
    expect(await refused({ compute_id: target.id, overwrite: true })).toEqual({
      "": ["Insufficient space: 51200 MB are needed, and 25600 MB are free."],
    });
    expect(await view(client, target.id)).toEqual(target);
    expect(await disksOf(client, target.id)).toHaveLength(2);
  });

  test("requires a successful backup and an existing target", async () => {
    const { id } = await running(client, { backups_enabled: true });
    const backup = await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    const { id: compute_id } = await client.create(INSTANCES, EMPTY);
    const elsewhere = await client.create(INSTANCES, { ...EMPTY, region: "eu-west" });
    const refused = async (body: object) => reasons(await restore(client, id, backup.id, body));
    expect(await refused({ compute_id })).toEqual({ "": ["Only a successful backup can be restored"] });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await refused({})).toEqual({ compute_id: ["compute_id is required"] });
    expect(await refused({ compute_id: 1, overwrite: 1 })).toEqual({
      compute_id: ["compute_id is not valid"],
      overwrite: ["Must be of type Boolean"],
    });
    expect(await refused({ compute_id: elsewhere.id })).toEqual({
      compute_id: ["The instance and the backup must be in the same region"],
    });
    await client.create(`${INSTANCES}/${compute_id}/resize`, { type: "g6-standard-1" });
    expect(await refused({ compute_id })).toEqual(BUSY);
    expect((await restore(client, id, backup.id + 1, { compute_id })).status).toBe(404);
    expect((await restore(client, compute_id, backup.id, { compute_id })).status).toBe(404);
  });

  test("requires read_write on both instances from a restricted user", async () => {
    const kind = "instance" as const;
    const objects = [
      { kind, id: 10_001, permissions: "read_write" as const },
      { kind, id: 10_002, permissions: "read_only" as const },
      { kind, id: 10_003, permissions: "read_write" as const },
    ];
    client = await start({ tokens: ["admin", { token: "guest", username: "guest", restricted: true, objects }] });
    const { id, backup } = await backedUp(client);
    const [readable, writable] = [await client.create(INSTANCES, EMPTY), await client.create(INSTANCES, EMPTY)];
    const guest = asUser(client, "guest");
    expect((await restore(guest, id, backup.id, { compute_id: readable.id })).status).toBe(403);
    expect((await restore(guest, readable.id, backup.id, { compute_id: writable.id })).status).toBe(403);
    expect((await restore(guest, id, backup.id, { compute_id: writable.id })).status).toBe(200);
  });

  test("names its target with the brand's field name, and stops with the target's deletion", async () => {
    client = await start({ brand: "acme" });
    const body = { ...EMPTY, image: "acme/debian11", root_pass: "correct horse", backups_enabled: true };
    const { id } = await client.create("/acme/instances", body);
    client.emulator.clock.advance(PROVISION_MS);
    const backup = await client.create(`/acme/instances/${id}/backups`, { label: "x" });
    client.emulator.clock.advance(PROVISION_MS);
    const path = `/acme/instances/${id}/backups/${backup.id}/restore`;
    expect(reasons(await client.post(path, { compute_id: id }))).toEqual({ acme_id: ["acme_id is required"] });
    expect((await client.post(path, { acme_id: id, overwrite: true })).status).toBe(200);
    await client.delete(`/acme/instances/${id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(`/acme/instances/${id}`)).status).toBe(404);
  });
});
