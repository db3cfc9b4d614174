import { PROVISION_MS, reasons, start } from "./support/client";
import {
  backedUp,
  backupOf,
  backupsOf,
  EMPTY,
  INSTANCES,
  running,
  snapshot,
  startAtNoon,
  statusOf,
  view,
} from "./support/instances";

const UNSET = { enabled: false, last_successful: null, schedule: { day: null, window: null } };

describe("a snapshot", () => {
  test("goes from pending over running and needsPostProcessing to successful", async () => {
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

  test("stands under in_progress until it is successful, then under current", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    expect(await backupsOf(client, id)).toEqual({ automatic: [], snapshot: { current: null, in_progress: null } });
    const begun = await client.create(`${INSTANCES}/${id}/backups`, { label: "before" });
    expect((await backupsOf(client, id)).snapshot).toEqual({ current: null, in_progress: begun });
    client.emulator.clock.advance(PROVISION_MS);
    const ended = await backupOf(client, id, begun.id);
    expect((await backupsOf(client, id)).snapshot).toEqual({ current: ended, in_progress: null });
  });

  test("deletes the previous one when it begins", async () => {
    const client = await startAtNoon();
    const { id, backup } = await backedUp(client);
    await client.create(`${INSTANCES}/${id}/backups`, { label: "again" });
    expect((await client.get(`${INSTANCES}/${id}/backups/${backup.id}`)).status).toBe(404);
    expect((await backupsOf(client, id)).snapshot).toMatchObject({ current: null, in_progress: { label: "again" } });
  });

  test("keeps its instance busy, whose status it leaves alone", async () => {
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

  test("goes on when the power is switched off meanwhile", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "before" });
    client.emulator.poke("instance", id, { power: "off" });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await backupsOf(client, id)).snapshot.current?.status).toBe("successful");
  });

  test("needs a label of 1 to 255 characters, and the backup service", async () => {
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

  test("is refused while the instance is busy", async () => {
    const client = await startAtNoon();
    const { id } = await client.create(INSTANCES, { ...EMPTY, backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/resize`, { type: "g6-standard-1" });
    expect(reasons(await client.post(`${INSTANCES}/${id}/backups`, { label: "x" }))).toEqual({ "": ["Compute busy."] });
  });
});

describe("a backup", () => {
  test("is found below its own instance only", async () => {
    const client = await startAtNoon();
    const { backup } = await backedUp(client);
    const other = await running(client);
    expect((await client.get(`${INSTANCES}/${other.id}/backups/${backup.id}`)).status).toBe(404);
    expect((await client.get(`${INSTANCES}/${other.id}/backups/x`)).status).toBe(404);
  });

  test("goes with its instance", async () => {
    const client = await startAtNoon();
    const { id, backup } = await backedUp(client);
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, backup_id: backup.id }))).toEqual({
      backup_id: ["backup_id is not valid"],
    });
  });

  test("shows its region under the brand of the real service only", async () => {
    const client = await start({ brand: "linode" });
    const body = { ...EMPTY, image: "linode/debian11", root_pass: "correct horse", backups_enabled: true };
    const { id } = await client.create("/linode/instances", body);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await client.create(`/linode/instances/${id}/backups`, { label: "x" })).toMatchObject({ region: "us-east" });
  });
});

describe("the backup service", () => {
  test("is cancelled with all backups, and enabled again", async () => {
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

  test("is cancelled while a snapshot is being made", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view(client, id)).backups).toEqual(UNSET);
    expect((await client.post(`${INSTANCES}/${id}/reboot`)).status).toBe(200);
  });

  test("is left alone while the instance is being deleted", async () => {
    const client = await startAtNoon();
    const { id } = await client.create(INSTANCES, EMPTY);
    await client.delete(`${INSTANCES}/${id}`);
    for (const action of ["enable", "cancel"]) {
      const reply = await client.post(`${INSTANCES}/${id}/backups/${action}`);
      expect(reasons(reply)).toEqual({ "": ["Compute busy."] });
    }
  });
});
