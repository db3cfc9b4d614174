import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import { BUSY, clone, disksOf, EMPTY, INSTANCES, running, statusOf } from "./support/instances";

describe("the source of clones", () => {
  test("shows cloning until the last one has ended, and then its status from before", async () => {
    const client = await start();
    const { id } = await running(client);
    await clone(client, id);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    await clone(client, id);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("cloning");
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("takes five at once, and a sixth when one has ended", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    for (let clones = 0; clones < 5; clones += 1) {
      client.emulator.clock.advance(10);
      expect((await clone(client, id)).status).toBe(200);
    }
    const sixth = await clone(client, id);
    expect([sixth.status, reasons(sixth)]).toEqual([400, { "": ["At most 5 clones of a compute may be in progress"] }]);
    expect((await client.get(INSTANCES)).body.results).toBe(6);
    client.emulator.clock.advance(0.8 * PROVISION_MS - 40);
    expect((await clone(client, id)).status).toBe(200);
  });

  test("is busy, as are the targets", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    const target = (await clone(client, id)).body;
    expect(reasons(await client.post(`${INSTANCES}/${id}/boot`))).toEqual(BUSY);
    expect(reasons(await client.post(`${INSTANCES}/${target.id}/boot`))).toEqual(BUSY);
    expect(reasons(await clone(client, target.id))).toEqual(BUSY);
    const other = await client.create(INSTANCES, EMPTY);
    expect(reasons(await client.post(`${INSTANCES}/${other.id}/clone`, { compute_id: id }))).toEqual(BUSY);
  });

  test("must have nothing else to do", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, DEBIAN);
    expect(reasons(await clone(client, id))).toEqual(BUSY);
    client.emulator.clock.advance(PROVISION_MS);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    expect(reasons(await clone(client, id))).toEqual(BUSY);
  });

  test("is free again at once when the target is deleted", async () => {
    const client = await start();
    const { id } = await running(client);
    const [first, second] = [(await clone(client, id)).body, (await clone(client, id)).body];
    await client.delete(`${INSTANCES}/${first.id}`);
    expect(await statusOf(client, id)).toBe("cloning");
    await client.delete(`${INSTANCES}/${second.id}`);
    expect(await statusOf(client, id)).toBe("running");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
    expect(await statusOf(client, first.id)).toBe(404);
  });

  test("can be deleted, and the clone ends as it would have", async () => {
    const client = await start();
    const { id } = await running(client);
    const target = (await clone(client, id)).body;
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe(404);
    expect(await statusOf(client, target.id)).toBe("offline");
    expect(await disksOf(client, target.id)).toHaveLength(2);
    expect((await client.post(`${INSTANCES}/${target.id}/boot`)).status).toBe(200);
  });

  test("never stays in cloning, whatever happens behind the interface's back", async () => {
    const client = await start();
    const { id } = await running(client);
    const removed = (await clone(client, id)).body;
    client.emulator.remove("instance", removed.id);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
    const target = (await clone(client, id)).body;
    client.emulator.poke("instance", id, { status: "stopped" });
    client.emulator.clock.advance(PROVISION_MS);
    expect([await statusOf(client, id), await statusOf(client, target.id)]).toEqual(["stopped", "offline"]);
  });
});
