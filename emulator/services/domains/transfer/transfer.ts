import { randomInt } from "node:crypto";
import type { Socket } from "node:net";
import { connect } from "node:net";
import type { Answer, DecodedPacket } from "dns-packet";
import { decode, streamEncode } from "dns-packet";
import { broken, TransferFailure } from "./failure";
import type { NameServer } from "./name-server";

export interface TransferLimits {
  readonly timeMs: number;
  readonly bytes: number;
  readonly records: number;
}

const LIMITS: TransferLimits = { timeMs: 10_000, bytes: 5 * 1024 * 1024, records: 50_000 };

/** What common error codes of a name server mean for a transfer (RFC 5936, section 2.2.1). */
const MEANINGS: { readonly [rcode: string]: string } = {
  REFUSED: "refuses the transfer of this zone",
  NOTAUTH: "does not serve this zone",
  NXDOMAIN: "does not serve this zone",
};

/** Over TCP, each message is preceded by its length in two bytes (RFC 1035, section 4.2.2). */
const LENGTH_BYTES = 2;

/**
 * Requests a zone transfer from a name server (AXFR, RFC 5936), over one connection and without TSIG.
 * @returns the records of the zone; the first is its SOA record, which is not repeated at the end
 * @throws TransferFailure when no complete zone is received, or the signal is aborted.
 */
export async function transferZone(
  zone: string,
  server: NameServer,
  signal: AbortSignal,
  limits: TransferLimits = LIMITS,
): Promise<Answer[]> {
  const id = randomInt(0x10000);
  const socket = connect(server);
  const end = (why: string) => () => socket.destroy(new TransferFailure(why));
  const timer = setTimeout(end(`The name server took longer than ${limits.timeMs / 1000} seconds`), limits.timeMs);
  const onAbort = end("The transfer was abandoned");
  signal.addEventListener("abort", onAbort);
  try {
    socket.write(streamEncode({ type: "query", id, questions: [{ type: "AXFR", name: zone }] }));
    return await readZone(zone, id, socket, limits);
  } catch (error) {
    throw failureOf(error, socket);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    socket.destroy();
  }
}

/** Reads until the SOA record appears a second time. */
async function readZone(zone: string, id: number, socket: Socket, limits: TransferLimits): Promise<Answer[]> {
  const records: Answer[] = [];
  for await (const message of messagesFrom(socket, limits.bytes)) {
    for (const record of answersIn(message, id)) {
      const isSoa = record.type === "SOA" && record.name.toLowerCase() === zone.toLowerCase();
      if (isSoa && records.length > 0) return records;
      if (!isSoa && records.length === 0) throw broken("it does not begin with the zone's SOA record");
      if (records.length === limits.records) {
        throw new TransferFailure(`The zone has more than ${limits.records} records`);
      }
      records.push(record);
    }
  }
  throw broken("it ended before the zone did");
}

/** The messages in a stream of bytes. */
async function* messagesFrom(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TransferFailure(`The zone takes more than ${maxBytes} bytes`);
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + rest.readUInt16BE(0);
      if (rest.length < end) break;
      yield rest.subarray(LENGTH_BYTES, end);
      rest = rest.subarray(end);
    }
  }
}

/** The records in a message, which must be a response to the request with this ID. */
function answersIn(message: Buffer, id: number): Answer[] {
  const packet = decoded(message);
  if (packet.id !== id || !packet.flag_qr) throw broken("it belongs to another request");
  if (packet.rcode !== "NOERROR") {
    throw new TransferFailure(`The name server ${MEANINGS[packet.rcode] ?? `answers ${packet.rcode}`}`);
  }
  if (packet.flag_tc) throw broken("it is marked as truncated");
  return packet.answers ?? [];
}

function decoded(message: Buffer): DecodedPacket & { readonly rcode: string } {
  try {
    // The declared type omits the error code.
    const packet = decode(message) as DecodedPacket & { readonly rcode: string };
    if (decode.bytes === message.length) return packet;
  } catch {
    // Reported below.
  }
  throw broken("it is not a DNS message");
}

function failureOf(error: unknown, socket: Socket): TransferFailure {
  if (error instanceof TransferFailure) return error;
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return new TransferFailure("The name server's name is not known");
  if (socket.bytesRead > 0) return broken(`the connection was lost (${code})`);
  return new TransferFailure(`The name server cannot be reached (${code})`);
}
