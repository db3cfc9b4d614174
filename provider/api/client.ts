import type { AxiosInstance, AxiosResponse } from "axios";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Values } from "../definition/values";
import { networkErrorCode, openHttp, openTransport, proxyFor } from "./http";
import { allowanceFrom, createLimiter, secondsFrom } from "./limiter";
import { realClock, withTimeLimit } from "./clock";
import type { Clock } from "./clock";
import { ApiError, ConfigurationError, NetworkError, InvalidResponseError, UnreadableResponseError } from "./errors";
import type { Reason } from "./errors";
import { DEFAULT_RETRIES, withRetries, createRetryBudget } from "./retry";
import type { RetryPolicy } from "./retry";
import { destinationOf } from "./rehearsal";
import { EMULATOR_URL, MISSING_TOKEN, isLoopback, setBy } from "./settings";
import type { Settings } from "./settings";
import { plainWireFor, wireFor } from "./wire";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Request {
  readonly method: Method;
  /** Relative to the API URL, with `compute` as the brand. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Values;
  /** Filter for a list: fields and values under our names, sent as X-Filter. */
  readonly filter?: Values;
  /** The bodies and the filter are under the API's own names. */
  readonly isPlain?: true;
  /** The API documents list no authentication for it, so it also works without a token. */
  readonly isPublic?: boolean;
  /** Aborts the request, even while it is in progress. For reads only, because the response to a write must not be lost. */
  readonly signal?: AbortSignal | undefined;
  /** Stops waits and retries at once, and a request in progress after a moment. */
  readonly stop?: AbortSignal | undefined;
  /** Time on the clock, in milliseconds, at which the request ends. One that was sent just before has a moment more. */
  readonly deadlineMs?: number | undefined;
  /** For how long failures other than a 429 are retried. */
  readonly troubleMs?: number | undefined;
  /** Why a successful response cannot belong to this request, worded to follow "but"; the response then counts as ambiguous. */
  readonly rejectReason?: ((response: Values) => string | undefined) | undefined;
  /** Called before each retry, and from time to time during a wait. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /**
   * Called before a POST that was rejected with 429 is sent again, with the time of the rejection. If it finds that the request took
   * effect all the same, what it returns is the response.
   */
  readonly beforeRetry?: ((rejectedAtMs: number) => Promise<Values | undefined>) | undefined;
  /** Called when an attempt may have had an effect although it did not succeed, whatever the result of later attempts. */
  readonly onAmbiguous?: (() => void) | undefined;
}

/** Sends one request, with retries, and returns the response body under our names. */
export type Send = (request: Request) => Promise<Values>;

export interface ClientOptions {
  readonly clock?: Clock;
  readonly retries?: RetryPolicy;
  /** How long one attempt may take until its response is complete. */
  readonly timeoutMs?: number;
  /** The moment that an attempt has in any case. */
  readonly graceMs?: number;
  /** Once it aborts, idle connections are closed. */
  readonly signal?: AbortSignal;
  /** For how long failures other than a 429 are retried, unless a request overrides it. */
  readonly troubleMs?: number | undefined;
  /** Called right before each write; rejects when nothing may be sent any more. */
  readonly mayWrite?: (() => Promise<void>) | undefined;
  /** Called with the headers of each response, whose names are in lower case. */
  readonly onResponse?: ((headers: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** Less than the five seconds in which a user expects Ctrl-C to have an effect. */
const GRACE_MS = 4_000;

/** The default timeout of a read that belongs to no operation, including waits for the API's rate limit. */
const LONGEST_READ_MS = 15 * 60_000;

export function createClient(settings: Settings, options: ClientOptions = {}): Send {
  const { clock = realClock, retries = DEFAULT_RETRIES, timeoutMs = 60_000, mayWrite, onResponse } = options;
  const { troubleMs, graceMs = GRACE_MS, signal } = options;
  const [translated, plain] = [wireFor(settings.brand), plainWireFor(settings.brand)];
  let http: AxiosInstance | undefined;
  const limiter = createLimiter(clock);
  const budget = createRetryBudget(clock, retries);

  async function attempt(request: Request): Promise<Values> {
    const wire = request.isPlain ? plain : translated;
    const label = `${request.method} ${wire.path(request.path)}`;
    const sent: Request = {
      ...request,
      path: wire.path(request.path),
      ...(request.body ? { body: wire.body(request.body) } : {}),
      ...(request.filter ? { filter: wire.body(request.filter) } : {}),
    };
    const route = `${request.method} ${sent.path.replace(/\/\d+(?=\/|$)/g, "/{id}")}`;
    const response = await limiter.withSlot(route, request, {
      send: async () => {
        if (request.method !== "GET") await mayWrite?.();
        http ??= openApi(settings, signal);
        const leftMs = (request.deadlineMs ?? Infinity) - clock.now();
        const maxMs = Math.min(timeoutMs, Math.max(leftMs, graceMs));
        return exchange(http, sent, { label, settings, graceMs, maxMs });
      },
      allowanceOf: (response) => allowanceFrom(route, response, clock),
    });
    onResponse?.(response.headers);
    const body = parse(response.data);
    if (response.status >= 200 && response.status < 300) {
      if (body === undefined) throw unreadable(label, response);
      const live = wire.response(body);
      const rejectReason = request.rejectReason?.(live);
      if (rejectReason !== undefined) throw new InvalidResponseError(label, response.status, rejectReason);
      return live;
    }
    const errors = errorList(body);
    if (!errors) throw unreadable(label, response);
    const reasons: Reason[] = errors.map((error) => wire.reason(error));
    if (response.status === 401) reasons.push({ reason: checkToken(settings) });
    throw new ApiError(label, response.status, reasons, retryAfterSec(response, clock));
  }

  function unreadable(label: string, response: AxiosResponse<string>): UnreadableResponseError {
    const after = retryAfterSec(response, clock);
    return new UnreadableResponseError(
      label,
      response.status,
      contentType(response),
      setBy("url", settings.from),
      after,
    );
  }

  return (asked) => {
    const request: Request = {
      ...asked,
      deadlineMs: asked.deadlineMs ?? (asked.method === "GET" ? clock.now() + LONGEST_READ_MS : undefined),
      troubleMs: asked.troubleMs ?? troubleMs,
    };
    if (settings.token === undefined && !request.isPublic) return Promise.reject(new ConfigurationError(MISSING_TOKEN));
    let rejectedAtMs: number | undefined;
    const attemptUnlessDone = async (): Promise<Values> => {
      const done = rejectedAtMs === undefined ? undefined : await request.beforeRetry?.(rejectedAtMs);
      rejectedAtMs = undefined;
      return (
        done ??
        attempt(request).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 429) rejectedAtMs = clock.now();
          throw error;
        })
      );
    };
    return withRetries(request.method, attemptUnlessDone, { ...request, policy: retries, clock, budget });
  };
}

function openApi(settings: Settings, signal: AbortSignal | undefined): AxiosInstance {
  const { url, token } = destinationOf(settings);
  const agents = { httpAgent: new HttpAgent({ keepAlive: true }), httpsAgent: new HttpsAgent({ keepAlive: true }) };
  signal?.addEventListener("abort", () => Object.values(agents).forEach(closeIdle), { once: true });
  return openHttp({
    baseURL: url,
    ...agents,
    ...proxyFor(url),
    headers: {
      Accept: "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
  });
}

/** A plugin that a developer started outlasts each run. */
function closeIdle(agent: HttpAgent): void {
  // Those in use are closed when their responses are complete.
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

interface Exchange {
  /** The request, for messages. */
  readonly label: string;
  readonly settings: Settings;
  readonly maxMs: number;
  readonly graceMs: number;
}

async function exchange(
  http: AxiosInstance,
  request: Request,
  { label, settings, ...limit }: Exchange,
): Promise<AxiosResponse<string>> {
  const { transport, mayHaveSent } = openTransport();
  const failed = (cause: string): NetworkError =>
    new NetworkError(
      label,
      cause,
      mayHaveSent(),
      mayHaveSent() ? undefined : connectionRemedy(cause, { ...settings, url: http.defaults.baseURL ?? settings.url }),
      setBy("url", settings.from),
    );
  const late = new Error(`timed out after ${Math.ceil(limit.maxMs / 1000)} s`);
  return withTimeLimit({ ...request, ...limit, late }, async (signal) => {
    try {
      return await http.request<string>({
        method: request.method,
        url: request.path,
        transport,
        signal,
        ...(request.query ? { params: request.query } : {}),
        ...(request.body
          ? { data: JSON.stringify(request.body), headers: { "Content-Type": "application/json" } }
          : {}),
        ...(request.filter ? { headers: { "X-Filter": asciiJson(request.filter) } } : {}),
      });
    } catch (error) {
      // The library's error contains the token in several places, so only its code leaves this function.
      if (!signal.aborted) throw failed(networkErrorCode(error));
      if (signal.reason === late) throw failed(late.message);
      throw request.method !== "GET" && mayHaveSent() ? failed("canceled") : signal.reason;
    }
  });
}

/** JSON in plain ASCII, which a header can carry. */
function asciiJson(value: unknown): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escape);
}

/** The emulator's default port. */
const EMULATOR_PORT = "4010";

/** What to do if a connection could not be opened, and retries cannot help. */
function connectionRemedy(code: string, { url, from }: Settings): string | undefined {
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return `The TLS handshake with ${url} failed. If the server serves plain http, change the API URL (${setBy("url", from)}) to http://.`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return "The server's TLS certificate is not trusted. For a private CA, set NODE_EXTRA_CA_CERTS to the CA certificate file.";
  if (code !== "ECONNREFUSED" || !isLoopback(new URL(url))) return undefined;
  const { port } = new URL(url);
  const start = `npx pulumi-compute emulator${port === EMULATOR_PORT ? "" : ` --port ${port}`}`;
  const change = url === EMULATOR_URL ? `set ${setBy("brand", from)} for another API` : `change ${setBy("url", from)}`;
  return `Nothing is listening at ${url}. Start the emulator (${start}), or ${change}.`;
}

/** The remedy for a rejected token, which may also be one of another user. */
function checkToken({ from }: Settings): string {
  const later =
    from?.token === "provider" ? ". For a new one, run `pulumi up`, or refresh or destroy with --run-program" : "";
  return `check the token (${setBy("token", from)}) and its scopes${later}`;
}

function parse(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function errorList(body: unknown): readonly { field?: unknown; reason?: unknown }[] | undefined {
  const errors = typeof body === "object" && body !== null && "errors" in body ? body.errors : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  return errors.filter(
    (error): error is { field?: unknown; reason?: unknown } => typeof error === "object" && error !== null,
  );
}

function contentType(response: AxiosResponse): string {
  return String(response.headers["content-type"] ?? "none");
}

/** How many seconds the API asks to wait. */
function retryAfterSec({ status, headers }: AxiosResponse, clock: Clock): number | undefined {
  if (status !== 429) return status === 503 ? secondsFrom(headers, clock) : undefined;
  const untilMs = allowanceFrom("", { status, headers }, clock)?.untilMs ?? 0;
  return untilMs > 0 ? untilMs / 1000 : undefined;
}
