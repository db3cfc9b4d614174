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
  configsOf,
  disksOf,
  EMPTY,
  INSTANCES,
  restore,
  ROOMY,
  running,
  snapshot,
  startAtNoon,
  statusOf,
  view,
} from "./support/instances";

const UNSET = { enabled: false, last_successful: null, schedule: { day: null, window: null } };

describe("a snapshot", () => {
  test("goes from pending through running and needsPostProcessing to successful", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    const { id: backupId, ...created } = await client.create(`${INSTANCES}/${id}/backups`, { label: "before" });
    expect(created).toMatchObject({ label: "before", type: "snapshot", status: "pending", finished: null });
    expect(created).toMatchObject({ disks: [], configs: [] });
    const seen = new Set([created.status]);
    for (let passed = 0; passed < PROVISION_MS; passed += PROVISION_MS / 20) {
      client.emulator.clock.advance(PROVISION_MS / 20);
      seen.add((await backupOf(client, id, backupId)).status);
    }
    expect([...seen]).toEqual(["pending", "running", "needsPostProcessing", "successful"]);
    const backup = await backupOf(client, id, backupId);
    expect(backup).toMatchObject({
      configs: ["My Debian 11 Disk Profile"],
      disks: [
        { label: "Debian 11 Disk", filesystem: "ext4", size: 25088 },
        { label: "512 MB Swap Image", filesystem: "swap", size: 512 },
      ],
    });
    expect((await view(client, id)).backups["last_successful"]).toBe(backup.finished);
  });

  test("is listed under in_progress until it is successful, then under current", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    expect(await backupsOf(client, id)).toEqual({ automatic: [], snapshot: { current: null, in_progress: null } });
    const begun = await client.create(`${INSTANCES}/${id}/backups`, { label: "before" });
    expect((await backupsOf(client, id)).snapshot).toEqual({ current: null, in_progress: begun });
    client.emulator.clock.advance(PROVISION_MS);
    const ended = await backupOf(client, id, begun.id);
    expect((await backupsOf(client, id)).snapshot).toEqual({ current: ended, in_progress: null });
  });

  test("deletes the previous one when it starts", async () => {
    const client = await startAtNoon();
    const { id, backup } = await backedUp(client);
    await client.create(`${INSTANCES}/${id}/backups`, { label: "again" });
    expect((await client.get(`${INSTANCES}/${id}/backups/${backup.id}`)).status).toBe(404);
    expect((await backupsOf(client, id)).snapshot).toMatchObject({ current: null, in_progress: { label: "again" } });
  });

  test("keeps its instance busy without changing its status", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "before" });
    expect(await statusOf(client, id)).toBe("running");
    const busy = { "": ["Compute busy."] };
    expect(reasons(await client.post(`${INSTANCES}/${id}/backups`, { label: "again" }))).toEqual(busy);
    expect(reasons(await client.post(`${INSTANCES}/${id}/reboot`))).toEqual(busy);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.post(`${INSTANCES}/${id}/backups`, { label: "again" })).status).toBe(200);
  });

  test("continues if the instance is powered off meanwhile", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "before" });
    client.emulator.poke("instance", id, { power: "off" });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await backupsOf(client, id)).snapshot.current?.status).toBe("successful");
  });

  test("requires a label of 1 to 255 characters, and the backup service", async () => {
    const client = await startAtNoon();
    const { id } = await running(client);
    const take = (body: object) => client.post(`${INSTANCES}/${id}/backups`, body);
    expect(reasons(await take({ label: "x" }))).toEqual({ "": ["The backup service is not enabled"] });
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    expect(reasons(await take({}))).toEqual({ label: ["label is required"] });
    for (const label of ["", "x".repeat(256)]) {
      expect(reasons(await take({ label }))).toEqual({ label: ["Length must be 1-255 characters"] });
    }
    expect((await take({ label: "x".repeat(255) })).status).toBe(200);
  });

  test("is rejected while the instance is busy", async () => {
    const client = await startAtNoon();
    const { id } = await client.create(INSTANCES, { ...EMPTY, backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/resize`, { type: "g6-standard-1" });
    expect(reasons(await client.post(`${INSTANCES}/${id}/backups`, { label: "x" }))).toEqual({ "": ["Compute busy."] });
  });
});

describe("a backup", () => {
  test("is found only under its own instance", async () => {
    const client = await startAtNoon();
    const { backup } = await backedUp(client);
    const other = await running(client);
    expect((await client.get(`${INSTANCES}/${other.id}/backups/${backup.id}`)).status).toBe(404);
    expect((await client.get(`${INSTANCES}/${other.id}/backups/x`)).status).toBe(404);
  });

  test("is deleted with its instance", async () => {
    const client = await startAtNoon();
    const { id, backup } = await backedUp(client);
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, backup_id: backup.id }))).toEqual({
      backup_id: ["backup_id is not valid"],
    });
  });

  test("shows its region only with the real service's brand", async () => {
    const client = await start({ brand: "linode" });
    const body = { ...EMPTY, image: "linode/debian11", root_pass: "correct horse", backups_enabled: true };
    const { id } = await client.create("/linode/instances", body);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await client.create(`/linode/instances/${id}/backups`, { label: "x" })).toMatchObject({ region: "us-east" });
  });
});

describe("the backup service", () => {
  test("is cancelled with all backups, and can be enabled again", async () => {
    const client = await startAtNoon();
    const { id, backup } = await backedUp(client);
    expect((await client.post(`${INSTANCES}/${id}/backups/cancel`)).body).toEqual({});
    expect((await view(client, id)).backups).toEqual(UNSET);
    expect(await backupsOf(client, id)).toEqual({ automatic: [], snapshot: { current: null, in_progress: null } });
    expect((await client.get(`${INSTANCES}/${id}/backups/${backup.id}`)).status).toBe(404);
    expect((await client.post(`${INSTANCES}/${id}/backups/cancel`)).body).toEqual({});
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    expect((await snapshot(client, id)).status).toBe("successful");
  });

  test("can be cancelled while a snapshot is in progress", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view(client, id)).backups).toEqual(UNSET);
    expect((await client.post(`${INSTANCES}/${id}/reboot`)).status).toBe(200);
  });

  test("cannot be changed while the instance is being deleted", async () => {
    const client = await startAtNoon();
    const { id } = await client.create(INSTANCES, EMPTY);
    await client.delete(`${INSTANCES}/${id}`);
    for (const action of ["enable", "cancel"]) {
      const reply = await client.post(`${INSTANCES}/${id}/backups/${action}`);
      expect(reasons(reply)).toEqual({ "": ["Compute busy."] });
    }
  });
});

async function automatic(client: Started, id: number) {
  return (await backupsOf(client, id)).automatic;
}

describe("automatic backups", () => {
  test("are created once a day, at the start of the window", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    await client.put(`${INSTANCES}/${id}`, { backups: { schedule: { day: "Sunday", window: "W22" } } });
    advanceTo(client, 22);
    expect(await automatic(client, id)).toMatchObject([{ type: "auto", label: null, status: "pending" }]);
    client.emulator.clock.advance(PROVISION_MS);
    const [backup, ...others] = await automatic(client, id);
    expect(others).toEqual([]);
    expect(backup).toMatchObject({ status: "successful", created: expect.stringMatching(/T22:00:00$/) });
    expect(backup?.disks).toHaveLength(2);
    expect((await view(client, id)).backups["last_successful"]).toBe(backup?.finished);
    client.emulator.clock.advance(DAY_MS);
    expect(await automatic(client, id)).toHaveLength(2);
  });

  test("are created even without a chosen window", async () => {
    const client = await startAtNoon();
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    client.emulator.clock.advance(DAY_MS);
    expect(await automatic(client, id)).toMatchObject([{ created: expect.stringMatching(/T02:00:00$/) }]);
  });

  test("are kept for the latest three", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    client.emulator.clock.advance(3 * DAY_MS);
    const early = (await automatic(client, id)).map((backup) => backup.id);
    expect(early).toHaveLength(3);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await automatic(client, id)).map((backup) => backup.id)).toEqual(early.map((number) => number + 5));
  });

  test("do not make their instance busy, and change only its last backup", async () => {
    const client = await startAtNoon();
    const before = await running(client, { backups_enabled: true });
    advanceTo(client, 2);
    expect((await automatic(client, before.id))[0]?.status).toBe("pending");
    expect(client.emulator.clock.advance(0)).toMatchObject({ jobs: 0, nextDue: null });
    client.emulator.clock.advance(PROVISION_MS);
    const { backups, ...after } = await view(client, before.id);
    expect({ ...after, backups: { ...backups, last_successful: null } }).toEqual(before);
    expect((await client.post(`${INSTANCES}/${before.id}/reboot`)).status).toBe(200);
  });

  test("are not created for an instance without disks, nor once the service is cancelled", async () => {
    const client = await startAtNoon();
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
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    advanceTo(client, 2);
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await client.get(`${INSTANCES}/${id}/backups`)).status).toBe(404);
    const other = await running(client, { backups_enabled: true });
    client.emulator.remove("instance", other.id);
    client.emulator.clock.advance(5 * DAY_MS);
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

  test("without overwrite keeps existing disks and configs, and the power state", async () => {
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

  test("with overwrite deletes existing disks and configs, and ends with the instance offline", async () => {
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

  test("requires room for the disks of the backup, and otherwise changes nothing", async () => {
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

  test("is rejected while the target is busy, and keeps it busy", async () => {
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

  test("requires a successful backup and an existing target", async () => {
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

  test("requires a target in the same region", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const { id: compute_id } = await client.create(INSTANCES, { ...EMPTY, region: "eu-west" });
    expect(reasons(await restore(client, id, backup.id, { compute_id }))).toEqual({
      compute_id: ["The instance and the backup must be in the same region"],
    });
  });

  test("requires read_write on both instances from a restricted user", async () => {
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

  test("stops with the deletion of its target", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const target = await client.create(INSTANCES, ROOMY);
    await restore(client, id, backup.id, { compute_id: target.id });
    await client.delete(`${INSTANCES}/${target.id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, target.id)).toBe(404);
  });

  test("names its target with the brand's field name", async () => {
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
