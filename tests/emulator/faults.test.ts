import { runInThisContext } from "node:vm";
import { DOMAIN, start } from "./support/client";
import type { Started } from "./support/client";

const count = async (client: Started) => (await client.get("/domains")).body.results;

describe("a scripted fault", () => {
  test("answers a status in place of the service, once", async () => {
    const client = await start();
    client.emulator.faults.add({ method: "POST", path: "/domains", effect: { kind: "status", status: 503 } });
    const reply = await client.post("/domains", DOMAIN);
    expect(reply.status).toBe(503);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.body).toEqual({ errors: [{ reason: "Please try again later." }] });
    expect(await count(client)).toBe(0);
    expect((await client.post("/domains", DOMAIN)).status).toBe(200);
  });

  test("carries a body and headers of its own", async () => {
    const client = await start();
    const effect = {
      kind: "status",
      status: 429,
      body: { errors: [{ reason: "slow" }] },
      headers: { "Retry-After": "1" },
    } as const;
    client.emulator.faults.add({ path: "/domains", effect });
    const reply = await client.get("/domains");
    expect([reply.status, reply.headers.get("retry-after"), reply.body]).toEqual([429, "1", effect.body]);
    client.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body: "{not json" } });
    const raw = await fetch(`${client.emulator.url}/domains`);
    expect(await raw.text()).toBe("{not json");
  });

  test("after the request was committed hides what happened", async () => {
    const client = await start();
    client.emulator.faults.add({
      method: "POST",
      path: "/domains",
      phase: "after",
      effect: { kind: "status", status: 500 },
    });
    expect((await client.post("/domains", DOMAIN)).status).toBe(500);
    expect(await count(client)).toBe(1);
  });

  test("loses the answer of a request that was committed", async () => {
    const client = await start();
    client.emulator.faults.add({ method: "POST", path: "/domains", effect: { kind: "lostResponse" } });
    await expect(client.post("/domains", DOMAIN)).rejects.toThrow();
    expect(await count(client)).toBe(1);
  });

  test("resets the connection before, after and during", async () => {
    const client = await start();
    for (const phase of ["before", "after", "during"] as const) {
      const domain = `${phase}.example.org`;
      client.emulator.faults.add({ method: "POST", path: "/domains", nth: 1, phase, effect: { kind: "reset" } });
      await expect(client.post("/domains", { ...DOMAIN, domain })).rejects.toThrow();
      const { data } = (await client.get("/domains")).body;
      expect(data.some((row) => row.domain === domain)).toBe(phase !== "before");
      client.emulator.faults.clear();
    }
  });

  test("cuts the answer off in the middle", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", effect: { kind: "truncate" } });
    const response = await fetch(`${client.emulator.url}/regions`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect((await client.get("/regions")).status).toBe(200);
  });

  test("answers an HTML page, another content type, or more headers", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", effect: { kind: "html", status: 502 } });
    const page = await client.get("/regions");
    expect([page.status, page.headers.get("content-type")]).toEqual([502, "text/html"]);
    expect(page.body).toContain("<html>");
    client.emulator.faults.add({ path: "/regions", effect: { kind: "contentType", value: "text/plain" } });
    expect((await client.get("/regions")).headers.get("content-type")).toBe("text/plain");
    const headers = { "x-ratelimit-remaining": "1" };
    client.emulator.faults.add({ path: "/regions", effect: { kind: "headers", headers } });
    const reply = await client.get("/regions");
    expect([reply.headers.get("x-ratelimit-remaining"), reply.body.results]).toEqual(["1", 11]);
  });

  test.each(["before", "after", "during"] as const)("delays %s", async (phase) => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", phase, effect: { kind: "delay", ms: 30 } });
    const before = performance.now();
    expect((await client.get("/regions")).body.results).toBe(11);
    expect(performance.now() - before).toBeGreaterThanOrEqual(29);
  });

  test("delays many answers at once without a warning of the runtime", async () => {
    const warnings: unknown[] = [];
    // The process itself: Jest gives a test a copy of it.
    const runtime = runInThisContext("process") as NodeJS.Process;
    const note = (warning: Error): unknown => warnings.push(warning.message);
    runtime.on("warning", note);
    const client = await start();
    client.emulator.faults.add({ path: "/regions", times: "always", effect: { kind: "delay", ms: 30 } });
    await Promise.all(Array.from({ length: 30 }, () => client.get("/regions")));
    runtime.off("warning", note);
    expect(warnings).toEqual([]);
  });

  test("does not hold up the end of the emulator", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", effect: { kind: "delay", ms: 3_600_000 } });
    const pending = client.get("/regions").catch(() => "refused");
    await new Promise<void>((resolve) => {
      const look = () => (client.emulator.requests().total > 0 ? resolve() : setImmediate(look));
      look();
    });
    await client.emulator.close();
    expect(await pending).toBe("refused");
  });
});

describe("the requests that a fault hits", () => {
  const effect = { kind: "status", status: 500 } as const;

  async function statuses(client: Started, path: string, requests: number): Promise<number[]> {
    const found: number[] = [];
    for (let n = 0; n < requests; n += 1) found.push((await client.get(path)).status);
    return found;
  }

  test("begin with the nth match and are as many as asked for", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", nth: 2, times: 2, effect });
    expect(await statuses(client, "/regions", 4)).toEqual([200, 500, 500, 200]);
    expect(client.emulator.faults.list()).toMatchObject([{ id: 1, matched: 4, fired: 2 }]);
  });

  test("go on for ever with times always", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", times: "always", effect });
    expect(await statuses(client, "/regions", 3)).toEqual([500, 500, 500]);
  });

  test.each([
    ["/regions/*", "/regions/us-east", true],
    ["/regions/*", "/regions", false],
    ["/regions/us-*", "/regions/us-west", true],
    ["/regions/{regionId}", "/regions/us-east", true],
    ["/domains/*", "/domains/1/records", false],
    ["/domains/**", "/domains/1/records", true],
    ["/domains/**", "/domains", true],
    ["/domains/*/records", "/domains/1/records", true],
    ["/images/*/*", "/images/compute%2Fdebian11", true],
    ["/region.", "/regions", false],
    ["/*g*s", "/regions", true],
    ["/*on*ons", "/regions", false],
    ["/{regionId}/", "/regions", true],
    ["/**/records/**", "/domains/1/records/2", true],
    ["/**/records/**/3", "/domains/1/records/2", false],
    ["**", "/domains/1/records", true],
  ])("match the path: %s hits %s: %p", async (path, requested, hit) => {
    const client = await start();
    client.emulator.faults.add({ path, effect: { kind: "status", status: 599 } });
    expect((await client.get(requested)).status === 599).toBe(hit);
  });

  test("are found at once, whatever the pattern is", async () => {
    const client = await start();
    for (const path of [`/${"a*".repeat(40)}b`, `${"/**/a*a*".repeat(40)}/b`, `/${"*".repeat(900)}b`]) {
      client.emulator.faults.add({ path, times: "always", effect });
    }
    const before = process.cpuUsage();
    expect((await client.get(`/${"a".repeat(2000)}${"/aaaa".repeat(500)}`)).status).toBe(404);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test("match the method", async () => {
    const client = await start();
    client.emulator.faults.add({ method: "post", path: "/domains", effect });
    expect((await client.get("/domains")).status).toBe(200);
    expect((await client.post("/domains")).status).toBe(500);
  });

  test("are counted by every rule, and hit by the first that is due", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", effect });
    client.emulator.faults.add({ path: "/regions", nth: 2, effect: { kind: "status", status: 502 } });
    expect(await statuses(client, "/regions", 3)).toEqual([500, 502, 200]);
  });
});

describe("a rule that makes no sense is refused", () => {
  test.each([
    {},
    { path: "/x" },
    { path: "/x", effect: { kind: "explode" } },
    { path: "/x", effect: { kind: "status" } },
    { path: "/x", effect: { kind: "status", status: 99 } },
    { path: "/x", effect: { kind: "delay" } },
    { path: "/x", effect: { kind: "contentType" } },
    { path: "/x", effect: { kind: "headers", headers: { "a b": "c" } } },
    { path: "/x", effect: { kind: "headers", headers: { a: "b\r\nc" } } },
    { path: "/x", nth: 0, effect: { kind: "reset" } },
    { path: "/x", times: 0, effect: { kind: "reset" } },
    { path: "/x", phase: "during", effect: { kind: "html", status: 500 } },
  ])("%j", async (rule) => {
    const client = await start();
    const reply = await client.send("POST", "/_emulator/faults", { body: JSON.stringify(rule) });
    expect(reply.status).toBe(400);
    expect(client.emulator.faults.list()).toEqual([]);
  });
});
