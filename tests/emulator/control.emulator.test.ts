import { RequestLog } from "../../emulator/http/request-log";
import { DEBIAN, DOMAIN, PROVISION_MS } from "./support/client";
import { askControl, control, exchange, stateOf } from "./support/control";
import { client, restart } from "./support/fresh";
import { running, statusOf } from "./support/instances";

const DATABASE = { engine: "mysql/8.0.26", label: "orders", region: "us-east", type: "g6-nanode-1" };

describe("the request log", () => {
  test("counts requests by route and keeps them in order, without secrets", async () => {
    const { id } = await client.create("/domains", DOMAIN);
    await client.get(`/domains/${id}/records?page=1&page_size=50`, {
      "X-Filter": '{"type":"A"}',
      "User-Agent": "curl/8",
    });
    await client.get(`/domains/${id}/records`);
    await client.post("/compute/instances", DEBIAN);
    await client.get("/nothing");
    const { body } = await askControl(client, "GET /requests");
    expect(body.total).toBe(5);
    expect(body.byRoute).toEqual({
      "POST /domains": 1,
      "GET /domains/{id}/records": 2,
      "POST /compute/instances": 1,
      "GET (no route)": 1,
    });
    expect(body.log[0]).toEqual({
      n: 1,
      at: expect.stringMatching(/^\d{4}-/),
      method: "POST",
      path: "/domains",
      userAgent: "node",
      route: "/domains",
      status: 200,
      requestBody: DOMAIN,
    });
    expect(body.log[1]).toMatchObject({
      query: "page=1&page_size=50",
      filter: '{"type":"A"}',
      userAgent: "curl/8",
      route: "/domains/{id}/records",
    });
    expect(body.log[3]).toMatchObject({ requestBody: { ...DEBIAN, root_pass: "(secret)" } });
    expect(body.log[4]).toMatchObject({ path: "/nothing", status: 404 });
    expect((await askControl(client, "GET /requests?since=4")).body.log).toHaveLength(1);
    expect(body).toEqual(client.emulator.requests());
  });

  test("does not count the control API, shows faults and status 0 for no response, and can be reset", async () => {
    client.emulator.faults.add({ path: "/regions", effect: { kind: "reset" } });
    await client.get("/regions").catch(() => undefined);
    await askControl(client, "GET /clock");
    expect(client.emulator.requests()).toMatchObject({ total: 1, log: [{ status: 0, fault: 1 }] });
    expect((await askControl(client, "POST /requests/reset")).body).toEqual({});
    expect(client.emulator.requests()).toEqual({ total: 0, byRoute: {}, log: [] });
  });

  test("stores neither huge nor deeply nested bodies", async () => {
    await client.post("/domains", { description: "x".repeat(10_000) });
    await client.send("POST", "/v4/domains", { body: `{"a":${"[".repeat(1000)}${"]".repeat(1000)}}` });
    const [huge, deep] = client.emulator.requests().log;
    expect(huge?.requestBody).toMatch(/^\(\d+ bytes\)$/);
    expect(JSON.stringify(deep?.requestBody)).toContain("nested deeply");
  });

  test("is bounded", () => {
    const log = new RequestLog();
    for (let n = 0; n < 20_000; n += 1) log.open({ at: "", method: "GET", path: "/", route: "/" });
    const report = log.report();
    expect([report.total, report.log.length, report.log.at(-1)?.n]).toEqual([20_000, 5_000, 20_000]);
  });
});

test("the fault control adds, lists and clears rules", async () => {
  const rule = { method: "GET", path: "/regions", effect: { kind: "status", status: 500 } };
  expect((await askControl(client, "POST /faults", rule)).body).toEqual({ id: 1 });
  expect((await client.get("/regions")).status).toBe(500);
  expect((await askControl(client, "GET /faults")).body).toEqual({
    faults: [{ ...rule, id: 1, matched: 1, fired: 1 }],
  });
  expect((await askControl(client, "DELETE /faults")).body).toEqual({});
  expect(client.emulator.faults.list()).toEqual([]);
});

describe("the clock", () => {
  test("stands still in stepped mode, and runs due jobs when it is advanced", async () => {
    const before = (await askControl(client, "GET /clock")).body;
    expect(before).toEqual({ mode: "stepped", now: expect.any(String), jobs: 0, nextDue: null });
    const { id } = await client.create("/compute/instances", DEBIAN);
    const planned = (await askControl(client, "GET /clock")).body;
    expect(planned.now).toBe(before.now);
    expect(planned.jobs).toBe(1);
    expect(Date.parse(planned.nextDue) - Date.parse(planned.now)).toBe(0.7 * PROVISION_MS);
    const after = (await askControl(client, "POST /clock/advance", { ms: PROVISION_MS })).body;
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(PROVISION_MS);
    expect(after).toMatchObject({ jobs: 0, nextDue: null });
    expect(await statusOf(client, id)).toBe("running");
    expect(client.emulator.clock.now().toISOString()).toBe(after.now);
  });

  test.each([{}, { ms: -1 }, { ms: "1" }, { ms: 1e300 }])("rejects the step %j", async (step) => {
    expect((await askControl(client, "POST /clock/advance", step)).status).toBe(400);
  });

  test("runs faster with a time scale", async () => {
    await restart({ clock: "real", timeScale: 1e6, provisionMs: 60_000 });
    const { id } = await client.create("/compute/instances", DEBIAN);
    const end = performance.now() + 2_000;
    let status: string | number = "";
    while (status !== "running" && performance.now() < end) status = await statusOf(client, id);
    expect(status).toBe("running");
  });
});

test("reset clears the account, the faults and the log, and restarts the ids", async () => {
  const { id } = await client.create("/compute/instances", DEBIAN);
  await client.create("/domains", DOMAIN);
  client.emulator.faults.add({ path: "/regions", effect: { kind: "reset" } });
  expect((await askControl(client, "POST /reset")).body).toEqual({});
  expect(client.emulator.requests().total).toBe(0);
  expect(client.emulator.faults.list()).toEqual([]);
  expect((await client.get("/domains")).body.results).toBe(0);
  expect((await client.create("/compute/instances", DEBIAN)).id).toBe(id);
  client.emulator.clock.advance(PROVISION_MS);
  expect(await statusOf(client, id)).toBe("running");
});

test("the control API lists its routes, and returns 404 and 400 like the API", async () => {
  const { status, body } = await askControl(client, "GET /");
  expect(status).toBe(200);
  expect(body.routes).toContain("POST /clock/advance");
  expect((await askControl(client, "GET /nothing")).status).toBe(404);
  expect((await client.send("POST", "/_emulator/faults", { body: "{" })).status).toBe(400);
});

const HTML = { Accept: "text/html,application/xhtml+xml" };

describe("the dashboard", () => {
  test("is served to a browser where a program gets JSON", async () => {
    for (const path of ["", "/"]) {
      const page = await control(client, `GET ${path}`, HTML);
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect((await control(client, `GET ${path}`)).headers["content-type"]).toBe("application/json");
    }
    const head = await control(client, "HEAD /", HTML);
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("is where the emulator's root URL redirects to", async () => {
    const origin = new URL("/", client.emulator.url).href;
    const answer = await fetch(origin, { headers: HTML, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/_emulator/"]);
    const followed = await fetch(origin, { headers: HTML });
    expect([followed.url, followed.status]).toEqual([`${client.emulator.controlUrl}/`, 200]);
    expect(await followed.text()).toContain("<title>");
    expect((await fetch(origin, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${origin}regions`)).status).toBe(404);
  });

  test("loads only its own files, and contains no inline code", async () => {
    const { text, headers } = await control(client, "GET /", HTML);
    const addresses = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1] ?? "");
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^\/_emulator\/[a-z]+\.(css|js|svg)$/);
      expect((await control(client, `GET ${address.replace("/_emulator", "")}`)).status).toBe(200);
    }
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/);
  });

  test("serves no other files", async () => {
    const others = ["/page.ts", "/..%2findex.js", "/..%2f..%2fpackage.json", "/page/page.js", "/nothing.js", "/."];
    for (const path of others) {
      expect((await control(client, `GET ${path}`, HTML)).status).toBe(404);
    }
    expect((await control(client, "POST /page.js")).status).toBe(404);
  });
});

describe("a request from another web page through a user's browser", () => {
  const rule = { path: "/**", effect: { kind: "reset" } };

  test.each(["http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1", "null"])(
    "is rejected from the origin %s",
    async (Origin) => {
      const { id } = await client.create("/domains", DOMAIN);
      expect((await control(client, "POST /faults", { Origin }, rule)).status).toBe(403);
      expect((await control(client, "POST /clock/advance", { Origin }, { ms: 1 })).status).toBe(403);
      expect((await control(client, `DELETE /domains/${id}`, { Origin })).status).toBe(403);
      expect((await control(client, "GET /state", { Origin })).status).toBe(403);
      expect((await client.get(`/domains/${id}`)).status).toBe(200);
    },
  );

  test("is rejected with another host name", async () => {
    const { port } = client.emulator;
    for (const Host of [`evil.example:${port}`, "127.0.0.1", `127.0.0.1.evil.example:${port}`, "localhost:1"]) {
      expect((await control(client, "POST /faults", { Host, Origin: `http://${Host}` }, rule)).status).toBe(403);
      expect((await control(client, "GET /requests", { Host })).status).toBe(403);
      expect((await control(client, "GET /", { Host, ...HTML })).status).toBe(403);
    }
    expect(client.emulator.faults.list()).toEqual([]);
    // A request of the dashboard is not.
    for (const name of ["127.0.0.1", "localhost"]) {
      const Host = `${name}:${port}`;
      expect((await control(client, "POST /faults", { Host, Origin: `http://${Host}` }, rule)).status).toBe(200);
    }
  });

  test("is also rejected by the API if the token is the published one", async () => {
    const { port, token } = client.emulator;
    const Authorization = `Bearer ${token}`;
    const send = async (headers: Record<string, string>): Promise<number> =>
      (await exchange(client, "GET /v4/domains", { Authorization, ...headers })).status;
    for (const Host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, "evil.example"]) {
      expect(await send({ Host })).toBe(403);
    }
    for (const Origin of ["http://evil.example", "http://127.0.0.1:1", "null"])
      expect(await send({ Origin })).toBe(403);
    const preflight = await exchange(client, "OPTIONS /v4/domains", { Origin: "http://evil.example" });
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
    for (const Host of [`127.0.0.1:${port}`, `localhost:${port}`, "LOCALHOST:5000", "127.0.0.1"]) {
      expect(await send({ Host })).toBe(200);
    }
    expect(await send({ Origin: `http://localhost:${port}` })).toBe(200);
    // The rejected ones are not in the log.
    expect(client.emulator.requests().total).toBe(5);
  });
});

describe("the state", () => {
  test("contains resources, jobs and requests", async () => {
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

  test("lists the newest 50 of each type, counts all, and finds resources by a part of what is shown of them", async () => {
    const { id } = await client.create("/domains", DOMAIN);
    for (let n = 1; n <= 60; n += 1) {
      await client.create(`/domains/${id}/records`, { type: "A", name: `n${n}`, target: `192.0.2.${n}` });
    }
    const records = (await stateOf(client)).sectionOf("records");
    expect([records.total, records.found, records.rows.length]).toEqual([60, 60, 50]);
    expect(records.rows[0]?.title).toBe("n60.example.org");
    expect((await stateOf(client)).state.requests.latest).toHaveLength(50);
    for (const [find, titles] of [
      ["0.2.47", ["n47.example.org"]],
      ["N51.example", ["n51.example.org"]],
      ["nothing", []],
    ] as const) {
      const { total, rows } = (await stateOf(client, find)).sectionOf("records");
      expect([total, rows.map(({ title }) => title)]).toEqual([60, titles]);
    }
  });

  test("contains neither the password of a database nor an upload URL, nor does the response to a change", async () => {
    const { id } = await client.create("/databases/mysql/instances", DATABASE);
    client.emulator.clock.advance(10 * PROVISION_MS);
    const { password } = (await client.get(`/databases/mysql/instances/${id}/credentials`)).body;
    expect(password).toMatch(/^.{8,}$/);
    const upload = await client.create("/images/upload", { label: "one", region: "us-east" });
    const signature = new URL(String(upload["upload_to"])).searchParams.get("signature");
    const { text, sectionOf } = await stateOf(client);
    expect(sectionOf("databases").rows[0]).toMatchObject({ id, title: "orders", status: "active" });
    const changed = JSON.stringify([
      client.emulator.poke("database", id, { status: "failed" }),
      client.emulator.poke("image", 70_001, { label: "two" }),
    ]);
    expect(changed).toContain('"failed"');
    for (const secret of [password, signature]) {
      expect([text, changed]).not.toContainEqual(expect.stringContaining(String(secret)));
    }
    expect(text).not.toContain("password");
  });

  test("contains no secrets and nothing huge", async () => {
    await restart({ token: "the-secret-token" });
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

describe("out-of-band changes", () => {
  test("power instances off and on, update the timestamp, and cannot set a field to null that is never null", async () => {
    const { id } = await running(client);
    client.emulator.clock.advance(60_000);
    const { updated } = client.emulator.poke("instance", id, { power: "off" });
    expect(updated).toBe(client.emulator.clock.now().toISOString().slice(0, 19));
    expect(await statusOf(client, id)).toBe("offline");
    client.emulator.poke("instance", id, { power: "on" });
    expect(await statusOf(client, id)).toBe("running");
    expect(() => client.emulator.poke("instance", id, { tags: null })).toThrow("Must be of type array");
    for (const nonsense of [
      { tags: [{ a: [] }] },
      { alerts: { cpu: {} } },
      { backups: { schedule: [] } },
      { ipv4: [null] },
    ])
      expect(() => client.emulator.poke("instance", id, nonsense)).toThrow("Must be of type");
  });

  test("replace fields of any resource, with values of the same type", async () => {
    const { id } = await running(client);
    const { id: domainId } = await client.create("/domains", { ...DOMAIN, description: "mine" });
    const record = await client.create(`/domains/${domainId}/records`, { type: "TXT", target: "x" });
    for (const [object, path, change] of [
      [`/instances/${id}`, `/compute/instances/${id}`, { label: "changed", tags: ["other"] }],
      [`/domains/${domainId}`, `/domains/${domainId}`, { ttl_sec: 300, status: "disabled", description: null }],
      [`/records/${record.id}`, `/domains/${domainId}/records/${record.id}`, { target: "y" }],
    ] as const) {
      await askControl(client, `POST ${object}`, change);
      expect((await client.get(path)).body).toMatchObject(change);
    }
    expect(() => client.emulator.poke("domain", domainId, { domain: null })).toThrow("Must be of type string");
  });

  test("show in lists, which are copies without secrets", async () => {
    const { id } = await client.create("/domains", DOMAIN);
    await client.create(`/domains/${id}/records`, { type: "A", name: "www", target: "192.0.2.1" });
    await client.create("/databases/mysql/instances", DATABASE);
    const { id: webId } = await client.create("/compute/instances", DEBIAN);
    expect(client.emulator.list("record")).toMatchObject([{ domain_id: id, name: "www", target: "192.0.2.1" }]);
    expect(client.emulator.list("disk")[0]).toMatchObject({ instance_id: webId });
    expect(client.emulator.list("database")).toMatchObject([{ label: "orders" }]);
    expect(client.emulator.list("database")[0]).not.toHaveProperty("password");
    const { body } = await askControl(client, "GET /instances");
    expect(body).toEqual({ instances: [expect.objectContaining({ id: webId, status: "provisioning" })] });
    client.emulator.clock.advance(PROVISION_MS);
    expect(client.emulator.list("instance")).toMatchObject([{ status: "running" }]);
    (client.emulator.list("domain")[0]?.["tags"] as string[]).push("not theirs");
    expect(client.emulator.list("domain")[0]?.["tags"]).toEqual([]);
    expect((await askControl(client, "GET /nothing")).status).toBe(404);
  });

  test.each([{ status: "asleep" }, { power: "maybe" }, { label: 1 }, { nothing: 1 }, { id: 1 }])(
    "are rejected: %j",
    async (patch) => {
      const { id } = await running(client);
      expect((await askControl(client, `POST /instances/${id}`, patch)).status).toBe(400);
      expect((await askControl(client, "POST /instances/1", {})).status).toBe(404);
      expect(await statusOf(client, id)).toBe("running");
    },
  );
});

describe("out-of-band deletion", () => {
  test("removes an instance at once, with everything that belongs to it and jobs in progress; afterwards it is a 404", async () => {
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`/compute/instances/${id}/backups`, { label: "monday" });
    expect((await stateOf(client)).state.jobs).toHaveLength(1);
    expect((await control(client, `DELETE /instances/${id}`)).status).toBe(200);
    expect((await stateOf(client)).state.jobs).toEqual([]);
    expect((await client.get(`/compute/instances/${id}`)).status).toBe(404);
    expect((await control(client, `DELETE /instances/${id}`)).status).toBe(404);
    expect((await control(client, "DELETE /backups/1")).status).toBe(404);
    expect(client.emulator.clock.advance(PROVISION_MS).jobs).toBe(0);
    expect(() => client.emulator.poke("disk", 40_001, {})).toThrow("Not found");
    expect(() => client.emulator.poke("config", 50_001, {})).toThrow("Not found");
  });
});
