import type { RequestLogEntry, RequestReport } from "../public-types";
import { isObject } from "../json";

/** How many requests are kept; the counters continue. */
const CAPACITY = 5_000;

/** Longer bodies are not kept. */
const MAX_BODY_BYTES = 8_192;
const MAX_BODY_DEPTH = 12;

const SECRET_KEYS = new Set(["root_pass", "password", "token", "stackscript_data"]);

/** What can be changed in an entry once the answer is known. */
export type OpenEntry = RequestLogEntry;

/** Counters and a bounded log of the requests below the version segment. */
export class RequestLog {
  private total = 0;
  private byRoute = new Map<string, number>();
  private entries: RequestLogEntry[] = [];

  /** Counts a request on arrival. The caller completes the entry when the answer is known. */
  open(entry: Omit<RequestLogEntry, "n" | "status">): OpenEntry {
    this.total += 1;
    const key = `${entry.method} ${entry.route ?? "(no route)"}`;
    this.byRoute.set(key, (this.byRoute.get(key) ?? 0) + 1);
    const opened: OpenEntry = { n: this.total, ...entry, status: 0 };
    this.entries.push(opened);
    // Dropping in batches keeps the cost of a full log constant per request.
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

  /** The most recent requests, the latest first. */
  latest(count: number): RequestLogEntry[] {
    return this.entries.slice(-count).reverse();
  }

  /** How many requests there were, including those that the log has dropped. */
  get count(): number {
    return this.total;
  }

  reset(): void {
    this.total = 0;
    this.byRoute = new Map();
    this.entries = [];
  }
}

/** A request body as the log shows it: no secrets, nothing huge. */
export function loggedBody(body: unknown, bytes: number): unknown {
  return bytes > MAX_BODY_BYTES ? `(${bytes} bytes)` : redact(body, 0);
}

/** A query as the log shows it: without the value of a secret parameter. */
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
