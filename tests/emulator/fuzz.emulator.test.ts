import type { Answer } from "dns-packet";
import fc from "fast-check";
import { tries } from "../support/chance";
import { anyText } from "../support/arbitrary-text";
import { start } from "./support/client";
import type { Started } from "./support/client";
import { BODIES, knownPath } from "./support/fuzz/bodies";
import type { Body } from "./support/fuzz/bodies";
import { edgeCases, mutated } from "./support/fuzz/mutations";
import { expectAlive, FUZZ, inhabited, sendRequest, take, withoutDnsLookups } from "./support/fuzz/service";
import { OPERATIONS, steps } from "./support/fuzz/steps";
import type { Request } from "./support/fuzz/steps";
import { sendBytes } from "./support/raw-http";
import { message, soa, startScripted } from "./support/name-server";

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
      const failed: string[] = [];
      for (const body of edgeCases(await acceptedBodies(client, request, operation))) {
        if ((await sendRequest(client, { ...request, body })).status >= 500) failed.push(body);
      }
      expect(failed).toEqual([]);
      await expectAlive(client);
    });
  });

  test("a body of 50,000 brackets gets a regular response", async () => {
    const client = await inhabited({});
    const [opened, closed] = ["[".repeat(50_000), "]".repeat(50_000)];
    const nested = `{"tags":${opened}${closed},"label":${opened}${closed}}`;
    for (const operation of OPERATIONS.filter((candidate) => /^(POST|PUT) /.test(candidate))) {
      expect((await sendRequest(client, { ...requestOf(operation), body: nested })).status).toBeLessThan(500);
    }
    const objects = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    for (const body of [`{"stackscript_data":${objects}}`, opened]) {
      expect((await sendRequest(client, { ...requestOf("POST /compute/instances"), body })).status).toBe(400);
      expect((await client.send("POST", "/_emulator/faults", { body })).status).toBe(400);
    }
    const filter = `{"label":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
    expect((await client.get("/domains", { "X-Filter": filter })).status).toBe(400);
    await expectAlive(client);
  });

  test("a string of 100,000 repetitions is processed quickly", async () => {
    const client = await inhabited({});
    for (const [operation, bodies] of Object.entries(BODIES)) {
      const [body] = fc.sample(bodies, { seed: 1, numRuns: 1 });
      for (const part of ["a", "a.", "-", "1:", "a@", " ", "a-"]) {
        const text = JSON.stringify(part.repeat(100_000));
        const long = JSON.stringify(body).replace(/"[^"]*"(?!:)/, () => text);
        const before = performance.now();
        expect((await sendRequest(client, { ...requestOf(operation), body: long })).status).toBeLessThan(500);
        expect(performance.now() - before).toBeLessThan(5_000);
      }
    }
  });
});

/** The zone that is transferred. */
const ZONE = "broken.example";

const ANSWERS: readonly Answer[] = [
  soa(ZONE),
  { type: "A", name: `www.${ZONE}`, data: "192.0.2.1" },
  { type: "TXT", name: ZONE, data: ["one", "two"] },
  { type: "MX", name: ZONE, data: { preference: 10, exchange: `mail.${ZONE}` } },
  { type: "SRV", name: `_sip._tcp.${ZONE}`, data: { port: 5060, target: `sip.${ZONE}` } },
  { type: "CAA", name: ZONE, data: { flags: 0, tag: "issue", value: "ca.example" } },
  soa(ZONE),
];

/** The length of a message and its query id come first; if they are wrong, the rest is not read. */
const HEAD_BYTES = 4;
const LENGTH = message(0, ANSWERS).length;

/** What happens to the bytes of a transfer in transit. */
type Damage = (sent: Buffer) => Buffer;

/** A few bytes are changed, or only a part arrives. */
const damages: fc.Arbitrary<Damage> = fc
  .record({
    changes: fc.array(fc.tuple(fc.integer({ min: HEAD_BYTES, max: LENGTH - 1 }), fc.nat({ max: 255 })), {
      maxLength: 4,
    }),
    arrives: fc.oneof({ weight: 4, arbitrary: fc.constant(LENGTH) }, fc.nat({ max: LENGTH })),
  })
  .map(({ changes, arrives }) => (sent) => {
    const damaged = Buffer.from(sent);
    for (const [place, value] of changes) damaged[place] = value;
    return damaged.subarray(0, arrives);
  });

/** A transfer of the zone, as the response to a query. */
function transfer(id: number): Buffer {
  return message(id, ANSWERS);
}

test("a zone that is damaged in transit is rejected, or imported consistently", async () => {
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

describe("malformed HTTP", () => {
  const HEAD = "Host: x\r\nAuthorization: Bearer emulator-token\r\nConnection: close\r\n";

  test.each([
    ["nothing at all", ""],
    ["a tunnel", `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`],
    ["another protocol", `GET /v4/regions HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ["a whole URL as target", `GET http://example.com/v4/regions HTTP/1.1\r\n${HEAD}\r\n`],
    ["no path", `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`],
    ["a path out of the tree", `GET /v4/../../etc/passwd HTTP/1.1\r\n${HEAD}\r\n`],
    ["a broken encoding", `GET /v4/%/%zz/%c3%28 HTTP/1.1\r\n${HEAD}\r\n`],
    ["bytes that are no text", Buffer.from(`GET /v4/\xff\xfe HTTP/1.1\r\n${HEAD}\r\n`, "latin1")],
    ["less than announced", `POST /v4/domains HTTP/1.1\r\n${HEAD}Content-Length: 200\r\n\r\n{}`],
    ["a broken chunk", `POST /v4/domains HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ["an unfinished chunk", `POST /v4/domains HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n10\r\n{}`],
    ["an expectation", `POST /v4/domains HTTP/1.1\r\n${HEAD}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`],
    ["huge headers", `GET /v4/regions HTTP/1.1\r\n${HEAD}X-Filter: ${"x".repeat(200_000)}\r\n\r\n`],
    ["two filters", `GET /v4/domains HTTP/1.1\r\n${HEAD}X-Filter: {}\r\nX-Filter: {}\r\n\r\n`],
    ["many requests at once", `GET /v4/domains HTTP/1.1\r\n${HEAD}\r\n`.repeat(50)],
  ])("%s does not stop the emulator, and gets no 5xx", async (_what, sent) => {
    const client = await start();
    expect(await sendBytes(client.emulator.port, sent)).not.toMatch(/^HTTP\/1\.1 5/m);
    await expectAlive(client);
  });

  test("nonsense gets a 400", async () => {
    const client = await start();
    expect(await sendBytes(client.emulator.port, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
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

test("any fault rule and any out-of-band change are accepted or rejected, and the state can be shown", async () => {
  const client = await inhabited({});
  const rule = {
    method: "GET",
    path: "/x",
    nth: 2,
    times: 3,
    phase: "before",
    effect: { kind: "status", status: 500 },
  };
  const record = { name: "www", target: "192.0.2.1", ttl_sec: 300 };
  const change = fc.oneof(
    patchOf("instances/10001", { label: "web", image: null, ipv4: ["192.0.2.1"], tags: ["a"], status: "offline" }),
    patchOf("domains/2000001", { domain: "a.example", soa_email: "a@a.example", description: "", tags: ["a"] }),
    patchOf("records/30000001", record),
  );
  await fc.assert(
    fc.asyncProperty(mutated(rule), change, anyText(), async (fault, { path, body }, find) => {
      for (const [target, sent] of [
        ["faults", fault],
        [path, body],
      ] as const) {
        const { status } = await client.send("POST", `/_emulator/${target}`, { body: sent });
        expect([200, 400]).toContain(status);
      }
      const state = await client.send("GET", `/_emulator/state?find=${encodeURIComponent(find)}`);
      expect(state.status).toBe(200);
    }),
    { numRuns: tries(150) },
  );
});

/** An out-of-band change of an object, with something changed in it. */
function patchOf(path: string, fields: Body) {
  return fc.record({ path: fc.constant(path), body: mutated(fields) });
}
