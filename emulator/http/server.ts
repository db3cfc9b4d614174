import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer } from "../interface/answer";
import { errorAnswer } from "../interface/answer";
import type { Api } from "../interface/api";
import type { Control } from "../control/control";
import { send } from "./delivery";
import { ErrorResponse, notFound } from "../interface/errors";
import type { ListenAddress } from "./address";
import { endsOf, requestedOrigin } from "./address";
import type { Target } from "./exchange";
import { parseJson, parseTarget, readBody } from "./exchange";
import type { Gate } from "./gate";
import type { Watch } from "./logged";
import { serveLogged } from "./logged";
import { isRead, PAGE, pageAnswer } from "../control/page";
import { hiding, loggedBody } from "./request-log";
import type { UploadTarget } from "./upload";
import { UPLOAD_ROUTE } from "./upload";

/** Longer than clients keep idle connections, so that the server never closes one just as a client reuses it. */
const KEEP_ALIVE_MS = 75_000;

/** Both version segments serve the same API. */
const VERSIONS = new Set(["v4", "v4beta"]);

export interface Backend extends Watch {
  readonly api: Api;
  readonly control: Control;
  readonly upload: UploadTarget;
  /** Guards the control API. */
  readonly gate: Gate;
  /** Guards the API itself. */
  readonly apiGate: Gate;
  /** The response to CORS preflight requests. */
  readonly preflight: Answer;
}

/** @throws Error when the port is in use, or the address does not belong to this machine. */
export async function listen(
  backend: Backend,
  { host }: ListenAddress,
  port: number,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    serve(backend, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Uploads of large images may take longer than any fixed timeout.
  server.requestTimeout = 0;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE")
        reject(new Error(`Port ${port} on ${host} is already in use. Choose another, or use 0 for any free port.`));
      else if (error.code === "EADDRNOTAVAIL")
        reject(new Error(`${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all interfaces.`));
      else reject(error);
    });
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function serve(backend: Backend, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("Date", new Date(backend.now()).toUTCString());
  if (request.method === "OPTIONS") return send(response, backend.preflight);
  const target = parseTarget(request.url ?? "/");
  if (target !== undefined) {
    const [mount = "", ...segments] = target.segments;
    const below = { ...target, segments };
    if (VERSIONS.has(mount)) return serveApi(backend, request, response, below);
    if (mount === "_emulator") return serveControl(backend, request, response, below);
    if (mount === "upload" && segments.length === 1) return serveUpload(backend, request, response, below);
  }
  request.resume();
  send(response, target?.segments.length === 0 && isRead(request) ? PAGE : errorAnswer(notFound()));
}

async function serveControl(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) return;
  const { method = "GET" } = request;
  const answer = backend.gate(request) ?? pageAnswer(request, target.segments);
  send(response, answer ?? backend.control.answer(method, target, body));
}

async function serveApi(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const { api } = backend;
  const refusal = backend.apiGate(request);
  if (refusal !== undefined) {
    request.resume();
    return send(response, refusal);
  }
  const { method = "GET", headers } = request;
  const { segments, query } = target;
  const match = api.match(method, segments);
  const filter = headers["x-filter"]?.toString();
  const route = match.kind === "route" ? match.route.path : undefined;
  const visit = { method, segments, query, filter, userAgent: headers["user-agent"], route };
  await serveLogged(backend, response, visit, async (entry) => {
    const body = await bodyOf(request);
    if (body === undefined) return undefined;
    if (Buffer.isBuffer(body) && body.length > 0) entry.requestBody = loggedBody(peek(body), body.length);
    const { remote, local } = endsOf(request.socket);
    const origin = requestedOrigin(headers.host, local);
    const sent = { match, query, headers, body, remoteAddress: remote, origin };
    return (strike) => {
      const unseenWrites = strike?.effect.kind === "stale" ? (strike.effect.writes ?? 1) : 0;
      return api.answer({ ...sent, unseenWrites });
    };
  });
}

/** The upload target for image data is outside the API. */
async function serveUpload(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const { method = "GET", headers } = request;
  const segments = ["upload", ...target.segments];
  const route = method === "PUT" ? UPLOAD_ROUTE : undefined;
  const query = hiding("signature", target.query);
  const process = () => backend.upload.answer(request, target, backend.closing);
  const visit = { method, segments, query, userAgent: headers["user-agent"], route };
  await serveLogged(backend, response, visit, () => Promise.resolve(process));
}

/** The body, the error for a body that is too large, or undefined if the client disconnected meanwhile. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | ErrorResponse | undefined> {
  try {
    return await readBody(request);
  } catch (error) {
    return error instanceof ErrorResponse ? error : undefined;
  }
}

/** The parsed body for the log, or a placeholder if it is not a JSON object. */
function peek(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    return "(not a JSON object)";
  }
}
