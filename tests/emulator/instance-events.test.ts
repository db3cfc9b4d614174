import { DEBIAN, PROVISION_MS, start } from "./support/client";
import type { Body } from "./support/client";
import { backedUp, configsOf, EMPTY, eventOf, INSTANCES, restore, running } from "./support/instances";

describe("the events of an instance", () => {
  test("tell of its creation with its image, and then of the boot with its config", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, DEBIAN);
    const made = { entity: id, secondary: DEBIAN.image };
    expect(await eventOf(client, "compute_create")).toEqual({ status: "started", ...made });
    client.emulator.clock.advance(0.7 * PROVISION_MS);
    expect(await eventOf(client, "compute_create")).toEqual({ status: "finished", ...made });
    const booted = { entity: id, secondary: (await configsOf(client, id))[0]?.id };
    expect(await eventOf(client, "compute_boot")).toEqual({ status: "started", ...booted });
    client.emulator.clock.advance(0.3 * PROVISION_MS);
    expect(await eventOf(client, "compute_boot")).toEqual({ status: "finished", ...booted });
  });

  test("tell of an empty one at once", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    expect(await eventOf(client, "compute_create")).toEqual({ status: "finished", entity: id, secondary: undefined });
  });

  test.each([
    ["shutdown", "compute_shutdown"],
    ["reboot", "compute_reboot"],
    ["resize", "compute_resize"],
  ])("tell of %s until it ends", async (action, event) => {
    const client = await start();
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/${action}`, { type: "g6-standard-1" });
    expect(await eventOf(client, event)).toMatchObject({ status: "started", entity: id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, event)).toMatchObject({ status: "finished", entity: id });
  });

  test("tell of a change of its fields, and never of what was refused", async () => {
    const client = await start();
    const { id } = await running(client);
    await client.put(`${INSTANCES}/${id}`, { label: "-" });
    expect((await client.get("/account/events")).body.data.map(({ action }: Body) => action)).not.toContain(
      "compute_update",
    );
    await client.put(`${INSTANCES}/${id}`, { label: "renamed" });
    expect(await eventOf(client, "compute_update")).toMatchObject({ status: "notification", entity: id });
  });

  test("tell of the watchdog's boot", async () => {
    const client = await start();
    const { id } = await running(client);
    client.emulator.poke("instance", id, { powerLoss: true });
    expect(await eventOf(client, "lassie_reboot")).toMatchObject({ status: "started", entity: id });
  });

  test("tell of the deletion, and of what it ends", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, DEBIAN);
    await client.delete(`${INSTANCES}/${id}`);
    expect(await eventOf(client, "compute_create")).toMatchObject({ status: "failed" });
    expect(await eventOf(client, "compute_delete")).toMatchObject({ status: "started", entity: id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "compute_delete")).toMatchObject({ status: "finished", entity: id });
  });

  test("tell of snapshots, restores and the backup service", async () => {
    const client = await start();
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    expect(await eventOf(client, "backups_enable")).toMatchObject({ status: "notification", entity: id });
    const { id: backup } = await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    expect(await eventOf(client, "compute_snapshot")).toMatchObject({ status: "started", entity: id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "compute_snapshot")).toMatchObject({ status: "finished" });
    const target = await client.create(INSTANCES, EMPTY);
    await restore(client, id, backup, { compute_id: target.id });
    expect(await eventOf(client, "backups_restore")).toMatchObject({ status: "started", entity: target.id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "backups_restore")).toMatchObject({ status: "finished" });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "y" });
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    expect(await eventOf(client, "compute_snapshot")).toMatchObject({ status: "failed" });
    expect(await eventOf(client, "backups_cancel")).toMatchObject({ status: "notification", entity: id });
  });

  test("tell of clones, from source to target", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    const target = await client.create(`${INSTANCES}/${id}/clone`, EMPTY);
    const cloned = { entity: id, secondary: target.id };
    expect(await eventOf(client, "compute_clone")).toEqual({ status: "started", ...cloned });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await eventOf(client, "compute_clone")).toEqual({ status: "finished", ...cloned });
    const other = await client.create(`${INSTANCES}/${id}/clone`, EMPTY);
    await client.delete(`${INSTANCES}/${other.id}`);
    expect(await eventOf(client, "compute_clone")).toEqual({ status: "failed", entity: id, secondary: other.id });
  });

  test("do not tell of automatic backups", async () => {
    const client = await start();
    await backedUp(client);
    const count = async () => (await client.get("/account/events")).body["results"];
    const before = await count();
    client.emulator.clock.advance(3 * 24 * 3_600_000);
    expect(await count()).toBe(before);
  });
});
