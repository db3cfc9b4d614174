import fc from "fast-check";
import { gzipSync } from "node:zlib";
import { start } from "./support/client";
import { withoutLookups } from "./support/fuzz/lookups";
import { FUZZ } from "./support/fuzz/runs";
import type { Damage } from "./support/fuzz/damage";
import { damages, transfer, ZONE } from "./support/fuzz/damage";
import { expectAlive } from "./support/fuzz/service";
import { startScripted } from "./support/scripted-name-server";
import { sendBytes } from "./support/raw-http";

jest.setTimeout(FUZZ.timeoutMs);

withoutLookups();

describe("data for an image", () => {
  const gz = gzipSync(Buffer.alloc(100_000, "x"));

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["no gzip", Buffer.from("not compressed")],
    ["half of a gzip", gz.subarray(0, gz.length / 2)],
    ["a gzip with a wrong checksum", Buffer.concat([gz.subarray(0, -8), Buffer.alloc(8)])],
    ["a gzip with something behind it", Buffer.concat([gz, Buffer.from("more")])],
    ["the head of a gzip alone", gz.subarray(0, 10)],
  ])("that is %s is taken or refused, and the service goes on", async (_what, data) => {
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

describe("a zone that is damaged on its way", () => {
  test("is refused, or imported in order", async () => {
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

describe("what is hardly HTTP", () => {
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
  ])("%s does not end the service, and is no 5xx", async (_what, sent) => {
    const client = await start();
    expect(await sendBytes(client.emulator.port, sent)).not.toMatch(/^HTTP\/1\.1 5/m);
    await expectAlive(client);
  });

  test("any bytes do not end it either", async () => {
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
