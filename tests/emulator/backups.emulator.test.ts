import { DAY_MS } from "../support/time";
import { PROVISION_MS, reasons } from "./support/client";
import { client, restart, settle, withUser } from "./support/fresh";
import { advanceTo, backedUp, backupsOf, BUSY, empty, EMPTY, noSpace, running } from "./support/instances";
import type { Instance } from "./support/instances";

/** At noon, no automatic backup is due. */
beforeEach(() => advanceTo(client, 12));

/** A running instance with the backup service. */
const withBackups = () => running(client, { backups_enabled: true });

const automatic = async ({ id }: Instance, at = client) => (await backupsOf(at, id)).automatic;

test("a snapshot goes from pending through running and needsPostProcessing to successful", async () => {
  const { path, create, view } = await withBackups();
  const { id, status } = await create("backups", { label: "before" });
  const now = async () => (await client.get(`${path}/backups/${id}`)).body;
  const seen = new Set([status]);
  for (let passed = 0; passed < PROVISION_MS; passed += PROVISION_MS / 20) {
    client.emulator.clock.advance(PROVISION_MS / 20);
    seen.add((await now()).status);
  }
  expect([...seen]).toEqual(["pending", "running", "needsPostProcessing", "successful"]);
  expect((await view()).backups["last_successful"]).toBe((await now())["finished"]);
});

describe("the backup service", () => {
  test("cannot be changed while the instance is being deleted", async () => {
    const { path, refused } = await empty(client);
    await client.delete(path);
    for (const action of ["enable", "cancel"]) expect(await refused(`backups/${action}`)).toEqual(BUSY);
  });
});

describe("automatic backups", () => {
  test("are created once a day, at the start of the window, and do not make their instance busy", async () => {
    const instance = await withBackups();
    const before = (await instance.put({ backups: { schedule: { day: "Sunday", window: "W22" } } })).body;
    advanceTo(client, 22);
    expect(await automatic(instance)).toMatchObject([{ type: "auto", label: null, status: "pending" }]);
    expect(client.emulator.clock.advance(0)).toMatchObject({ jobs: 0, nextDue: null });
    settle();
    const [backup, ...others] = await automatic(instance);
    expect(others).toEqual([]);
    expect(backup).toMatchObject({ status: "successful", created: expect.stringMatching(/T22:00:00$/) });
    expect(backup?.disks).toHaveLength(2);
    const { finished: last_successful } = backup ?? {};
    expect(await instance.view()).toEqual({ ...before, backups: { ...before.backups, last_successful } });
    advanceTo(client, 22);
    expect(await automatic(instance)).toMatchObject([{ status: "successful" }, { status: "pending" }]);
    expect((await instance.post("reboot")).status).toBe(200);
  });

  test("are created even without a chosen window, and kept for the latest three", async () => {
    const instance = await running(client);
    await instance.create("backups/enable");
    client.emulator.clock.advance(3 * DAY_MS);
    const early = await automatic(instance);
    const created = expect.stringMatching(/T02:00:00$/);
    expect(early).toMatchObject([{ created }, { created }, { created }]);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await automatic(instance)).map((one) => one.id)).toEqual(early.map((one) => one.id + 5));
  });
});

describe("restoring a backup", () => {
  test("without overwrite keeps image and power state; with overwrite, the instance ends offline with the other image", async () => {
    const source = await backedUp(client);
    const target = await running(client, { type: "g6-standard-1", swap_size: 20_000, image: "compute/alpine3.15" });
    client.emulator.poke("disk", 40_003, { size: 1_000 });
    const restored = async (overwrite: boolean) => {
      await source.create(`backups/${source.backup.id}/restore`, { compute_id: target.id, overwrite });
      settle();
      const { status, image } = await target.view();
      return { status, image, disks: (await target.list("disks")).length };
    };
    expect(await restored(false)).toEqual({ status: "running", image: "compute/alpine3.15", disks: 4 });
    expect(await restored(true)).toEqual({ status: "offline", image: "compute/debian11", disks: 2 });
  });

  test("requires room for the disks of the backup, and otherwise changes nothing", async () => {
    const { backup, refused } = await backedUp(client, { type: "g6-standard-1" });
    const target = await running(client);
    const before = await target.view();
    const restore = `backups/${backup.id}/restore`;
    expect(await refused(restore, { compute_id: target.id })).toEqual({ "": [noSpace(51_200, 0)] });
    const overwriting = await refused(restore, { compute_id: target.id, overwrite: true });
    expect(overwriting).toEqual({ "": [noSpace(51_200, 25_600)] });
    expect(await target.view()).toEqual(before);
    expect(await target.list("disks")).toHaveLength(2);
  });

  test("requires a successful backup and an existing target", async () => {
    const { create, post, refused } = await withBackups();
    const { id } = await create("backups", { label: "x" });
    const target = await empty(client);
    const elsewhere = await empty(client, { region: "eu-west" });
    const against = (body: object) => refused(`backups/${id}/restore`, body);
    expect(await against({ compute_id: target.id })).toEqual({ "": ["Only a successful backup can be restored"] });
    settle();
    const region = { compute_id: ["The instance and the backup must be in the same region"] };
    expect(await against({ compute_id: elsewhere.id })).toEqual(region);
    await target.create("resize", { type: "g6-standard-1" });
    expect(await against({ compute_id: target.id })).toEqual(BUSY);
    expect((await post(`backups/${id + 1}/restore`, { compute_id: target.id })).status).toBe(404);
    expect((await target.post(`backups/${id}/restore`, { compute_id: target.id })).status).toBe(404);
  });

  test("requires read_write on both instances from a restricted user", async () => {
    const objects = (["read_write", "read_only", "read_write"] as const).map((permissions, index) => {
      return { kind: "instance" as const, id: 10_001 + index, permissions };
    });
    const guest = await withUser({ restricted: true, objects });
    const source = await backedUp(client);
    const [readable, writable] = [await empty(client), await empty(client)];
    const restore = async ({ path }: Instance, target: Instance) => {
      const action = `${path}/backups/${source.backup.id}/restore`;
      return (await guest.post(action, { compute_id: target.id })).status;
    };
    expect(await restore(source, readable)).toBe(403);
    expect(await restore(readable, writable)).toBe(403);
    expect(await restore(source, writable)).toBe(200);
  });

  test("names its target with the brand's field name, and stops with the target's deletion", async () => {
    await restart({ brand: "acme" });
    const body = { ...EMPTY, image: "acme/debian11", root_pass: "correct horse", backups_enabled: true };
    const { id } = await client.create("/acme/instances", body);
    settle();
    const backup = await client.create(`/acme/instances/${id}/backups`, { label: "x" });
    settle();
    const path = `/acme/instances/${id}/backups/${backup.id}/restore`;
    expect(reasons(await client.post(path, { compute_id: id }))).toEqual({ acme_id: ["acme_id is required"] });
    expect((await client.post(path, { acme_id: id, overwrite: true })).status).toBe(200);
    await client.delete(`/acme/instances/${id}`);
    settle();
    expect((await client.get(`/acme/instances/${id}`)).status).toBe(404);
  });
});
