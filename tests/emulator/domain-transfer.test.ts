import fc from "fast-check";
import type { Answer } from "dns-packet";
import { encode } from "dns-packet";
import { TransferFailure } from "../../emulator/services/domains/transfer/failure";
import type { TransferLimits } from "../../emulator/services/domains/transfer/transfer";
import { transferZone } from "../../emulator/services/domains/transfer/transfer";
import { zoneContent } from "../../emulator/services/domains/transfer/zone-content";
import type { Script } from "./support/scripted-name-server";
import { message, soa, startScripted } from "./support/scripted-name-server";

const ZONE = "example.org";
const A = (n: number): Answer => ({ type: "A", name: `h${n}.${ZONE}`, ttl: 300, data: "192.0.2.1" });

const NEVER = new AbortController().signal;
const ROOMY: TransferLimits = { timeMs: 10_000, bytes: 1_000_000, records: 1_000 };

async function transfer(script: Script, limits: Partial<TransferLimits> = {}): Promise<Answer[]> {
  const { port } = await startScripted(script);
  return transferZone(ZONE, { host: "127.0.0.1", port }, NEVER, { ...ROOMY, ...limits });
}

const failure = (script: Script, limits: Partial<TransferLimits> = {}): Promise<string> =>
  transfer(script, limits).then(
    () => "no failure",
    (error: unknown) => (error instanceof TransferFailure ? error.message : `not expected: ${String(error)}`),
  );

const names = (records: readonly Answer[]) => records.map(({ name }) => name);

describe("a transferred zone", () => {
  test("ends with its SOA record, which is not repeated", async () => {
    const records = await transfer((socket, id) =>
      socket.write(message(id, [soa(ZONE), A(1), A(2), soa("EXAMPLE.org")])),
    );
    expect(names(records)).toEqual([ZONE, `h1.${ZONE}`, `h2.${ZONE}`]);
  });

  test("may come in many messages, and in pieces of any size", async () => {
    const parts = (id: number) => [[soa(ZONE)], [A(1), A(2)], [], [A(3), soa(ZONE)]].map((part) => message(id, part));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 8 }), async (cuts) => {
        const records = await transfer((socket, id) => {
          const bytes = Buffer.concat(parts(id));
          let at = 0;
          socket.setNoDelay(true);
          for (const cut of [...cuts].sort((a, b) => a - b)) {
            socket.write(bytes.subarray(at, cut));
            at = Math.max(at, cut);
          }
          socket.write(bytes.subarray(at));
        });
        expect(names(records)).toEqual([ZONE, `h1.${ZONE}`, `h2.${ZONE}`, `h3.${ZONE}`]);
      }),
      { numRuns: 20 },
    );
  });
});

describe("a transfer fails, and says why", () => {
  const BROKEN = "The name server sent a broken answer: ";

  test.each<[string, Script, string]>([
    ["at once without an answer", (socket) => socket.end(), `${BROKEN}it ended before the zone did`],
    [
      "when the zone is cut off between two records",
      (socket, id) => socket.end(message(id, [soa(ZONE), A(1)])),
      `${BROKEN}it ended before the zone did`,
    ],
    [
      "when the zone is cut off inside of a message",
      (socket, id) => socket.end(message(id, [soa(ZONE), A(1), soa(ZONE)]).subarray(0, -3)),
      `${BROKEN}it ended before the zone did`,
    ],
    [
      "on something else than DNS",
      (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n".repeat(900)),
      `${BROKEN}it is not a DNS message`,
    ],
    ["on a message without content", (socket) => socket.end(Buffer.alloc(2)), `${BROKEN}it is not a DNS message`],
    [
      "on a message with more than its records",
      (socket, id) => {
        const bytes = Buffer.concat([message(id, [soa(ZONE), soa(ZONE)]), Buffer.alloc(1)]);
        bytes.writeUInt16BE(bytes.length - 2);
        socket.end(bytes);
      },
      `${BROKEN}it is not a DNS message`,
    ],
    [
      "on the answer to another request",
      (socket, id) => socket.end(message((id + 1) % 0x10000, [soa(ZONE), soa(ZONE)])),
      `${BROKEN}it belongs to another request`,
    ],
    [
      "on a request",
      (socket, id) => {
        const bytes = encode({ type: "query", id, questions: [{ type: "AXFR", name: ZONE }] });
        socket.end(Buffer.concat([Buffer.from([0, bytes.length]), bytes]));
      },
      `${BROKEN}it belongs to another request`,
    ],
    [
      "on a message that is marked as truncated",
      (socket, id) => socket.end(message(id, [soa(ZONE), soa(ZONE)], 1 << 9)),
      `${BROKEN}it is marked as truncated`,
    ],
    [
      "when the zone begins with another record",
      (socket, id) => socket.end(message(id, [A(1), soa(ZONE)])),
      `${BROKEN}it does not begin with the zone's SOA record`,
    ],
    [
      "when it is another zone",
      (socket, id) => socket.end(message(id, [soa("example.net"), soa("example.net")])),
      `${BROKEN}it does not begin with the zone's SOA record`,
    ],
    [
      "when it is refused",
      (socket, id) => socket.end(message(id, [], 5)),
      "The name server refuses the transfer of this zone",
    ],
    [
      "when the zone is not served",
      (socket, id) => socket.end(message(id, [], 9)),
      "The name server does not serve this zone",
    ],
    [
      "when the zone does not exist",
      (socket, id) => socket.end(message(id, [], 3)),
      "The name server does not serve this zone",
    ],
    ["on another error", (socket, id) => socket.end(message(id, [], 2)), "The name server answers SERVFAIL"],
    [
      "on an error in the middle",
      (socket, id) => socket.end(Buffer.concat([message(id, [soa(ZONE)]), message(id, [], 2)])),
      "The name server answers SERVFAIL",
    ],
  ])("%s", async (_when, script, reason) => {
    expect(await failure(script)).toBe(reason);
  });

  // What the reset does to bytes that are still on their way depends on the moment.
  test("when the connection is reset in the middle", async () => {
    const reset: Script = (socket, id) =>
      socket.write(message(id, [soa(ZONE)]), () => setImmediate(() => socket.resetAndDestroy()));
    expect([`${BROKEN}the connection was lost (ECONNRESET)`, `${BROKEN}it ended before the zone did`]).toContain(
      await failure(reset),
    );
  });

  test("when the zone has too many records", async () => {
    const script: Script = (socket, id) => socket.end(message(id, [soa(ZONE), A(1), A(2), soa(ZONE)]));
    expect(await failure(script, { records: 2 })).toBe("The zone has more than 2 records");
    expect(names(await transfer(script, { records: 3 }))).toHaveLength(3);
  });

  test("when the answer has no end", async () => {
    const endless: Script = (socket, id) => {
      const more = () => {
        while (!socket.destroyed && socket.write(message(id, [])));
      };
      socket.write(message(id, [soa(ZONE)]));
      socket.on("drain", more);
      more();
    };
    expect(await failure(endless, { bytes: 50_000 })).toBe("The zone takes more than 50000 bytes");
  });

  test("when the answer takes too long, though it never stops", async () => {
    const slow: Script = (socket, id) => {
      socket.write(message(id, [soa(ZONE)]));
      const drip = setInterval(() => socket.write(message(id, [])), 10);
      socket.on("close", () => clearInterval(drip));
    };
    expect(await failure(slow, { timeMs: 100 })).toBe("The name server took longer than 0.1 seconds");
    expect(await failure(() => undefined, { timeMs: 50 })).toBe("The name server took longer than 0.05 seconds");
  });

  test("on any bytes, but never otherwise", async () => {
    const valid = message(0, [soa(ZONE), A(1), { type: "TXT", name: ZONE, data: "x" }, soa(ZONE)]);
    const garbage = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      // Almost right: a few bytes of a valid answer are others.
      fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 4 }).map((changes) => {
        const bytes = Uint8Array.from(valid);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      }),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (bytes) => {
        const records = transfer((socket, id) => {
          const sent = Buffer.from(bytes);
          if (sent.length >= 4) sent.writeUInt16BE(id, 2);
          socket.end(sent);
        });
        await records.then(
          (found) => zoneContent(ZONE, found),
          (error: unknown) => expect(error).toBeInstanceOf(TransferFailure),
        );
      }),
      { numRuns: 150 },
    );
  });
});
