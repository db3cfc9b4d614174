import type { RequestLogEntry, RequestReport } from "../public-types";
import { isObject } from "../json";

/** Maximum number of requests in the log; the counters have no limit. */
const CAPACITY = 5_000;

/** Longer bodies are not logged. */
const MAX_BODY_BYTES = 8_192;
const MAX_BODY_DEPTH = 12;

const SECRET_KEYS = new Set(["root_pass", "password", "token", "stackscript_data"]);

/** A log entry whose response is pending. */
export type OpenEntry = RequestLogEntry;

/** Counters and a bounded log of API requests and image uploads. */
export class RequestLog {
  private total = 0;
  private byRoute = new Map<string, number>();
  private entries: RequestLogEntry[] = [];

  /** Counts a request on arrival. The caller completes the entry once the response is known. */
  open(entry: Omit<RequestLogEntry, "n" | "status">): OpenEntry {
    this.total += 1;
    const key = `${entry.method} ${entry.route ?? "(no route)"}`;
    this.byRoute.set(key, (this.byRoute.get(key) ?? 0) + 1);
    const opened: OpenEntry = { n: this.total, ...entry, status: 0 };
    this.entries.push(opened);
    // Trimming in batches keeps the cost per request constant.
    if (this.entries.length > 2 * CAPACITY) this.entries = this.entries.slice(-CAPACITY);
    return opened;
  }

  report(): RequestReport {
    return {
      total: this.total,
      byRoute: Object.fromEntries(this.byRoute),
      log: this.entries.slice(-CAPACITY).map((entry) => ({ ...entry })),
    };
  }

  /** The most recent requests, latest first. */
  latest(count: number): RequestLogEntry[] {
    return this.entries.slice(-count).reverse();
  }

  /** Number of requests, including those dropped from the log. */
  get count(): number {
    return this.total;
  }

  reset(): void {
    this.total = 0;
    this.byRoute = new Map();
    this.entries = [];
  }
}

/** A request body for the log: secrets redacted, large bodies omitted. */
export function loggedBody(body: unknown, bytes: number): unknown {
  return bytes > MAX_BODY_BYTES ? `(${bytes} bytes)` : redact(body, 0);
}

/** A query for the log, with the value of a secret parameter redacted. */
export function hiding(secret: string, query: URLSearchParams): URLSearchParams {
  const shown = new URLSearchParams(query);
  if (shown.has(secret)) shown.set(secret, "secret");
  return shown;
}

function redact(value: unknown, depth: number): unknown {
  if (depth > MAX_BODY_DEPTH) return "(nested deeply)";
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET_KEYS.has(key) ? "(secret)" : redact(item, depth + 1)]),
  );
}
