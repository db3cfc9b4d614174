import { connect, constants, createServer } from "node:http2";
import type {
  ClientHttp2Session,
  Http2Session,
  IncomingHttpHeaders,
  OutgoingHttpHeaders,
  ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";

/** A call of gRPC: its method, as `/service/Method`, and the messages of its request. */
export interface Call {
  readonly method: string;
  readonly messages: readonly Buffer[];
  /** The connection, which each client has for itself. */
  readonly session: Http2Session;
}

/** What to respond: a message, or an error. */
type Answer = { readonly message: Buffer } | { readonly error: string };

/** How a call is answered: by an answer, or by the server on this connection, which gets these messages instead. */
export type Reaction = Answer | { readonly upstream: ClientHttp2Session; readonly messages: readonly Buffer[] };

export interface GrpcServer {
  readonly port: number;
  close(): void;
}

/** Serves gRPC on this machine. A call is passed to `react` when its request is complete. */
export async function serveGrpc(
  react: (call: Call) => Promise<Reaction>,
  onClose: (session: Http2Session) => void = () => undefined,
): Promise<GrpcServer> {
  const sessions = new Set<Http2Session>();
  const server = createServer();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => undefined);
    session.once("close", () => {
      sessions.delete(session);
      onClose(session);
    });
  });
  server.on("stream", (stream, headers) => {
    const chunks: Buffer[] = [];
    stream.on("error", () => undefined);
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const { session } = stream;
      const { ":path": method = "" } = headers;
      if (session === undefined) return;
      react({ method, messages: messagesIn(Buffer.concat(chunks)), session })
        .catch((error: unknown) => ({ error: (error as Error).message }))
        .then((reaction) => respond(stream, reaction, headers))
        .catch(() => stream.destroy());
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const session of sessions) session.destroy();
    },
  };
}

/** Connects to a gRPC server on this machine. */
export function connectGrpc(port: number): ClientHttp2Session {
  return connect(`http://127.0.0.1:${port}`).on("error", () => undefined);
}

const OK = "0";
const UNKNOWN = "2";

function respond(stream: ServerHttp2Stream, reaction: Reaction, headers: IncomingHttpHeaders): void {
  if (stream.closed) return;
  if ("upstream" in reaction) return forward(stream, reaction, headers);
  const head = { ":status": 200, "content-type": "application/grpc" };
  if ("error" in reaction) {
    const status = { "grpc-status": UNKNOWN, "grpc-message": encodeURIComponent(reaction.error) };
    stream.respond({ ...head, ...status }, { endStream: true });
    return;
  }
  stream.respond(head, { waitForTrailers: true });
  stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": OK }));
  stream.end(framed(reaction.message));
}

/** Passes a call on, and its response back, as they are. */
function forward(
  stream: ServerHttp2Stream,
  { upstream, messages }: Extract<Reaction, { upstream: unknown }>,
  headers: IncomingHttpHeaders,
): void {
  const request = upstream.request(
    Object.fromEntries(
      Object.entries(headers).filter(([name]) => !/^:(authority|scheme)$|^content-length$/.test(name)),
    ),
  );
  let trailers: OutgoingHttpHeaders = {};
  request.once("response", (head, flags) => {
    const rest = Object.fromEntries(Object.entries(head).filter(([name]) => name !== "content-length"));
    if (flags & constants.NGHTTP2_FLAG_END_STREAM) stream.respond(rest, { endStream: true });
    else {
      stream.respond(rest, { waitForTrailers: true });
      stream.once("wantTrailers", () => stream.sendTrailers(trailers));
      request.pipe(stream);
    }
  });
  request.once("trailers", (given: OutgoingHttpHeaders) => (trailers = given));
  request.on("error", () => undefined);
  // The server has exited, or this is the end.
  request.once("close", () => {
    if (!stream.writableEnded) stream.destroy();
  });
  stream.once("close", () => request.close());
  request.end(Buffer.concat(messages.map(framed)));
}

const PREFIX_BYTES = 5;

function framed(message: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

function messagesIn(body: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at + PREFIX_BYTES <= body.length;) {
    const end = at + PREFIX_BYTES + body.readUInt32BE(at + 1);
    messages.push(body.subarray(at + PREFIX_BYTES, end));
    at = end;
  }
  return messages;
}
