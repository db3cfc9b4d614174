import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { tries } from "../support/chance";
import { anyText } from "../support/arbitrary-text";
import { DEBIAN, start } from "./support/client";
import type { Started } from "./support/client";
import { BODIES } from "./support/fuzz/bodies";
import type { Body } from "./support/fuzz/bodies";
import { damages, transfer, ZONE } from "./support/fuzz/damage";
import type { Damage } from "./support/fuzz/damage";
import { edgeCases } from "./support/fuzz/edges";
import { withoutDnsLookups } from "./support/fuzz/lookups";
import { knownPath } from "./support/fuzz/paths";
import { FUZZ } from "./support/fuzz/runs";
import { sendRequest } from "./support/fuzz/send";
import { expectAlive, inhabited, take } from "./support/fuzz/service";
import { OPERATIONS, steps } from "./support/fuzz/steps";
import type { Request } from "./support/fuzz/steps";
import { sendBytes } from "./support/raw-http";
import { startScripted } from "./support/scripted-name-server";

describe("fuzz", () => {
  jest.setTimeout(FUZZ.timeoutMs);
  withoutDnsLookups();

  const options = fc.record({
    provisionMs: fc.constantFrom(0, 10_000),
    documentedOnly: fc.boolean(),
    createAnswer: fc.constantFrom("full", "bare"),
  });

  /** An operation as a request, on the path of something that exists in a populated account. */
  function requestOf(operation: string): Request {
    const [method = "", template = ""] = operation.split(" ");
    return { method, path: knownPath(template) };
  }

  /** Bodies of an operation that the API accepts; if it accepts none, any plausible ones. */
  async function acceptedBodies(client: Started, request: Request, operation: string): Promise<Body[]> {
    const sensible = fc.sample(BODIES[operation] ?? fc.constant({}), { seed: 1, numRuns: 30 });
    const accepted: Body[] = [];
    for (const body of sensible) {
      const { status } = await sendRequest(client, { ...request, body: JSON.stringify(body) });
      if (status === 200) accepted.push(body);
    }
    return accepted.length > 0 ? accepted : sensible;
  }

  describe("any requests to an account in use", () => {
    test("get no 5xx and no undocumented response, and what was created exists", async () => {
      const sequence = fc.asyncProperty(options, steps, async (how, taken) => {
        const client = await inhabited(how);
        try {
          for (const step of taken) await take(client, step);
          await expectAlive(client);
        } finally {
          await client.emulator.close();
        }
      });
      await fc.assert(sequence, FUZZ.parameters);
    });

    const modes = [{ documentedOnly: false }, { documentedOnly: true }];
    describe.each(modes)("with %j", (mode) => {
      // `npm test` runs each operation in one of the modes.
      const all = Object.keys(BODIES);
      const own = process.env["TEST_ALL"] ? all : all.filter((_, index) => index % 2 === modes.indexOf(mode));
      test.each(own)("%s handles every edge case of every value", async (operation) => {
        const client = await inhabited({ ...mode, provisionMs: 0 });
        const request = requestOf(operation);
        for (const body of edgeCases(await acceptedBodies(client, request, operation))) {
          expect((await sendRequest(client, { ...request, body })).status).toBeLessThan(500);
        }
        await expectAlive(client);
      });
    });

    test("a body of 10 MB is rejected", async () => {
      const client = await inhabited({});
      const body = JSON.stringify({ label: "x".repeat(10_000_000) });
      for (const operation of ["POST /compute/instances", "PUT /domains/{}", "POST /domains/{}/records"]) {
        expect((await sendRequest(client, { ...requestOf(operation), body })).status).toBe(413);
      }
      await expectAlive(client);
    });

    test("a body of 100,000 brackets gets a regular response", async () => {
      const client = await inhabited({});
      const [opened, closed] = ["[".repeat(100_000), "]".repeat(100_000)];
      for (const operation of OPERATIONS.filter((candidate) => /^(POST|PUT) /.test(candidate))) {
        for (const body of [`{"tags":${opened}${closed},"label":${opened}${closed}}`, opened]) {
          expect((await sendRequest(client, { ...requestOf(operation), body })).status).toBeLessThan(500);
        }
      }
      const data = `{"stackscript_data":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`;
      expect((await sendRequest(client, { ...requestOf("POST /compute/instances"), body: data })).status).toBe(400);
      const filter = `{"label":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
      expect((await client.get("/domains", { "X-Filter": filter })).status).toBe(400);
      await expectAlive(client);
    });

    test("a string of 200,000 repetitions is processed quickly", async () => {
      const client = await inhabited({});
      for (const [operation, bodies] of Object.entries(BODIES)) {
        const [body] = fc.sample(bodies, { seed: 1, numRuns: 1 });
        for (const part of ["a", "a.", "-", "1:", "a@", " ", "a-"]) {
          const text = JSON.stringify(part.repeat(200_000));
          const long = JSON.stringify(body).replace(/"[^"]*"(?!:)/, () => text);
          const before = performance.now();
          expect((await sendRequest(client, { ...requestOf(operation), body: long })).status).toBeLessThan(500);
          expect(performance.now() - before).toBeLessThan(5_000);
        }
      }
    });
  });
});

describe("fuzz connections", () => {
  jest.setTimeout(FUZZ.timeoutMs);

  withoutDnsLookups();

  describe("data for an image", () => {
    const gz = gzipSync(Buffer.alloc(100_000, "x"));

    test.each([
      ["nothing", Buffer.alloc(0)],
      ["no gzip", Buffer.from("not compressed")],
      ["half of a gzip", gz.subarray(0, gz.length / 2)],
      ["a gzip with a wrong checksum", Buffer.concat([gz.subarray(0, -8), Buffer.alloc(8)])],
      ["a gzip with something behind it", Buffer.concat([gz, Buffer.from("more")])],
      ["the head of a gzip alone", gz.subarray(0, 10)],
    ])("that is %s is accepted or rejected, and the emulator keeps running", async (_what, data) => {
      const client = await start({ provisionMs: 0 });
      const { upload_to, image } = await client.create("/images/upload", { label: "uploaded", region: "us-east" });
      const url = new URL(String(upload_to));
      for (const search of [url.search, "", `${url.search}x`, "?expires=%ZZ&signature=__proto__"]) {
        const { status } = await fetch(`${url.origin}${url.pathname}${search}`, { method: "PUT", body: data });
        expect(status).toBeLessThan(500);
      }
      const { id } = image as { id: string };
      expect([200, 404]).toContain((await client.get(`/images/${id}`)).status);
      await expectAlive(client);
    });
  });

  describe("a zone that is damaged in transit", () => {
    test("is rejected, or imported consistently", async () => {
      const client = await start();
      let damage: Damage = (sent) => sent;
      const server = await startScripted((socket, id) => socket.end(damage(transfer(id))));
      const importZone = () => client.post("/domains/import", { domain: ZONE, remote_nameserver: server.address });
      let imported = await importZone();
      expect(imported.status).toBe(200);
      await fc.assert(
        fc.asyncProperty(damages, async (next) => {
          if (imported.status === 200) await client.delete(`/domains/${imported.body.id}`);
          damage = next;
          imported = await importZone();
          expect(imported.status).toBeLessThan(500);
          if (imported.status !== 200) return;
          expect((await client.get(`/domains/${imported.body.id}/records`)).status).toBe(200);
        }),
        FUZZ.parameters,
      );
      await expectAlive(client);
    });
  });

  describe("malformed HTTP", () => {
    const HEAD = "Host: x\r\nAuthorization: Bearer emulator-token\r\nConnection: close\r\n";

    test.each([
      ["nothing at all", ""],
      ["no request", "nonsense\r\n\r\n"],
      ["a TLS greeting", Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
      ["an unknown version", "GET /v4/regions HTTP/9.9\r\n\r\n"],
      ["no host", "GET /v4/regions HTTP/1.1\r\n\r\n"],
      ["an unknown method", `FROBNICATE /v4/regions HTTP/1.1\r\n${HEAD}\r\n`],
      ["a tunnel", `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`],
      ["another protocol", `GET /v4/regions HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
      ["a whole URL as target", `GET http://example.com/v4/regions HTTP/1.1\r\n${HEAD}\r\n`],
      ["no path", `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`],
      ["a path out of the tree", `GET /v4/../../etc/passwd HTTP/1.1\r\n${HEAD}\r\n`],
      ["a broken encoding", `GET /v4/%/%zz/%c3%28 HTTP/1.1\r\n${HEAD}\r\n`],
      ["bytes that are no text", Buffer.from(`GET /v4/\xff\xfe HTTP/1.1\r\n${HEAD}\r\n`, "latin1")],
      ["a length that is no number", `POST /v4/domains HTTP/1.1\r\n${HEAD}Content-Length: x\r\n\r\n{}`],
      ["a negative length", `POST /v4/domains HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n{}`],
      ["two lengths", `POST /v4/domains HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
      ["less than announced", `POST /v4/domains HTTP/1.1\r\n${HEAD}Content-Length: 200\r\n\r\n{}`],
      ["a broken chunk", `POST /v4/domains HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
      ["an unfinished chunk", `POST /v4/domains HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n10\r\n{}`],
      ["an expectation", `POST /v4/domains HTTP/1.1\r\n${HEAD}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`],
      ["huge headers", `GET /v4/regions HTTP/1.1\r\n${HEAD}X-Filter: ${"x".repeat(200_000)}\r\n\r\n`],
      ["a header without end", `GET /v4/regions HTTP/1.1\r\nX-${"x".repeat(50_000)}`],
      ["a header split in two", `GET /v4/regions HTTP/1.1\r\n${HEAD}X-Filter: a\r\n b\r\n\r\n`],
      ["two filters", `GET /v4/domains HTTP/1.1\r\n${HEAD}X-Filter: {}\r\nX-Filter: {}\r\n\r\n`],
      ["many requests at once", `GET /v4/domains HTTP/1.1\r\n${HEAD}\r\n`.repeat(50)],
    ])("%s does not stop the emulator, and gets no 5xx", async (_what, sent) => {
      const client = await start();
      expect(await sendBytes(client.emulator.port, sent)).not.toMatch(/^HTTP\/1\.1 5/m);
      await expectAlive(client);
    });

    test("any bytes do not stop the emulator", async () => {
      const client = await start();
      const line = fc.constantFrom("GET /v4/regions HTTP/1.1\r\n", `POST /v4/domains HTTP/1.1\r\n${HEAD}`, "");
      await fc.assert(
        fc.asyncProperty(line, fc.uint8Array({ maxLength: 200 }), async (before, rest) => {
          expect(await sendBytes(client.emulator.port, before, rest, "\r\n\r\n")).not.toMatch(/^HTTP\/1\.1 5/m);
        }),
        FUZZ.parameters,
      );
      await expectAlive(client);
    });
  });
});

describe("robustness", () => {
  const RUNS = tries(300);

  const FIELDS = [
    ...["region", "type", "label", "group", "tags", "image", "root_pass", "authorized_keys", "authorized_users"],
    ...["stackscript_id", "stackscript_data", "swap_size", "backup_id", "backups_enabled", "booted", "private_ip"],
    ...["interfaces", "alerts", "backups", "watchdog_enabled", "config_id", "allow_auto_disk_resize"],
    ...["domain", "status", "description", "soa_email", "master_ips", "axfr_ips", "expire_sec", "ttl_sec", "name"],
    ...["target", "priority", "weight", "port", "service", "protocol", "tag", "__proto__", "constructor", "toString"],
  ];

  const PLAUSIBLE = [
    ...[
      "us-east",
      "g6-nanode-1",
      "compute/debian11",
      "correct horse",
      "master",
      "slave",
      "example.org",
      "a@example.org",
    ],
    ...[
      "A",
      "AAAA",
      "MX",
      "SRV",
      "CAA",
      "CNAME",
      "TXT",
      "NS",
      "PTR",
      "www",
      "192.0.2.1",
      "tcp",
      "issue",
      "\u0000",
      "\ud800",
    ],
  ];

  const value = fc.oneof(
    fc.constantFrom(...PLAUSIBLE),
    fc.jsonValue(),
    fc.array(fc.oneof(fc.constantFrom(...PLAUSIBLE), fc.jsonValue()), { maxLength: 5 }),
    fc.constantFrom(0, -1, 1e308, 2 ** 53, 1.5, true, false, null, "", {}, []),
  );

  const body = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 12 });

  async function inhabited(): Promise<{ client: Started; paths: string[] }> {
    const client = await start({ provisionMs: 0 });
    const instance = await client.create("/compute/instances", DEBIAN);
    const domain = await client.create("/domains", {
      domain: "example.com",
      type: "master",
      soa_email: "a@example.com",
    });
    const record = await client.create(`/domains/${domain.id}/records`, { type: "TXT", target: "x" });
    const one = `/compute/instances/${instance.id}`;
    const paths = [
      ...["/compute/instances", one, `${one}/boot`, `${one}/shutdown`, `${one}/reboot`, `${one}/resize`],
      ...[`${one}/password`, `${one}/disks`, `${one}/configs`, "/compute/types", "/regions", "/images"],
      ...["/databases/engines", "/domains", `/domains/${domain.id}`, `/domains/${domain.id}/records`],
      `/domains/${domain.id}/records/${record.id}`,
    ];
    return { client, paths };
  }

  /** Expects anything but a failure of the emulator itself, with a JSON body of the right shape. */
  function expectOrderly(reply: { status: number; body: unknown }): void {
    expect(reply.status).toBeLessThan(500);
    if (reply.status < 400) return;
    const { errors } = reply.body as { errors: Array<{ reason: string }> };
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(typeof error.reason).toBe("string");
  }

  describe("no response is a 5xx", () => {
    test("to any JSON object in the body", async () => {
      const { client, paths } = await inhabited();
      const method = fc.constantFrom("POST", "PUT");
      await fc.assert(
        fc.asyncProperty(method, fc.constantFrom(...paths), body, async (how, path, sent) => {
          expectOrderly(await client.send(how, `/v4${path}`, { body: JSON.stringify(sent) }));
        }),
        { numRuns: RUNS },
      );
    });

    test("to any text in the body", async () => {
      const { client, paths } = await inhabited();
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), anyText(), async (path, sent) => {
          expectOrderly(await client.send("POST", `/v4${path}`, { body: sent }));
        }),
        { numRuns: RUNS },
      );
    });

    test("to any path, query and filter", async () => {
      const { client, paths } = await inhabited();
      const path = fc.oneof(
        fc.constantFrom(...paths),
        fc.webPath(),
        fc.string().map((text) => `/${encodeURIComponent(text)}`),
      );
      const query = fc.oneof(
        fc.webQueryParameters(),
        fc.string().map((text) => `page=${encodeURIComponent(text)}`),
      );
      const filter = fc.oneof(
        fc.json(),
        fc
          .dictionary(fc.constantFrom("label", "tags", "id", "+and", "+or", "+order_by", "+order"), value)
          .map((f) => JSON.stringify(f)),
        fc
          .dictionary(fc.constantFrom("+gt", "+contains", "+neq"), value)
          .map((test) => JSON.stringify({ label: test })),
      );
      const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, "");
      await fc.assert(
        fc.asyncProperty(path, query, filter, async (where, asked, wanted) => {
          expectOrderly(await client.get(`${where}?${asked}`, { "X-Filter": ascii(wanted) }));
        }),
        { numRuns: RUNS },
      );
    });

    test("to bodies that are huge or nested without end", async () => {
      const { client } = await inhabited();
      const nested = (open: string, close: string, depth: number) =>
        `{"tags":${open.repeat(depth)}1${close.repeat(depth)}}`;
      for (const sent of [
        nested("[", "]", 200_000),
        nested('{"a":', "}", 100_000),
        `{"label":"${"x".repeat(3_000_000)}"}`,
      ]) {
        expectOrderly(await client.send("POST", "/v4/compute/instances", { body: sent }));
        expectOrderly(await client.send("POST", "/v4/domains", { body: sent }));
        expectOrderly(await client.send("POST", "/_emulator/faults", { body: sent }));
      }
      expect((await client.get("/regions")).status).toBe(200);
    });

    test("to any fault rule, and any out-of-band change", async () => {
      const { client } = await inhabited();
      const rule = fc.record({
        path: value,
        method: value,
        nth: value,
        times: value,
        phase: value,
        effect: fc.record({ kind: value, status: value }),
      });
      await fc.assert(
        fc.asyncProperty(rule, body, async (fault, patch) => {
          expectOrderly(await client.send("POST", "/_emulator/faults", { body: JSON.stringify(fault) }));
          expectOrderly(await client.send("POST", "/_emulator/instances/10001", { body: JSON.stringify(patch) }));
        }),
        { numRuns: tries(100) },
      );
    });
  });

  describe("the response to an accepted request", () => {
    test("can be sent back unchanged and changes nothing", async () => {
      const { client, paths } = await inhabited();
      const path = paths.find((candidate) => candidate.endsWith("/records")) ?? "";
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const reply = await client.post(path, { type: "TXT", target: "x", ...sent });
          if (reply.status !== 200) return;
          const again = await client.put(`${path}/${reply.body.id}`, reply.body);
          expect(again.body).toEqual({ ...reply.body, updated: expect.any(String) });
          await client.delete(`${path}/${reply.body.id}`);
        }),
        { numRuns: RUNS },
      );
    });
  });
});
