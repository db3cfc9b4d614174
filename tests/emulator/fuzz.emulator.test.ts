import fc from "fast-check";
import { start } from "./support/client";
import { BODIES, knownPath } from "./support/fuzz/bodies";
import { expectAlive, FUZZ, inhabited, sendRequest, take, withoutDnsLookups } from "./support/fuzz/service";
import { OPERATIONS, steps } from "./support/fuzz/steps";
import type { Request } from "./support/fuzz/steps";
import { sendBytes } from "./support/raw-http";

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

describe("malformed HTTP", () => {
  const HEAD = "Host: x\r\nAuthorization: Bearer emulator-token\r\nConnection: close\r\n";

  test.each([
    ["nothing at all", ""],
    ["a tunnel", `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`],
    ["bytes that are no text", Buffer.from(`GET /v4/\xff\xfe HTTP/1.1\r\n${HEAD}\r\n`, "latin1")],
    ["less than announced", `POST /v4/domains HTTP/1.1\r\n${HEAD}Content-Length: 200\r\n\r\n{}`],
    ["a broken chunk", `POST /v4/domains HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ["an unfinished chunk", `POST /v4/domains HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n10\r\n{}`],
    ["huge headers", `GET /v4/regions HTTP/1.1\r\n${HEAD}X-Filter: ${"x".repeat(200_000)}\r\n\r\n`],
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
