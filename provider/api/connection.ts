import { createClient } from "./client";
import type { Send } from "./client";
import type { Clock } from "./clock";
import type { ConfigurationError } from "./errors";
import { dateIn } from "./limiter";
import { plainly } from "./plain";
import type { IdFields } from "./plain";
import { createReads } from "./reads";
import type { PlainReads, Reads } from "./reads";
import type { RetryPolicy } from "./retry";
import type { Settings } from "./settings";
import { createTransfer } from "./transfer";
import type { Transfer } from "./transfer";

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly retries?: RetryPolicy;
  /** For how long failures other than a 429 are retried, unless a request overrides it. */
  readonly troubleMs?: number;
  /** Called right before each write; rejects when nothing may be sent any more. */
  readonly mayWrite?: (() => Promise<void>) | undefined;
  /** Called with the headers of each response, whose names are in lower case. */
  readonly onResponse?: ((headers: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Shared with other connections. */
  readonly idFields?: IdFields;
  /** How long to collect reads that one list may serve together. */
  readonly gatherMs?: number;
}

/** Access to one account of the API. */
export interface Connection {
  readonly settings: Settings;
  readonly send: Send;
  readonly reads: Reads;
  readonly plain: PlainReads;
  readonly transfer: Transfer;
  /**
   * The time on the API's own clock, in milliseconds since 1970: never ahead of it, and at most a second behind. Undefined before the
   * first response.
   */
  readonly serviceTime: () => number | undefined;
  /** The account that the token belongs to; undefined before the first response, or if the service does not show it. */
  readonly accountId: () => string | undefined;
}

/** Opens a connection, without sending anything yet. A list that was read before a write is not used after it. */
export function openConnection(settings: Settings, { clock, signal, ...options }: ConnectionOptions): Connection {
  const retries = options.retries ? { retries: options.retries } : {};
  const { mayWrite, troubleMs, gatherMs } = options;
  let accountId: string | undefined;
  let latest: { readonly date: number; readonly at: number } | undefined;
  const onResponse: typeof options.onResponse = (headers) => {
    const date = dateIn(headers);
    if (date !== undefined) latest = { date, at: clock.now() };
    const shown = headers["x-customer-uuid"];
    if (typeof shown === "string" && shown !== "") accountId = shown;
    options.onResponse?.(headers);
  };
  const client = createClient(settings, { clock, signal, mayWrite, onResponse, troubleMs, ...retries });
  const readsBy = (by: Send): Reads => createReads(by, { signal, nowMs: () => clock.now(), gatherMs });
  const idFields: IdFields = options.idFields ?? new Map<string, readonly string[]>();
  const [reads, plainReads] = [readsBy(client), readsBy(plainly(client, idFields))];
  const forget = (): void => [reads, plainReads].forEach((one) => one.forget());
  const send: Send = (request) => {
    const response = client(request);
    return request.method === "GET" ? response : response.finally(forget);
  };
  const transfer = createTransfer({ clock, mayWrite, permitted: settings, ...retries });
  const serviceTime = (): number | undefined => latest && latest.date + clock.now() - latest.at;
  return {
    settings,
    send,
    reads,
    plain: { reads: plainReads, idFields },
    transfer,
    serviceTime,
    accountId: () => accountId,
  };
}

/** Stands in for a connection if the settings are unusable: every request fails for that reason. */
export function failingConnection(reason: ConfigurationError): Connection {
  const refuse = (): Promise<never> => Promise.reject(reason);
  const reads = createReads(refuse);
  return {
    settings: { url: "", brand: "", token: undefined },
    send: refuse,
    reads,
    plain: { reads, idFields: new Map() },
    transfer: { upload: refuse, download: refuse },
    serviceTime: () => undefined,
    accountId: () => undefined,
  };
}
