import { RequestLog } from "../../emulator/http/request-log";
import { DEBIAN, DOMAIN, PROVISION_MS, start } from "./support/client";
import { askControl } from "./support/control";
import { statusOf } from "./support/instances";

describe("the request log", () => {
  test("counts requests by route and keeps them in order, without secrets", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    await client.get(`/domains/${id}/records?page=1&page_size=50`, { "X-Filter": '{"type":"A"}' });
    await client.get(`/domains/${id}/records`);
    await client.post("/compute/instances", DEBIAN);
    await client.get("/nothing");
    const { body } = await askControl(client, "GET", "/requests");
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
      route: "/domains",
      status: 200,
      requestBody: DOMAIN,
    });
    expect(body.log[1]).toMatchObject({
      query: "page=1&page_size=50",
      filter: '{"type":"A"}',
      route: "/domains/{id}/records",
    });
    expect(body.log[3]).toMatchObject({ requestBody: { ...DEBIAN, root_pass: "(secret)" } });
    expect(body.log[4]).toMatchObject({ path: "/nothing", status: 404 });
    expect((await askControl(client, "GET", "/requests?since=4")).body.log).toHaveLength(1);
    expect(body).toEqual(client.emulator.requests());
  });

  test("does not count the control interface, and can be reset", async () => {
    const client = await start();
    await client.get("/regions");
    await askControl(client, "GET", "/clock");
    expect(client.emulator.requests().total).toBe(1);
    expect((await askControl(client, "POST", "/requests/reset")).body).toEqual({});
    expect(client.emulator.requests()).toEqual({ total: 0, byRoute: {}, log: [] });
  });

  test("names the fault that struck, and shows status 0 where no answer went out", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", effect: { kind: "reset" } });
    await client.get("/regions").catch(() => undefined);
    expect(client.emulator.requests().log[0]).toMatchObject({ status: 0, fault: 1 });
  });

  test("keeps neither huge nor deeply nested bodies", async () => {
    const client = await start();
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

describe("the fault control", () => {
  test("adds, lists and clears rules", async () => {
    const client = await start();
    const rule = { method: "GET", path: "/regions", effect: { kind: "status", status: 500 } };
    expect((await askControl(client, "POST", "/faults", rule)).body).toEqual({ id: 1 });
    expect((await client.get("/regions")).status).toBe(500);
    expect((await askControl(client, "GET", "/faults")).body).toEqual({
      faults: [{ ...rule, id: 1, matched: 1, fired: 1 }],
    });
    expect((await askControl(client, "DELETE", "/faults")).body).toEqual({});
    expect(client.emulator.faults.list()).toEqual([]);
  });
});

describe("the clock", () => {
  test("stands still when stepped, and runs what has become due when advanced", async () => {
    const client = await start();
    const before = (await askControl(client, "GET", "/clock")).body;
    expect(before).toEqual({ mode: "stepped", now: expect.any(String), jobs: 0, nextDue: null });
    const { id } = await client.create("/compute/instances", DEBIAN);
    const planned = (await askControl(client, "GET", "/clock")).body;
    expect(planned.now).toBe(before.now);
    expect(planned.jobs).toBe(1);
    expect(Date.parse(planned.nextDue) - Date.parse(planned.now)).toBe(0.7 * PROVISION_MS);
    const after = (await askControl(client, "POST", "/clock/advance", { ms: PROVISION_MS })).body;
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(PROVISION_MS);
    expect(after).toMatchObject({ jobs: 0, nextDue: null });
    expect(await statusOf(client, id)).toBe("running");
    expect(client.emulator.clock.now().toISOString()).toBe(after.now);
  });

  test.each([{}, { ms: -1 }, { ms: "1" }, { ms: 1e300 }])("refuses the step %j", async (step) => {
    const client = await start();
    expect((await askControl(client, "POST", "/clock/advance", step)).status).toBe(400);
  });

  test("can be advanced while it runs in real time, too", async () => {
    const client = await start({ clock: "real", provisionMs: 3_600_000 });
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect(await statusOf(client, id)).toBe("provisioning");
    client.emulator.clock.advance(3_600_000);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("runs faster with a time scale", async () => {
    const client = await start({ clock: "real", timeScale: 1e6, provisionMs: 60_000 });
    const { id } = await client.create("/compute/instances", DEBIAN);
    const end = performance.now() + 2_000;
    let status: string | number = "";
    while (status !== "running" && performance.now() < end) status = await statusOf(client, id);
    expect(status).toBe("running");
  });
});

describe("reset", () => {
  test("empties the account, the faults and the log, and starts the ids again", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    await client.create("/domains", DOMAIN);
    client.emulator.faults.add({ path: "/regions", effect: { kind: "reset" } });
    expect((await askControl(client, "POST", "/reset")).body).toEqual({});
    expect(client.emulator.requests().total).toBe(0);
    expect(client.emulator.faults.list()).toEqual([]);
    expect((await client.get("/domains")).body.results).toBe(0);
    expect((await client.create("/compute/instances", DEBIAN)).id).toBe(id);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
  });
});

describe("the control interface", () => {
  test("lists what there is", async () => {
    const client = await start();
    const { status, body } = await askControl(client, "GET", "/");
    expect(status).toBe(200);
    expect(body.routes).toContain("POST /clock/advance");
  });

  test("answers 404 and 400 like the service", async () => {
    const client = await start();
    expect((await askControl(client, "GET", "/nothing")).status).toBe(404);
    expect((await client.send("POST", "/_emulator/faults", { body: "{" })).status).toBe(400);
  });
});
