import { randomBytes } from "node:crypto";
import { networkInterfaces } from "node:os";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ListenAddress, requestedOrigin } from "../../emulator/http/address";
import { measureGzip } from "../../emulator/http/gzip";
import { uploadLimits } from "../../emulator/http/upload";
import { DOMAIN, reasons, start } from "./support/client";
import type { FaultEffect, FaultRule } from "../../emulator/index";
import { control, exchange } from "./support/control";
import { client, restart } from "./support/fresh";
import { upload } from "./support/images";
import { EMPTY, INSTANCES } from "./support/instances";

const TOKEN = "a-token-of-ones-own";

/** Scripts a fault. */
const fail = (path: string, effect: FaultEffect, rule: Partial<FaultRule> = {}) =>
  client.emulator.faults.add({ path, effect, ...rule });

describe("authentication", () => {
  test("returns 401 without a token and with an unknown one, with the same message, also where none is needed", async () => {
    for (const Authorization of ["", "Bearer nobody", "Basic emulator"]) {
      const reply = await client.get("/domains", { Authorization });
      expect([reply.status, reply.body]).toEqual([401, { errors: [{ reason: "Invalid Token" }] }]);
    }
    expect((await client.get("/images", { Authorization: "Bearer nobody" })).status).toBe(401);
    for (const path of ["/databases/engines", "/databases/engines/mysql/8.0.26"]) {
      expect((await client.get(path, { Authorization: "Bearer nobody" })).status).toBe(200);
    }
  });
});

const NOT_FOUND = { "": ["Not found"] };
const NOT_ALLOWED = { "": ["Method not allowed"] };
const NO_JSON = { "": ["Invalid JSON"] };
const REQUIRED = { domain: ["domain is required"], type: ["type is required"] };
const PAGE = { page: ["Must be 1 or greater"] };
const PAGE_SIZE = { page_size: ["Must be 25-500"] };
const TEXT = { "Content-Type": "text/plain" };

test.each<[line: string, status: number, found: object, init?: RequestInit]>([
  ["GET /v4/nothing", 404, NOT_FOUND],
  ["GET /v4/domains/999", 404, NOT_FOUND],
  ["GET /v4/regions/constructor", 404, NOT_FOUND],
  ["GET /v4/domains/99999999999999999999", 404, NOT_FOUND],
  ["GET /v4/images/compute%ZZ", 404, NOT_FOUND],
  ["PATCH /v4/domains", 405, NOT_ALLOWED],
  ["POST /v4/domains", 400, REQUIRED],
  ["POST /v4/domains", 400, REQUIRED, { headers: TEXT, body: "" }],
  ["POST /v4/domains", 415, { "": ["Content-Type must be application/json"] }, { headers: TEXT, body: "{}" }],
  ["POST /v4/domains", 400, NO_JSON, { body: "{" }],
  ["POST /v4/domains", 400, NO_JSON, { body: "[]" }],
  ["GET /v4/domains?page=0", 400, PAGE],
  ["GET /v4/domains?page_size=24", 400, PAGE_SIZE],
  ["GET /v4/domains?page=0&page_size=1", 400, { ...PAGE, ...PAGE_SIZE }],
])("%s returns %i with %j", async (line, status, found, init = {}) => {
  const [method = "", path = ""] = line.split(" ");
  const reply = await client.send(method, path, init);
  expect([reply.status, reasons(reply)]).toEqual([status, found]);
});

test("paths begin with v4 or v4beta, and may have repeated slashes", async () => {
  for (const path of ["/v4/regions", "/v4beta/regions", "/v4//regions", "//v4/regions/"]) {
    expect((await client.send("GET", path)).body.results).toBe(11);
  }
});

test("paths may have the slash of an image or engine id percent-encoded as well", async () => {
  expect((await client.get("/images/compute%2Fdebian11")).body.id).toBe("compute/debian11");
  for (const path of ["/databases/engines/mongodb/4.4.10", "/databases/engines/mongodb%2F4.4.10"]) {
    expect((await client.get(path)).body.version).toBe("4.4.10");
  }
});

describe("bodies", () => {
  test("that are too large are rejected with 413", async () => {
    const reply = await client.post("/domains", { domain: "x".repeat(10_000_000) });
    expect([reply.status, reasons(reply)]).toEqual([413, { "": ["Request body is too large"] }]);
  });

  test("may have unknown keys and read-only fields, which are ignored", async () => {
    const domain = await client.create("/domains", { ...DOMAIN, id: 7, unknown: { a: 1 }, ["__proto__"]: 1 });
    expect(domain.id).not.toBe(7);
    expect((await client.put(`/domains/${domain.id}`, { id: 7, errors: "x" })).body).toEqual(domain);
  });
});

describe("responses", () => {
  test("to HEAD are those to GET without the body; with a custom token, OPTIONS allows cross-origin requests, and scopes are shown", async () => {
    const head = await client.send("HEAD", "/v4/regions");
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
    expect([...head.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    await restart({ token: TOKEN });
    const options = await client.send("OPTIONS", "/v4/domains");
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-headers")).toContain("X-Filter");
    const reply = await client.get("/domains", { Origin: "http://dashboard.example" });
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(reply.headers.get("x-oauth-scopes")).toBe("*");
  });
});

describe("list envelope", () => {
  test("numbers pages from 1, with 100 items by default and 500 at most", async () => {
    for (let n = 1; n <= 101; n += 1) await client.create("/domains", { ...DOMAIN, domain: `d${n}.example.org` });
    for (const [query, items, pages] of [
      ["", 100, 2],
      ["?page_size=500", 101, 1],
      ["?page=5&page_size=25", 1, 5],
    ]) {
      const { body } = await client.get(`/domains${query}`);
      expect([query, body.data.length, body["pages"], body["results"]]).toEqual([query, items, pages, 101]);
    }
    expect((await client.get("/domains?page=5&page_size=25")).body.data[0].domain).toBe("d101.example.org");
  });

  test("accepts any number for a page and its size with documentedOnly, because the documents give no bounds", async () => {
    await restart({ documentedOnly: true });
    for (const query of ["page_size=0", "page_size=-1", "page=0", "page=-1&page_size=501"]) {
      expect((await client.get(`/regions?${query}`)).body).toMatchObject({ page: 1, pages: 1, results: 11 });
    }
    expect((await client.get("/regions?page_size=2")).body).toMatchObject({ pages: 6, results: 11 });
    for (const query of ["page_size=x", "page=1.5"]) expect((await client.get(`/regions?${query}`)).status).toBe(400);
  });
});

const NO_LIMITS = { compressed: Number.POSITIVE_INFINITY, uncompressed: Number.POSITIVE_INFINITY };
const ZERO = Buffer.alloc(300_000);
const RANDOM = randomBytes(300_000);

const measure = (chunks: readonly Buffer[], limits = NO_LIMITS) => measureGzip(Readable.from(chunks), limits);

/** Splits data into pieces of a size. */
function pieces(data: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(data.length / size) }, (_, n) => data.subarray(n * size, (n + 1) * size));
}

describe("gzip data", () => {
  test.each([
    ["in one piece", [gzipSync(RANDOM)]],
    ["in many pieces", pieces(gzipSync(RANDOM), 1_000)],
    ["in several members that share a piece", [Buffer.concat([gzipSync(ZERO.subarray(1)), gzipSync(Buffer.alloc(1))])]],
  ])("is counted %s", async (_how, chunks) => {
    expect(await measure(chunks)).toBe(300_000);
  });

  test.each([
    ["nothing", []],
    ["anything but its last byte", [gzipSync(RANDOM).subarray(0, -1)]],
    ["other data", [RANDOM]],
    ["a wrong checksum", [Buffer.concat([gzipSync(RANDOM).subarray(0, -8), Buffer.alloc(8)])]],
    ["data and something more", [gzipSync(RANDOM), Buffer.from("more")]],
    ["data and endless zeros", [gzipSync(RANDOM), ...Array<Buffer>(50).fill(ZERO)]],
  ])("is not %s", async (_what, chunks) => {
    await expect(measure(chunks)).rejects.toMatchObject({ status: 400 });
  });

  test("has no size if the sender disconnects halfway, or has already disconnected", async () => {
    async function* sender() {
      yield gzipSync(RANDOM).subarray(0, 1_000);
      await Promise.reject(new Error("gone"));
    }
    for (const data of [Readable.from(sender()), Readable.from([gzipSync(RANDOM)]).destroy()]) {
      expect(await measureGzip(data, NO_LIMITS)).toBeUndefined();
    }
  });
});

describe("the limits of gzip data", () => {
  const data = gzipSync(RANDOM);
  const exact = { compressed: data.length, uncompressed: RANDOM.length };

  test.each([
    ["compressed", { ...exact, compressed: exact.compressed - 1 }],
    ["uncompressed", { ...exact, uncompressed: exact.uncompressed - 1 }],
  ])("are inclusive, and reject data that is too large %s", async (what, limits) => {
    expect(await measure(pieces(data, 1_000), exact)).toBe(300_000);
    const reason = expect.stringMatching(new RegExp(`^The ${what} data is larger than \\d+ bytes$`));
    await expect(measure(pieces(data, 1_000), limits)).rejects.toMatchObject({ status: 413, message: reason });
  });

  test.each([
    { ...NO_LIMITS, compressed: 10_000 },
    { ...NO_LIMITS, uncompressed: 10_000_000 },
  ])("are enforced before the end of endless data, which is not read any further: %j", async (limits) => {
    const chunk = gzipSync(ZERO);
    const data = new Readable({ read: () => setImmediate(() => data.push(chunk)) });
    await expect(measureGzip(data, limits)).rejects.toMatchObject({ status: 413 });
    expect(data.isPaused()).toBe(true);
    data.destroy();
  });

  test("are 5 GB compressed; only the real service also bounds the size of the image itself", () => {
    expect(uploadLimits(false)).toEqual({ compressed: 5_368_709_120, uncompressed: 6_442_450_944 });
    expect(uploadLimits(true)).toEqual({ compressed: 5_368_709_120, uncompressed: Number.POSITIVE_INFINITY });
  });
});

const PUBLISHED = "emulator-token";

/** For tests that use ::1; some machines have only IPv4. */
const testIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1")
  ? test
  : test.skip;

describe("a listen address", () => {
  test.each([
    ["127.0.0.1", true, "http://127.0.0.1:4010"],
    ["::1", true, "http://[::1]:4010"],
    ["::ffff:127.0.0.1", true, "http://[::ffff:7f00:1]:4010"],
    ["0.0.0.0", false, "http://127.0.0.1:4010"],
    ["::", false, "http://[::1]:4010"],
    ["::ffff:10.0.0.1", false, "http://[::ffff:a00:1]:4010"],
    ["2001:DB8:0:0::1", false, "http://[2001:db8::1]:4010"],
  ])("%s is loopback: %p, and reachable at %s from this machine", (host, isLoopback, origin) => {
    const address = new ListenAddress(host);
    expect([address.isLoopback, address.origin(4010)]).toEqual([isLoopback, origin]);
  });

  test.each(["localhost", "", "127.1", "1.2.3.4:80", "[::1]", "fe80::1%eth0", "example.com"])("%p is none", (host) => {
    expect(() => new ListenAddress(host)).toThrow("host must be an IP address");
  });
});

test.each([
  ["emulator:4010", "http://emulator:4010"],
  ["My-Host.example", "http://my-host.example"],
  ["[::1]:4010", "http://[::1]:4010"],
  ["my_service:4010", "http://my_service:4010"],
  ...[undefined, "", "a b", "a/b", "a@b", "a:99999", "[::1", "a?b", "a\\b"].map((none) => [
    none,
    "http://10.0.0.1:4010",
  ]),
])("the address that a client uses comes from the Host header or the socket: %p is %s", (host, origin) => {
  expect(requestedOrigin(host, { address: "10.0.0.1", port: 4010 })).toBe(origin);
});

describe("an emulator that other machines can reach", () => {
  test.each([[{}], [{ token: PUBLISHED }], [{ token: TOKEN, tokens: [PUBLISHED] }]])(
    "does not start with the published token: %j",
    async (options) => {
      await expect(start({ host: "0.0.0.0", ...options })).rejects.toThrow(/Set a token of your own/);
    },
  );

  test("reports its URL for this machine, and accepts only the custom token", async () => {
    const { emulator, get } = await start({ host: "0.0.0.0", token: TOKEN });
    expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}/v4`);
    expect(emulator.controlUrl).toBe(`http://127.0.0.1:${emulator.port}/_emulator`);
    expect((await get("/domains")).status).toBe(200);
    expect((await get("/domains", { Authorization: `Bearer ${PUBLISHED}` })).status).toBe(401);
  });

  test("does not start on an address of another machine", async () => {
    const failure = start({ host: "192.0.2.1", token: TOKEN });
    await expect(failure).rejects.toThrow("192.0.2.1 is not an address of this machine");
  });
});

describe("the control API of an emulator that other machines can reach", () => {
  const basic = (password: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`anybody:${password}`).toString("base64")}`,
  });
  const HTML = { Accept: "text/html" };

  beforeEach(async () => {
    const reading = { token: "reads", scopes: ["domains:read_only"] };
    const guest = { token: "guest", username: "guest", restricted: true };
    await restart({ host: "0.0.0.0", token: TOKEN, tokens: [reading, guest] });
  });

  test.each([[{}], [{ Authorization: "Bearer wrong" }], [basic("wrong")], [{ Authorization: "Basic !" }]])(
    "returns 401 for %j, and makes a browser prompt for a password",
    async (headers) => {
      const lines = ["GET /", "GET /state", "GET /requests", "GET /page.js", "POST /reset", "POST /clock/advance"];
      for (const line of lines) {
        const answer = await control(client, line, { ...HTML, ...headers });
        expect([line, answer.status]).toEqual([line, 401]);
        expect(answer.headers["www-authenticate"]).toMatch(/^Basic /);
        expect(answer.text).not.toContain(TOKEN);
      }
    },
  );

  test.each([[{ Authorization: `Bearer ${TOKEN}` }], [basic(TOKEN)]])(
    "accepts %j, under any host name",
    async (headers) => {
      await client.create("/domains", DOMAIN);
      const Host = `emulator:${client.emulator.port}`;
      const state = await control(client, "GET /state", { Host, ...headers });
      expect(state.status).toBe(200);
      expect(state.text).not.toContain(TOKEN);
      const page = await control(client, "GET /", { Host, ...HTML, ...headers });
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      const own = { Host, Origin: `http://${Host}`, ...headers };
      expect((await control(client, "POST /reset", own)).status).toBe(200);
      expect((await client.get("/domains")).body.results).toBe(0);
    },
  );

  test.each([
    ["with the token of a reader", { Authorization: "Bearer reads" }],
    ["with the token of a restricted user", { Authorization: "Bearer guest" }],
    // The browser sends the password.
    ["from another page", { Origin: "http://evil.example", ...basic(TOKEN) }],
    ["from a page without an origin", { Origin: "null", ...basic(TOKEN) }],
    ["from its own page over https", { Origin: "https://emulator", ...basic(TOKEN) }],
  ])("returns 403 for a request %s", async (_what, headers) => {
    const Host = `emulator:${client.emulator.port}`;
    for (const line of ["POST /reset", "GET /state"]) {
      expect((await control(client, line, { Host, ...headers })).status).toBe(403);
    }
  });
});

test("an upload URL has the address that the client used", async () => {
  await restart({ host: "0.0.0.0", token: TOKEN });
  const { port } = client.emulator;
  const announced = async (Host: string) => {
    const headers = { Host, Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const { text } = await exchange(client, "POST /v4/images/upload", headers, '{"label":"x","region":"us-east"}');
    return (JSON.parse(text) as { upload_to: string }).upload_to;
  };
  expect(await announced(`emulator:${port}`)).toMatch(new RegExp(`^http://emulator:${port}/upload/\\d+\\?`));
  const to = await announced(`127.0.0.1:${port}`);
  expect(to).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/upload/`));
  expect((await upload(to)).status).toBe(200);
});

testIpv6(
  "an emulator on ::1 is loopback, has brackets in its URLs, and serves its dashboard under that name",
  async () => {
    const client = await start({ host: "::1" });
    const { port, url, token, controlUrl } = client.emulator;
    expect([url, token]).toEqual([`http://[::1]:${port}/v4`, PUBLISHED]);
    expect((await client.get("/domains")).status).toBe(200);
    const page = await fetch(controlUrl, { headers: { Accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>")]);
    expect((await fetch(`${controlUrl}/state`, { headers: { Origin: "http://evil.example" } })).status).toBe(403);
  },
);

describe("X-Filter", () => {
  test.each([
    [{}, ["alpha", "beta", "gamma"]],
    [{ "+or": [{ label: "alpha" }, { region: "eu-west" }] }, ["alpha", "gamma"]],
    // Equality with an array is containment.
    [{ "+and": [{ tags: "data" }, { "+or": [{ label: "gamma" }] }] }, ["gamma"]],
    [{ id: { "+gt": 10_001 } }, ["beta", "gamma"]],
    [{ id: { "+gte": 10_001, "+lt": 10_002 } }, ["alpha"]],
    [{ id: { "+lte": 10_001 } }, ["alpha"]],
    [{ label: { "+neq": "beta" } }, ["alpha", "gamma"]],
    [{ label: { "+contains": "et" } }, ["beta"]],
    [{ "+order_by": "label", "+order": "desc" }, ["gamma", "beta", "alpha"]],
    [{ "+order_by": "region" }, ["gamma", "alpha", "beta"]],
  ])("%j finds %j", async (filter, labels) => {
    await client.create(INSTANCES, { ...EMPTY, label: "alpha", tags: ["web", "blue"] });
    await client.create(INSTANCES, { ...EMPTY, label: "beta", tags: ["data"] });
    await client.create(INSTANCES, { ...EMPTY, label: "gamma", tags: ["data"], region: "eu-west" });
    const { status, body } = await client.get(INSTANCES, { "X-Filter": JSON.stringify(filter) });
    expect([status, body.data.map(({ label }) => label)]).toEqual([200, labels]);
  });

  test.each([
    ["Filter not valid JSON", "{"],
    ["Filter not valid JSON", "[]"],
    ["Cannot filter on status", '{"status":"running"}'],
    ["Unknown operator +near", '{"label":{"+near":"x"}}'],
    ["+contains needs a single value", '{"label":{"+contains":{"toString":1}}}'],
    ["+order needs +order_by", '{"+order":"asc"}'],
    ["+order must be asc or desc", '{"+order_by":"label","+order":"up"}'],
    ["+or needs an array of filters", '{"+or":{}}'],
    ["Filter is nested too deeply", `${'{"+and":['.repeat(60)}{}${"]}".repeat(60)}`],
    // The documents mark no field of regions.
    ["Cannot filter on country", '{"country":"us"}', "/regions"],
  ])("returns 400: %s", async (reason, filter, path = INSTANCES) => {
    const reply = await client.get(path, { "X-Filter": filter });
    expect([reply.status, reasons(reply)]).toEqual([400, { "X-Filter": [reason] }]);
  });
});

describe("a stale read", () => {
  const STALE = { kind: "stale" } as const;

  test("shows a resource as it was before the latest write, once", async () => {
    const { id } = await client.create("/domains", { ...DOMAIN, description: "before" });
    await client.put(`/domains/${id}`, { description: "after" });
    fail("/domains/*", STALE);
    for (const description of ["before", "after"]) {
      expect((await client.get(`/domains/${id}`)).body).toMatchObject({ description });
    }
  });

  test("does not show a new resource yet, and still lists a deleted one", async () => {
    const { id } = await client.create("/domains", DOMAIN);
    fail("/domains/*", STALE);
    expect((await client.get(`/domains/${id}`)).status).toBe(404);
    await client.delete(`/domains/${id}`);
    fail("/domains", STALE);
    expect([await count(), await count()]).toEqual([1, 0]);
  });

  test("can be several writes behind, and hides changes over time since then", async () => {
    const { id } = await client.create(INSTANCES, EMPTY);
    for (const group of ["one", "two"]) await client.put(`${INSTANCES}/${id}`, { group });
    fail("/compute/**", { ...STALE, writes: 2 }, { times: "always" });
    expect((await client.get(`${INSTANCES}/${id}`)).body["group"]).toBe("");
  });
});

test("404 for a while lasts from the first request that is hit until the time has passed", async () => {
  const { id } = await client.create("/domains", DOMAIN);
  fail("/domains/*", { kind: "notFound", ms: 5_000 }, { method: "GET", nth: 2 });
  const status = async () => (await client.get(`/domains/${id}`)).status;
  expect([await status(), await status(), await status()]).toEqual([200, 404, 404]);
  client.emulator.clock.advance(4_999);
  expect(await status()).toBe(404);
  client.emulator.clock.advance(1);
  expect(await status()).toBe(200);
  expect(client.emulator.faults.list()).toMatchObject([{ matched: 5, fired: 3 }]);
});

const count = async () => (await client.get("/domains")).body.results;

describe("a scripted fault", () => {
  test("returns a status in place of the real response to a method, once", async () => {
    fail("/domains", { kind: "status", status: 503 }, { method: "post" });
    expect(await count()).toBe(0);
    const reply = await client.post("/domains", DOMAIN);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([503, "application/json"]);
    expect(reply.body).toEqual({ errors: [{ reason: "Please try again later." }] });
    expect(await count()).toBe(0);
    expect((await client.post("/domains", DOMAIN)).status).toBe(200);
  });

  test("returns a custom body and headers", async () => {
    const body = { errors: [{ reason: "slow" }] };
    fail("/domains", { kind: "status", status: 429, body, headers: { "Retry-After": "1" } });
    const reply = await client.get("/domains");
    expect([reply.status, reply.headers.get("retry-after"), reply.body]).toEqual([429, "1", body]);
    fail("/domains", { kind: "status", status: 200, body: "{not json" });
    const raw = await fetch(`${client.emulator.url}/domains`);
    expect(await raw.text()).toBe("{not json");
  });

  test("after the commit of a request hides its result", async () => {
    fail("/domains", { kind: "status", status: 500 }, { method: "POST", phase: "after" });
    expect((await client.post("/domains", DOMAIN)).status).toBe(500);
    expect(await count()).toBe(1);
  });

  test.each([
    ["resets the connection before", { phase: "before", effect: { kind: "reset" } }, 0],
    ["resets the connection after", { phase: "after", effect: { kind: "reset" } }, 1],
    ["resets the connection during", { phase: "during", effect: { kind: "reset" } }, 1],
    ["drops the response after", { effect: { kind: "lostResponse" } }, 1],
  ] as const)("%s the commit of a request", async (_what, rule, committed) => {
    client.emulator.faults.add({ method: "POST", path: "/domains", ...rule });
    await expect(client.post("/domains", DOMAIN)).rejects.toThrow();
    expect(await count()).toBe(committed);
  });

  test("returns an HTML page, another content type, or additional headers", async () => {
    fail("/regions", { kind: "html", status: 502 });
    const page = await client.get("/regions");
    expect([page.status, page.headers.get("content-type")]).toEqual([502, "text/html"]);
    expect(page.body).toContain("<html>");
    fail("/regions", { kind: "contentType", value: "text/plain" });
    expect((await client.get("/regions")).headers.get("content-type")).toBe("text/plain");
    fail("/regions", { kind: "headers", headers: { "x-ratelimit-remaining": "1" } });
    const reply = await client.get("/regions");
    expect([reply.headers.get("x-ratelimit-remaining"), reply.body.results]).toEqual(["1", 11]);
  });

  test.each(["before", "after", "during"] as const)("delays %s", async (phase) => {
    fail("/regions", { kind: "delay", ms: 30 }, { phase });
    const before = performance.now();
    expect((await client.get("/regions")).body.results).toBe(11);
    expect(performance.now() - before).toBeGreaterThanOrEqual(29);
  });

  test("does not delay the shutdown of the emulator", async () => {
    fail("/regions", { kind: "delay", ms: 3_600_000 });
    const pending = client.get("/regions").catch(() => "refused");
    while (client.emulator.requests().total === 0) await turn();
    await client.emulator.close();
    expect(await pending).toBe("refused");
    await expect(fetch(client.emulator.url)).rejects.toThrow();
  });
});

describe("the requests that a fault hits", () => {
  const effect = { kind: "status", status: 500 } as const;

  /** Which matches a rule hits, and how. */
  type Which = Pick<FaultRule, "nth" | "times"> & { readonly status?: number };

  test.each([
    ["start with the nth match, as many as requested", [{ nth: 2, times: 2 }], [200, 500, 500, 200], [2]],
    ["never end with times always", [{ times: "always" }], [500, 500, 500], [3]],
    ["are counted by every rule, and hit by the first due one", [{}, { nth: 2, status: 502 }], [500, 502, 200], [1, 1]],
  ] as const)("%s", async (_what, rules, statuses, fired) => {
    for (const { status = 500, ...which } of rules as ReadonlyArray<Which>) {
      fail("/regions", { kind: "status", status }, which);
    }
    for (const status of statuses) expect((await client.get("/regions")).status).toBe(status);
    expect(client.emulator.faults.list()).toMatchObject(
      fired.map((hits, index) => ({ id: index + 1, matched: statuses.length, fired: hits })),
    );
  });

  test.each([
    ["/regions/*", "/regions/us-east", true],
    ["/regions/us-*", "/regions/us-west", true],
    ["/regions/{regionId}", "/regions/us-east", true],
    ["/domains/**", "/domains/1/records", true],
    ["/images/*/*", "/images/compute%2Fdebian11", true],
    ["/region.", "/regions", false],
    ["/*g*s", "/regions", true],
    ["/**/records/**", "/domains/1/records/2", true],
    ["/**/records/**/3", "/domains/1/records/2", false],
  ])("match the path: %s hits %s: %p", async (path, requested, hit) => {
    fail(path, { kind: "status", status: 599 });
    expect((await client.get(requested)).status === 599).toBe(hit);
  });

  test("are matched quickly, whatever the pattern", async () => {
    for (const path of [`/${"a*".repeat(40)}b`, `${"/**/a*a*".repeat(40)}/b`, `/${"*".repeat(900)}b`]) {
      fail(path, effect, { times: "always" });
    }
    const before = process.cpuUsage();
    expect((await client.get(`/${"a".repeat(2000)}${"/aaaa".repeat(500)}`)).status).toBe(404);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

test.each([
  {},
  { path: "/x", effect: { kind: "explode" } },
  { path: "/x", effect: { kind: "status" } },
  { path: "/x", effect: { kind: "status", status: 99 } },
  { path: "/x", effect: { kind: "headers", headers: { "a b": "c" } } },
  { path: "/x", effect: { kind: "headers", headers: { a: "b\r\nc" } } },
  { path: "/x", nth: 0, effect: { kind: "reset" } },
  { path: "/x", phase: "during", effect: { kind: "html", status: 500 } },
])("an invalid rule is rejected: %j", async (rule) => {
  const reply = await client.send("POST", "/_emulator/faults", { body: JSON.stringify(rule) });
  expect(reply.status).toBe(400);
  expect(client.emulator.faults.list()).toEqual([]);
});
