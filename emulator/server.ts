import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CORS_HEADERS, errorAnswer } from "./answer";
import type { Api } from "./api";
import type { Control } from "./control";
import { serviceDate } from "./clock";
import { pause, reset, send, sendStruck, substitute } from "./delivery";
import { ApiError, notFound } from "./errors";
import type { Target } from "./exchange";
import { parseJson, parseTarget, readBody } from "./exchange";
import type { Faults } from "./faults";
import type { RequestLog } from "./request-log";
import { loggedBody } from "./request-log";

/** The only address that the emulator listens on. */
export const HOST = "127.0.0.1";

/** Longer than clients keep an idle connection, so that none is closed under a request. */
const KEEP_ALIVE_MS = 75_000;

/** Both version segments lead to the same interface. */
const VERSIONS = new Set(["v4", "v4beta"]);

/** What the HTTP server stands in front of. */
export interface Backend {
  readonly api: Api;
  readonly control: Control;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly now: () => number;
  /** Aborted when the emulator is closed. */
  readonly closing: AbortSignal;
}

/**
 * Listens on 127.0.0.1.
 * @throws Error when the port is taken.
 */
export async function listen(backend: Backend, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    serve(backend, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new Error(`port ${port} on ${HOST} is already in use`) : error);
    });
    server.listen(port, HOST, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function serve(backend: Backend, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "OPTIONS") return send(response, { status: 204, headers: CORS_HEADERS, body: "" });
  const target = parseTarget(request.url ?? "/");
  const [mount, ...segments] = target?.segments ?? [];
  if (target !== undefined && mount !== undefined) {
    const below = { ...target, segments };
    if (VERSIONS.has(mount)) return serveApi(backend, request, response, below);
    if (mount === "_emulator") return serveControl(backend, request, response, below);
  }
  request.resume();
  send(response, errorAnswer(notFound()));
}

async function serveControl(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const body = await bodyOf(request);
  if (body !== undefined) send(response, backend.control.answer(request.method ?? "GET", target, body));
}

async function serveApi(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const { api, faults, log } = backend;
  const method = request.method ?? "GET";
  const match = api.match(method, target.segments);
  const query = target.query.toString();
  const filter = request.headers["x-filter"]?.toString();
  const entry = log.open({
    at: serviceDate(backend.now()),
    method,
    path: `/${target.segments.join("/")}`,
    ...(query === "" ? {} : { query }),
    ...(filter === undefined ? {} : { filter }),
    ...(match.kind === "route" ? { route: match.route.path } : {}),
  });
  const strike = faults.take(method, target.segments);
  if (strike !== undefined) entry.fault = strike.rule;
  const body = await bodyOf(request);
  if (body === undefined) return;
  if (Buffer.isBuffer(body) && body.length > 0) entry.requestBody = loggedBody(peek(body), body.length);

  if (strike?.phase === "before") {
    if (strike.effect.kind === "reset") return reset(response);
    const instead = substitute(strike);
    if (instead !== undefined) {
      entry.status = instead.status;
      return send(response, instead);
    }
    if (strike.effect.kind === "delay") await pause(strike.effect.ms, backend.closing);
  }
  const remoteAddress = request.socket.remoteAddress ?? HOST;
  const answer = await api.answer({ match, query: target.query, headers: request.headers, body, remoteAddress });
  entry.status = answer.status;
  if (strike === undefined || strike.phase === "before") return send(response, answer);
  const sentStatus = await sendStruck(response, answer, strike, backend.closing);
  if (sentStatus !== 0) entry.status = sentStatus;
}

/** The body, the refusal of a body that is too large, or undefined when the client went away in the middle. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | ApiError | undefined> {
  try {
    return await readBody(request);
  } catch (error) {
    return error instanceof ApiError ? error : undefined;
  }
}

/** The body for the log: parsed if it can be. */
function peek(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    return "(not a JSON object)";
  }
}
