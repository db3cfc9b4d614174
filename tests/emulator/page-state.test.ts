import fc from "fast-check";
import { DEBIAN, DOMAIN, PROVISION_MS, start } from "./support/client";
import { control, stateOf } from "./support/control";

describe("the state", () => {
  test("holds what exists, what goes on and what was asked", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { ...DEBIAN, label: "web-1" });
    const domain = await client.create("/domains", DOMAIN);
    await client.create(`/domains/${domain.id}/records`, { type: "A", name: "www", target: "192.0.2.1" });
    const { state, sectionOf } = await stateOf(client);
    const job = { action: "create", inMs: 0.7 * PROVISION_MS };
    expect(sectionOf("instances")).toMatchObject({ total: 1, found: 1, statuses: { provisioning: 1 } });
    expect(sectionOf("instances").rows[0]).toMatchObject({ id, title: "web-1", status: "provisioning", job });
    expect(sectionOf("instances").rows[0]?.nested).toMatchObject([
      { kind: "disks", total: 2, statuses: { ready: 2 } },
      { kind: "configs", total: 1 },
      { kind: "backups", total: 0 },
    ]);
    expect(sectionOf("domains").rows[0]).toMatchObject({
      title: "example.org",
      facts: ["master", "1", "a@example.org"],
    });
    expect(sectionOf("records").rows[0]).toMatchObject({ title: "www.example.org", facts: ["A", "192.0.2.1", "0"] });
    expect(state.jobs).toMatchObject([{ subject: `instance/${id}`, title: "web-1", ...job }]);
    expect(state.clock).toMatchObject({ mode: "stepped", scale: 1, jobs: 1 });
    expect(state.requests.total).toBe(3);
    expect(state.requests.latest[0]).toMatchObject({ n: 3, method: "POST", status: 200, fault: null });
  });

  test("is what a request would find now", async () => {
    const client = await start({ provisionMs: 0 });
    await client.create("/compute/instances", DEBIAN);
    expect((await stateOf(client)).sectionOf("instances").statuses).toEqual({ running: 1 });
  });

  test("lists the newest 50 of a kind, and counts all", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    for (let n = 1; n <= 60; n += 1) {
      await client.create(`/domains/${id}/records`, { type: "TXT", name: `n${n}`, target: "x" });
    }
    const records = (await stateOf(client)).sectionOf("records");
    expect([records.total, records.found, records.rows.length]).toEqual([60, 60, 50]);
    expect(records.rows[0]?.title).toBe("n60.example.org");
    expect((await stateOf(client)).state.requests.latest).toHaveLength(50);
  });

  test("finds objects by a part of what is shown of them", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    await client.create(`/domains/${id}/records`, { type: "A", name: "old", target: "192.0.2.1" });
    await client.create(`/domains/${id}/records`, { type: "A", name: "new", target: "192.0.2.77" });
    const found = async (find: string) =>
      (await stateOf(client, find)).sectionOf("records").rows.map((row) => row.title);
    expect(await found("0.2.77")).toEqual(["new.example.org"]);
    expect(await found("OLD.example")).toEqual(["old.example.org"]);
    expect(await found("nothing")).toEqual([]);
    expect((await stateOf(client, "nothing")).sectionOf("records").total).toBe(2);
  });

  test("can be read whatever was changed behind the interface's back, and whatever is looked for", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", { ...DEBIAN, image: null, root_pass: null });
    const domain = await client.create("/domains", DOMAIN);
    const record = await client.create(`/domains/${domain.id}/records`, { type: "TXT", target: "x" });
    const objects = [
      ["instance", instance.id],
      ["domain", domain.id],
      ["record", record.id],
    ] as const;
    const fields = ["label", "image", "ipv4", "tags", "status", "description", "domain", "soa_email", "target", "name"];
    const patch = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...objects),
        patch,
        fc.string({ unit: "grapheme" }),
        async ([kind, id], to, find) => {
          expect([200, 400]).toContain((await control(client, "POST", `/${kind}s/${id}`, {}, to)).status);
          const asked = encodeURIComponent(find);
          expect((await control(client, "GET", `/state?find=${asked}`)).status).toBe(200);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("holds a database without its password", async () => {
    const client = await start();
    const engine = { engine: "mongodb/4.4.10", label: "sessions", region: "us-east", type: "g6-nanode-1" };
    const { id } = await client.create("/databases/mongodb/instances", engine);
    client.emulator.clock.advance(10 * PROVISION_MS);
    const { password } = (await client.get(`/databases/mongodb/instances/${id}/credentials`)).body;
    const { text, sectionOf } = await stateOf(client);
    expect(sectionOf("databases").rows[0]).toMatchObject({ id, title: "sessions", status: "active" });
    expect(password).toMatch(/^.{8,}$/);
    expect(text).not.toContain(password);
    expect(text).not.toContain("password");
  });

  test("holds no secrets and nothing huge", async () => {
    const client = await start({ token: "the-secret-token" });
    await client.create("/compute/instances", { ...DEBIAN, root_pass: "the secret password" });
    const { id } = await client.create("/domains", DOMAIN);
    await client.create(`/domains/${id}/records`, { type: "TXT", name: "long", target: "x".repeat(5_000) });
    await client.get(`/regions?${"y".repeat(5_000)}`);
    const effect = { kind: "status", status: 500, body: "z".repeat(5_000), headers: { "X-Secret": "secret" } } as const;
    client.emulator.faults.add({ path: "/nothing", effect });
    const { state, text, sectionOf } = await stateOf(client);
    expect(text).not.toContain("secret");
    expect(text.length).toBeLessThan(10_000);
    expect(sectionOf("records").rows[0]?.edit).not.toHaveProperty("target");
    expect(state.faults).toMatchObject([
      { id: 1, path: "/nothing", effect: "status", number: 500, matched: 0, fired: 0 },
    ]);
  });
});
