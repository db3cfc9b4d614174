import { DEBIAN, DOMAIN, PROVISION_MS, start } from "./support/client";
import { control, stateOf } from "./support/control";

describe("deletion behind the interface's back", () => {
  test("takes an instance away at once, with what belongs to it and whatever was in progress", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect((await control(client, "DELETE", `/instances/${id}`)).status).toBe(200);
    expect((await client.get(`/compute/instances/${id}`)).status).toBe(404);
    expect(client.emulator.clock.advance(PROVISION_MS).jobs).toBe(0);
    for (const kind of ["disk", "config"] as const) {
      expect(() => client.emulator.poke(kind, kind === "disk" ? 40_001 : 50_001, {})).toThrow("Not found");
    }
  });

  test("ends a snapshot that was being made", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    client.emulator.clock.advance(PROVISION_MS);
    await client.post(`/compute/instances/${id}/backups/enable`);
    await client.create(`/compute/instances/${id}/backups`, { label: "monday" });
    expect((await stateOf(client)).state.jobs).toHaveLength(1);
    client.emulator.remove("instance", id);
    expect((await stateOf(client)).state.jobs).toEqual([]);
  });

  test("takes a domain away with its records, or a record alone", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    const records = `/domains/${id}/records`;
    const one = await client.create(records, { type: "A", name: "one", target: "192.0.2.1" });
    const two = await client.create(records, { type: "A", name: "two", target: "192.0.2.1" });
    client.emulator.remove("record", one.id);
    expect((await client.get(records)).body.data.map((record) => record.id)).toEqual([two.id]);
    client.emulator.remove("domain", id);
    expect((await client.get(records)).status).toBe(404);
    expect(() => client.emulator.remove("record", two.id)).toThrow("Not found");
  });

  test("answers 404 for what does not exist", async () => {
    const client = await start();
    expect((await control(client, "DELETE", "/instances/1")).status).toBe(404);
    expect((await control(client, "DELETE", "/backups/1")).status).toBe(404);
  });
});
