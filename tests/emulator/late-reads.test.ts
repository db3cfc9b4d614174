import { DOMAIN, start } from "./support/client";

describe("a stale read", () => {
  test("shows an object as it was before the latest write, once", async () => {
    const client = await start();
    const { id } = await client.create("/domains", { ...DOMAIN, description: "before" });
    await client.put(`/domains/${id}`, { description: "after" });
    client.emulator.faults.add({ path: "/domains/*", effect: { kind: "stale" } });
    expect((await client.get(`/domains/${id}`)).body["description"]).toBe("before");
    expect((await client.get(`/domains/${id}`)).body["description"]).toBe("after");
  });

  test("does not know a new object yet, and lists a deleted one still", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    client.emulator.faults.add({ path: "/domains/*", effect: { kind: "stale" } });
    expect((await client.get(`/domains/${id}`)).status).toBe(404);
    await client.delete(`/domains/${id}`);
    client.emulator.faults.add({ path: "/domains", effect: { kind: "stale" } });
    expect((await client.get("/domains")).body["results"]).toBe(1);
    expect((await client.get("/domains")).body["results"]).toBe(0);
  });

  test("can be several writes behind, and hides what time has brought since", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    await client.put(`/compute/instances/${id}`, { group: "one" });
    await client.put(`/compute/instances/${id}`, { group: "two" });
    client.emulator.faults.add({ path: "/compute/**", effect: { kind: "stale", writes: 2 }, times: "always" });
    expect((await client.get(`/compute/instances/${id}`)).body["group"]).toBe("");
  });

  test("never keeps a write from being done", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/domains/**", effect: { kind: "stale" }, times: "always" });
    const { id } = await client.create("/domains", DOMAIN);
    await client.put(`/domains/${id}`, { description: "set" });
    client.emulator.faults.clear();
    expect((await client.get(`/domains/${id}`)).body["description"]).toBe("set");
  });
});

describe("404 for a while", () => {
  test("lasts from the first request that is hit until the time is over", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    client.emulator.faults.add({ method: "GET", path: "/domains/*", nth: 2, effect: { kind: "notFound", ms: 5_000 } });
    const status = async () => (await client.get(`/domains/${id}`)).status;
    expect([await status(), await status(), await status()]).toEqual([200, 404, 404]);
    client.emulator.clock.advance(4_999);
    expect(await status()).toBe(404);
    client.emulator.clock.advance(1);
    expect(await status()).toBe(200);
    expect(client.emulator.faults.list()).toMatchObject([{ matched: 5, fired: 3 }]);
  });
});
