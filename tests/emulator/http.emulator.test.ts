import { randomBytes } from "node:crypto";
import { networkInterfaces } from "node:os";
import { Readable } from "node:stream";
import { runInThisContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { ListenAddress, requestedOrigin } from "../../emulator/http/address";
import { measureGzip } from "../../emulator/http/gzip";
import { uploadLimits } from "../../emulator/http/upload";
import { asUser, clientOf, DOMAIN, reasons, start } from "./support/client";
import type { FaultRule } from "../../emulator/index";
import type { Started } from "./support/client";
import { control, exchange } from "./support/control";
import { EMPTY, INSTANCES } from "./support/instances";

describe("authentication", () => {
  test("returns 401 without a token and with an unknown one, with the same message, also where none is needed", async () => {
    const client = await start();
    for (const Authorization of ["", "Bearer nobody", "Basic emulator"]) {
      const reply = await client.get("/domains", { Authorization });
      expect([reply.status, reply.body]).toEqual([401, { errors: [{ reason: "Invalid Token" }] }]);
    }
    expect((await client.get("/images", { Authorization: "Bearer nobody" })).status).toBe(401);
    for (const path of ["/regions", "/regions/us-east", "/databases/engines", "/databases/engines/mysql/8.0.26"]) {
      expect((await client.get(path, { Authorization: "Bearer nobody" })).status).toBe(200);
    }
  });

  test("checks the scope of a token: read_write includes read_only, the rest is 401", async () => {
    const client = await start({
      tokens: [
        { token: "reader", scopes: ["domains:read_only"] },
        { token: "writer", scopes: ["domains:read_write"] },
      ],
    });
    expect((await asUser(client, "writer").get("/domains")).status).toBe(200);
    const refusal = await asUser(client, "reader").post("/domains");
    expect(refusal.status).toBe(401);
    expect(refusal.body).toEqual({ errors: [{ reason: "Your OAuth token is not authorized to use this endpoint." }] });
    expect(refusal.headers.get("x-oauth-scopes")).toBe("domains:read_only");
    expect(refusal.headers.get("x-accepted-oauth-scopes")).toBe("domains:read_write");
  });
});

describe("paths", () => {
  test("returns 404 for an unknown path and an unknown id, 405 for a wrong method", async () => {
    const client = await start();
    for (const path of ["/nothing", "/domains/999", "/domains/abc", "/domains/1e3", "/domains/99999999999999999999"]) {
      const reply = await client.get(path);
      expect(reply.status).toBe(404);
      expect(reply.body).toEqual({ errors: [{ reason: "Not found" }] });
    }
    expect((await client.send("PATCH", "/v4/domains")).status).toBe(405);
    expect((await client.delete("/regions")).status).toBe(405);
  });

  test("serves v4 and v4beta, and collapses repeated slashes", async () => {
    const client = await start();
    for (const path of ["/v4/regions", "/v4beta/regions", "/v4//regions", "//v4/regions/"]) {
      expect((await client.send("GET", path)).body.results).toBe(11);
    }
    expect((await client.send("GET", "/v5/regions")).status).toBe(404);
  });

  test("accepts the slash of an image or engine id percent-encoded as well", async () => {
    const client = await start();
    expect((await client.get("/images/compute%2Fdebian11")).body.id).toBe("compute/debian11");
    for (const path of ["/databases/engines/mongodb/4.4.10", "/databases/engines/mongodb%2F4.4.10"]) {
      expect((await client.get(path)).body.version).toBe("4.4.10");
    }
    expect((await client.get("/images/compute%ZZ")).status).toBe(404);
  });
});

describe("bodies", () => {
  test("returns 400 Invalid JSON for anything but a JSON object", async () => {
    const client = await start();
    for (const body of ["{", "[]", "null", '"text"', "1", "{'a':1}"]) {
      const reply = await client.send("POST", "/v4/domains", { body });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ errors: [{ reason: "Invalid JSON" }] });
    }
  });

  test("returns 415 for a body whose header is not JSON; an empty body needs none", async () => {
    const client = await start();
    const send = (type: string, body: string) =>
      client.send("POST", "/v4/domains", { body, headers: { "Content-Type": type } });
    const refusal = await send("text/plain", JSON.stringify(DOMAIN));
    expect([refusal.status, refusal.body]).toEqual([
      415,
      { errors: [{ reason: "Content-Type must be application/json" }] },
    ]);
    expect((await send("text/plain", "")).status).toBe(400);
    expect((await send("Application/JSON; charset=utf-8", JSON.stringify(DOMAIN))).status).toBe(200);
  });

  test("treats an empty body as an empty object", async () => {
    const client = await start();
    expect(reasons(await client.post("/domains"))).toEqual({
      domain: ["domain is required"],
      type: ["type is required"],
    });
  });

  test("rejects a body that is too large with 413", async () => {
    const client = await start();
    const reply = await client.post("/domains", { domain: "x".repeat(10_000_000) });
    expect(reply.status).toBe(413);
    expect(reply.body.errors).toHaveLength(1);
  });

  test("ignores unknown keys and read-only fields", async () => {
    const client = await start();
    const body = { domain: "example.org", type: "slave", master_ips: ["192.0.2.1"] };
    const domain = await client.create("/domains", { ...body, id: 7, unknown: { a: 1 }, ["__proto__"]: 1 });
    expect(domain.id).not.toBe(7);
    expect((await client.put(`/domains/${domain.id}`, { id: 7, errors: "x" })).body).toEqual(domain);
  });
});

describe("responses", () => {
  test("have exactly the content type application/json, and a body of two bytes if there is nothing to return", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    const reply = await client.delete(`/domains/${id}`);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("content-length")).toBe("2");
    expect(reply.body).toEqual({});
    expect((await client.get("/nothing")).headers.get("content-type")).toBe("application/json");
  });

  test("carry the headers of the service", async () => {
    const client = await start();
    const { headers } = await client.get("/domains");
    expect(headers.get("x-spec-version")).toBe("4.130.0");
    expect(headers.get("x-oauth-scopes")).toBe("*");
    expect(headers.get("x-accepted-oauth-scopes")).toBe("domains:read_only");
    expect(headers.get("vary")).toBe("Authorization, X-Filter");
  });

  test("to HEAD are those to GET without the body; with a custom token, OPTIONS allows cross-origin requests", async () => {
    const client = await start();
    const head = await client.send("HEAD", "/v4/regions");
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
    expect([...head.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    const ofOwnToken = await start({ token: "a-token-of-ones-own" });
    const options = await ofOwnToken.send("OPTIONS", "/v4/domains");
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-headers")).toContain("X-Filter");
    const reply = await ofOwnToken.get("/domains", { Origin: "http://dashboard.example" });
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });
});

describe("list envelope", () => {
  test("numbers pages from 1, with 100 items by default", async () => {
    const client = await start();
    for (let n = 1; n <= 101; n += 1) await client.create("/domains", { ...DOMAIN, domain: `d${n}.example.org` });
    const first = (await client.get("/domains")).body;
    expect([first.data.length, first.page, first.pages, first.results]).toEqual([100, 1, 2, 101]);
    const quarter = (await client.get("/domains?page=5&page_size=25")).body;
    expect([quarter.data.length, quarter.data[0].domain, quarter.pages]).toEqual([1, "d101.example.org", 5]);
  });

  test("returns 200 and no data for a page above the last, and one empty page for an empty list", async () => {
    const client = await start();
    for (const page of ["2", "100", "99999999999999999999999"]) {
      const reply = await client.get(`/regions?page=${page}`);
      expect(reply.status).toBe(200);
      expect([reply.body.data, reply.body.results]).toEqual([[], 11]);
    }
    expect((await client.get("/domains")).body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
  });

  test("rejects a page size outside 25-500, and a page below 1, except for a single object", async () => {
    const client = await start();
    for (const size of ["24", "501", "0", "x", "-1"]) {
      const reply = await client.get(`/domains?page_size=${size}`);
      expect(reply.status).toBe(400);
      expect(reasons(reply)).toEqual({ page_size: ["Must be 25-500"] });
    }
    expect((await client.get("/domains?page_size=500")).status).toBe(200);
    for (const page of ["0", "-1", "x"]) expect((await client.get(`/domains?page=${page}`)).status).toBe(400);
    expect(reasons(await client.get("/domains?page=0&page_size=1"))).toHaveProperty("page");
    expect((await client.get("/regions/us-east?page=0&page_size=1")).body.id).toBe("us-east");
  });

  test("accepts any number for a page and its size with documentedOnly, because the documents give no bounds", async () => {
    const client = await start({ documentedOnly: true });
    for (const query of ["page_size=0", "page_size=-1", "page=0", "page=-1&page_size=501"]) {
      expect((await client.get(`/regions?${query}`)).body).toMatchObject({ page: 1, pages: 1, results: 11 });
    }
    expect((await client.get("/regions?page_size=2")).body).toMatchObject({ pages: 6, results: 11 });
    for (const query of ["page_size=x", "page=1.5"]) expect((await client.get(`/regions?${query}`)).status).toBe(400);
  });
});

test("the server can be closed twice", async () => {
  const { emulator } = await start();
  await emulator.close();
  await emulator.close();
  await expect(fetch(emulator.url)).rejects.toThrow();
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
    ["byte by byte", pieces(gzipSync(ZERO), 1)],
    ["in many pieces", pieces(gzipSync(RANDOM), 1_000)],
    ["in several members", [gzipSync(RANDOM.subarray(0, 1_000)), gzipSync(RANDOM.subarray(1_000))]],
    ["in several members that share a piece", [Buffer.concat([gzipSync(ZERO.subarray(1)), gzipSync(Buffer.alloc(1))])]],
  ])("is counted %s", async (_how, chunks) => {
    expect(await measure(chunks)).toBe(300_000);
  });

  test.each([
    ["nothing", []],
    ["its first byte", [gzipSync(RANDOM).subarray(0, 1)]],
    ["anything but its last byte", [gzipSync(RANDOM).subarray(0, -1)]],
    ["other data", [RANDOM]],
    ["a wrong checksum", [Buffer.concat([gzipSync(RANDOM).subarray(0, -8), Buffer.alloc(8)])]],
    ["data and something more", [gzipSync(RANDOM), Buffer.from("more")]],
    ["data and the first byte of more data", [gzipSync(RANDOM), Buffer.from([0x1f])]],
    ["data and zeros", [gzipSync(RANDOM), ZERO]],
    ["data and endless zeros", [gzipSync(RANDOM), ...Array<Buffer>(50).fill(ZERO)]],
    ["data, zeros and data", [gzipSync(RANDOM), Buffer.alloc(10), gzipSync(RANDOM)]],
    ["data, zeros and data in one piece", [Buffer.concat([gzipSync(RANDOM), Buffer.alloc(10), gzipSync(RANDOM)])]],
  ])("is not %s", async (_what, chunks) => {
    await expect(measure(chunks)).rejects.toMatchObject({ status: 400 });
  });

  test("has no size if the sender disconnects halfway", async () => {
    async function* sender() {
      yield gzipSync(RANDOM).subarray(0, 1_000);
      await Promise.reject(new Error("gone"));
    }
    expect(await measureGzip(Readable.from(sender()), NO_LIMITS)).toBeUndefined();
  });

  test("has no size if the sender has already disconnected", async () => {
    expect(await measureGzip(Readable.from([gzipSync(RANDOM)]).destroy(), NO_LIMITS)).toBeUndefined();
  });
});

describe("the limits of gzip data", () => {
  const data = gzipSync(RANDOM);
  const exact = { compressed: data.length, uncompressed: RANDOM.length };

  test("are inclusive", async () => {
    expect(await measure(pieces(data, 1_000), exact)).toBe(300_000);
  });

  test.each([
    ["compressed", { ...exact, compressed: exact.compressed - 1 }],
    ["uncompressed", { ...exact, uncompressed: exact.uncompressed - 1 }],
  ])("reject data that is too large %s", async (what, limits) => {
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

const TOKEN = "a-token-of-ones-own";
const PUBLISHED = "emulator-token";

/** For tests that use ::1; some machines have only IPv4. */
const describeIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1")
  ? describe
  : describe.skip;

describe("a listen address", () => {
  test.each(["127.0.0.1", "127.9.8.7", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"])("%s is loopback", (host) => {
    expect(new ListenAddress(host).isLoopback).toBe(true);
  });

  test.each(["0.0.0.0", "::", "0::0", "10.0.0.1", "::ffff:10.0.0.1", "fe80::1", "2001:db8::1"])("%s is not", (host) => {
    expect(new ListenAddress(host).isLoopback).toBe(false);
  });

  test.each(["localhost", "", "127.1", "1.2.3.4:80", "[::1]", "fe80::1%eth0", "example.com"])(
    "%p is invalid",
    (host) => {
      expect(() => new ListenAddress(host)).toThrow("host must be an IP address");
    },
  );

  test.each([
    ["0.0.0.0", "http://127.0.0.1:4010"],
    ["::", "http://[::1]:4010"],
    ["0::0", "http://[::1]:4010"],
    ["2001:DB8:0:0::1", "http://[2001:db8::1]:4010"],
    ["10.0.0.1", "http://10.0.0.1:4010"],
  ])("%s is reachable at %s from this machine", (host, origin) => {
    expect(new ListenAddress(host).origin(4010)).toBe(origin);
  });
});

describe("the address that a client uses", () => {
  const local = { address: "10.0.0.1", port: 4010 };

  test.each([
    ["emulator:4010", "http://emulator:4010"],
    ["My-Host.example", "http://my-host.example"],
    ["[::1]:4010", "http://[::1]:4010"],
    ["my_service:4010", "http://my_service:4010"],
  ])("comes from the Host header: %s", (host, origin) => {
    expect(requestedOrigin(host, local)).toBe(origin);
  });

  test.each([undefined, "", "a b", "a/b", "a@b", "a:99999", "[::1", "a?b", "a\\b"])(
    "is the socket's address if Host is %p",
    (host) => {
      expect(requestedOrigin(host, local)).toBe("http://10.0.0.1:4010");
    },
  );
});

describe("an emulator that other machines can reach", () => {
  test.each([
    [{}],
    [{ token: PUBLISHED }],
    [{ token: "emulator-read-token" }],
    [{ token: TOKEN, tokens: [PUBLISHED] }],
    [{ tokens: [{ token: TOKEN }, { token: PUBLISHED }] }],
  ])("does not start with the published token: %j", async (options) => {
    await expect(start({ host: "0.0.0.0", ...options })).rejects.toThrow(/Set a token of your own/);
  });

  test("reports its URL for this machine, and accepts only the custom token", async () => {
    const { emulator, get } = await start({ host: "0.0.0.0", token: TOKEN });
    expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}/v4`);
    expect(emulator.controlUrl).toBe(`http://127.0.0.1:${emulator.port}/_emulator`);
    expect((await get("/domains")).status).toBe(200);
    expect((await get("/domains", { Authorization: `Bearer ${PUBLISHED}` })).status).toBe(401);
  });

  test("does not start on an address of another machine", async () => {
    await expect(start({ host: "192.0.2.1", token: TOKEN })).rejects.toThrow(
      "192.0.2.1 is not an address of this machine",
    );
  });
});

describe("the control API of an emulator that other machines can reach", () => {
  const reading = { token: "reads", scopes: ["domains:read_only"] };
  const guest = { token: "guest", username: "guest", restricted: true };
  const open = (): Promise<Started> => start({ host: "0.0.0.0", token: TOKEN, tokens: [reading, guest] });
  const basic = (password: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`anybody:${password}`).toString("base64")}`,
  });
  const HTML = { Accept: "text/html" };

  test.each([[{}], [{ Authorization: "Bearer wrong" }], [basic("wrong")], [{ Authorization: "Basic !" }]])(
    "returns 401 for %j, and makes a browser prompt for a password",
    async (headers) => {
      const client = await open();
      for (const [method, path] of [
        ["GET", "/"],
        ["GET", "/state"],
        ["GET", "/requests"],
        ["GET", "/page.js"],
        ["POST", "/reset"],
        ["POST", "/clock/advance"],
      ] as const) {
        const answer = await control(client, method, path, { ...HTML, ...headers });
        expect([path, answer.status]).toEqual([path, 401]);
        expect(answer.headers["www-authenticate"]).toMatch(/^Basic /);
        expect(answer.text).not.toContain(TOKEN);
      }
    },
  );

  test.each([[{ Authorization: `Bearer ${TOKEN}` }], [basic(TOKEN)]])(
    "accepts %j, under any host name",
    async (headers) => {
      const client = await open();
      await client.create("/domains", DOMAIN);
      const Host = `emulator:${client.emulator.port}`;
      const state = await control(client, "GET", "/state", { Host, ...headers });
      expect(state.status).toBe(200);
      expect(state.text).not.toContain(TOKEN);
      const page = await control(client, "GET", "/", { Host, ...HTML, ...headers });
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      const own = { Host, Origin: `http://${Host}`, ...headers };
      expect((await control(client, "POST", "/reset", own)).status).toBe(200);
      expect((await client.get("/domains")).body.results).toBe(0);
    },
  );

  test.each(["reads", "guest"])("returns 403 for the token %p, which has limited permissions", async (token) => {
    const client = await open();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await control(client, "POST", "/reset", headers)).status).toBe(403);
    expect((await control(client, "GET", "/state", headers)).status).toBe(403);
  });

  test.each(["http://evil.example", "null", "https://emulator"])(
    "returns 403 for a page of %s, although the browser sends the password",
    async (Origin) => {
      const client = await open();
      const headers = { Host: `emulator:${client.emulator.port}`, Origin, ...basic(TOKEN) };
      expect((await control(client, "POST", "/reset", headers)).status).toBe(403);
    },
  );
});

describe("an upload URL", () => {
  /** The upload URL in the response to a request with this Host header. */
  async function announced(client: Started, host: string): Promise<string> {
    const headers = { Host: host, Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const body = { label: "golden", region: "us-east" };
    const { text } = await exchange(client, "POST /v4/images/upload", headers, body);
    return (JSON.parse(text) as { upload_to: string }).upload_to;
  }

  test("has the address that the client used", async () => {
    const client = await start({ host: "0.0.0.0", token: TOKEN });
    const { port } = client.emulator;
    expect(await announced(client, `emulator:${port}`)).toMatch(new RegExp(`^http://emulator:${port}/upload/\\d+\\?`));
    const to = await announced(client, `127.0.0.1:${port}`);
    expect(to).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/upload/`));
    const headers = { "Content-Type": "application/octet-stream" };
    expect((await fetch(to, { method: "PUT", headers, body: gzipSync(Buffer.alloc(1)) })).status).toBe(200);
  });
});

describeIpv6("an emulator on ::1", () => {
  test("is loopback, has brackets in its URLs, and serves its dashboard under that name", async () => {
    const client = await start({ host: "::1" });
    const { port, url, token, controlUrl } = client.emulator;
    expect([url, token]).toEqual([`http://[::1]:${port}/v4`, PUBLISHED]);
    expect((await client.get("/domains")).status).toBe(200);
    const page = await fetch(controlUrl, { headers: { Accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>")]);
    expect((await fetch(`${controlUrl}/state`, { headers: { Origin: "http://evil.example" } })).status).toBe(403);
  });
});

describeIpv6("an emulator on ::", () => {
  test("is reachable over both IP versions, and shows IPv4 clients with IPv4 addresses", async () => {
    const client = await start({ host: "::", token: TOKEN });
    const { port, url } = client.emulator;
    expect(url).toBe(`http://[::1]:${port}/v4`);
    const other = clientOf(`http://127.0.0.1:${port}/v4`, TOKEN);
    const { id } = await other.create("/domains", DOMAIN);
    const record = await other.create(`/domains/${id}/records`, { type: "A", name: "me", target: "[remote_addr]" });
    expect(record.target).toBe("127.0.0.1");
  });
});

const NAMES = ["alpha", "beta", "gamma"];

async function withInstances(): Promise<Started> {
  const client = await start();
  const differing = [
    { region: "us-east", tags: ["web", "blue"] },
    { region: "us-east", tags: ["data"] },
    { region: "eu-west", tags: ["data"] },
  ];
  for (const [index, fields] of differing.entries()) {
    await client.create(INSTANCES, { ...EMPTY, ...fields, label: NAMES[index] });
  }
  return client;
}

async function labels(client: Started, filter: unknown): Promise<string[]> {
  const reply = await client.get("/compute/instances", { "X-Filter": JSON.stringify(filter) });
  expect(reply.status).toBe(200);
  return reply.body.data.map((instance) => instance.label);
}

describe("X-Filter", () => {
  test("combines the keys of an object with AND, and supports +and and +or; equality with an array is containment", async () => {
    const client = await withInstances();
    expect(await labels(client, {})).toEqual(NAMES);
    expect(await labels(client, { label: "beta", region: "eu-west" })).toEqual([]);
    expect(await labels(client, { "+or": [{ label: "alpha" }, { region: "eu-west" }] })).toEqual(["alpha", "gamma"]);
    expect(await labels(client, { "+and": [{ tags: "data" }, { "+or": [{ label: "gamma" }] }] })).toEqual(["gamma"]);
  });

  test("compares with +gt, +gte, +lt, +lte, +neq and +contains", async () => {
    const client = await withInstances();
    const [first] = (await client.get("/compute/instances")).body.data;
    expect(await labels(client, { id: { "+gt": first.id } })).toEqual(["beta", "gamma"]);
    expect(await labels(client, { id: { "+gte": first.id, "+lt": first.id + 1 } })).toEqual(["alpha"]);
    expect(await labels(client, { id: { "+lte": first.id } })).toEqual(["alpha"]);
    expect(await labels(client, { label: { "+neq": "beta" } })).toEqual(["alpha", "gamma"]);
    expect(await labels(client, { label: { "+contains": "et" } })).toEqual(["beta"]);
  });

  test("orders by a filterable field", async () => {
    const client = await withInstances();
    expect(await labels(client, { "+order_by": "label", "+order": "desc" })).toEqual([...NAMES].reverse());
    expect(await labels(client, { "+order_by": "region" })).toEqual(["gamma", "alpha", "beta"]);
  });

  test.each([
    ["Filter not valid JSON", "{"],
    ["Filter not valid JSON", "[]"],
    ["Cannot filter on status", '{"status":"running"}'],
    ["Cannot filter on created", '{"+order_by":"created"}'],
    ["Unknown operator +near", '{"label":{"+near":"x"}}'],
    ["+contains needs a single value", '{"label":{"+contains":{"toString":1}}}'],
    ["+order needs +order_by", '{"+order":"asc"}'],
    ["+order must be asc or desc", '{"+order_by":"label","+order":"up"}'],
    ["+or needs an array of filters", '{"+or":{}}'],
    ["Filter is nested too deeply", `${'{"+and":['.repeat(60)}{}${"]}".repeat(60)}`],
  ])("returns 400: %s", async (reason, filter) => {
    const client = await start();
    const reply = await client.get("/compute/instances", { "X-Filter": filter });
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual({ "X-Filter": [reason] });
  });

  test("rejects filters on regions, for which the documents mark no field", async () => {
    const client = await start();
    expect((await client.get("/regions", { "X-Filter": '{"country":"us"}' })).status).toBe(400);
  });
});

describe("a stale read", () => {
  test("shows a resource as it was before the latest write, once", async () => {
    const client = await start();
    const { id } = await client.create("/domains", { ...DOMAIN, description: "before" });
    await client.put(`/domains/${id}`, { description: "after" });
    client.emulator.faults.add({ path: "/domains/*", effect: { kind: "stale" } });
    expect((await client.get(`/domains/${id}`)).body["description"]).toBe("before");
    expect((await client.get(`/domains/${id}`)).body["description"]).toBe("after");
  });

  test("does not show a new resource yet, and still lists a deleted one", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    client.emulator.faults.add({ path: "/domains/*", effect: { kind: "stale" } });
    expect((await client.get(`/domains/${id}`)).status).toBe(404);
    await client.delete(`/domains/${id}`);
    client.emulator.faults.add({ path: "/domains", effect: { kind: "stale" } });
    expect((await client.get("/domains")).body["results"]).toBe(1);
    expect((await client.get("/domains")).body["results"]).toBe(0);
  });

  test("can be several writes behind, and hides changes over time since then", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    await client.put(`/compute/instances/${id}`, { group: "one" });
    await client.put(`/compute/instances/${id}`, { group: "two" });
    client.emulator.faults.add({ path: "/compute/**", effect: { kind: "stale", writes: 2 }, times: "always" });
    expect((await client.get(`/compute/instances/${id}`)).body["group"]).toBe("");
  });

  test("never blocks a write", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/domains/**", effect: { kind: "stale" }, times: "always" });
    const { id } = await client.create("/domains", DOMAIN);
    await client.put(`/domains/${id}`, { description: "set" });
    client.emulator.faults.clear();
    expect((await client.get(`/domains/${id}`)).body["description"]).toBe("set");
  });
});

describe("404 for a while", () => {
  test("lasts from the first request that is hit until the time has passed", async () => {
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

const count = async (client: Started) => (await client.get("/domains")).body.results;

describe("a scripted fault", () => {
  test("returns a status in place of the real response, once", async () => {
    const client = await start();
    client.emulator.faults.add({ method: "POST", path: "/domains", effect: { kind: "status", status: 503 } });
    const reply = await client.post("/domains", DOMAIN);
    expect(reply.status).toBe(503);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.body).toEqual({ errors: [{ reason: "Please try again later." }] });
    expect(await count(client)).toBe(0);
    expect((await client.post("/domains", DOMAIN)).status).toBe(200);
  });

  test("returns a custom body and headers", async () => {
    const client = await start();
    const body = { errors: [{ reason: "slow" }] };
    const effect = { kind: "status", status: 429, body, headers: { "Retry-After": "1" } } as const;
    client.emulator.faults.add({ path: "/domains", effect });
    const reply = await client.get("/domains");
    expect([reply.status, reply.headers.get("retry-after"), reply.body]).toEqual([429, "1", body]);
    client.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body: "{not json" } });
    const raw = await fetch(`${client.emulator.url}/domains`);
    expect(await raw.text()).toBe("{not json");
  });

  test("after the commit of a request hides its result", async () => {
    const client = await start();
    const effect = { kind: "status", status: 500 } as const;
    client.emulator.faults.add({ method: "POST", path: "/domains", phase: "after", effect });
    expect((await client.post("/domains", DOMAIN)).status).toBe(500);
    expect(await count(client)).toBe(1);
  });

  test.each([
    ["resets the connection", "before", "reset", false],
    ["resets the connection", "after", "reset", true],
    ["resets the connection", "during", "reset", true],
    ["drops the response", "after", "lostResponse", true],
  ] as const)("%s %s the commit of a request", async (_what, phase, kind, isCommitted) => {
    const client = await start();
    const asked = kind === "reset" ? { phase } : {};
    client.emulator.faults.add({ method: "POST", path: "/domains", ...asked, effect: { kind } });
    await expect(client.post("/domains", DOMAIN)).rejects.toThrow();
    expect(await count(client)).toBe(isCommitted ? 1 : 0);
  });

  test("truncates the response halfway", async () => {
    const client = await start();
    client.emulator.faults.add({ path: "/regions", effect: { kind: "truncate" } });
    const response = await fetch(`${client.emulator.url}/regions`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect((await client.get("/regions")).status).toBe(200);
  });

  test("returns an HTML page, another content type, or additional headers", async () => {
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

  test("delays many concurrent responses without a warning from the runtime", async () => {
    const warnings: unknown[] = [];
    // The real process object: tests get a copy from Jest.
    const runtime = runInThisContext("process") as NodeJS.Process;
    const note = (warning: Error): unknown => warnings.push(warning.message);
    runtime.on("warning", note);
    const client = await start();
    client.emulator.faults.add({ path: "/regions", times: "always", effect: { kind: "delay", ms: 30 } });
    await Promise.all(Array.from({ length: 30 }, () => client.get("/regions")));
    runtime.off("warning", note);
    expect(warnings).toEqual([]);
  });

  test("does not delay the shutdown of the emulator", async () => {
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

  /** Which matches a rule hits, and how. */
  type Which = Pick<FaultRule, "nth" | "times"> & { readonly status?: number };

  test.each([
    ["start with the nth match, as many as requested", [{ nth: 2, times: 2 }], [200, 500, 500, 200], [2]],
    ["never end with times always", [{ times: "always" }], [500, 500, 500], [3]],
    ["are counted by every rule, and hit by the first due one", [{}, { nth: 2, status: 502 }], [500, 502, 200], [1, 1]],
  ] as const)("%s", async (_what, rules, statuses, fired) => {
    const client = await start();
    for (const { status = 500, ...which } of rules as ReadonlyArray<Which>) {
      client.emulator.faults.add({ path: "/regions", ...which, effect: { kind: "status", status } });
    }
    for (const status of statuses) expect((await client.get("/regions")).status).toBe(status);
    expect(client.emulator.faults.list()).toMatchObject(
      fired.map((hits, index) => ({ id: index + 1, matched: statuses.length, fired: hits })),
    );
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

  test("are matched quickly, whatever the pattern", async () => {
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
});

describe("an invalid rule is rejected", () => {
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
