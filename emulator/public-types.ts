/** Types of the library interface. No imports, and nothing that TypeScript 3.8 does not support. */

/** A bearer token that the emulator accepts. */
export interface TokenSpec {
  /** The token itself, as sent after `Bearer `. */
  token: string;
  /** Name of the token's user. Default `admin`. */
  username?: string;
  /** Scopes such as `domains:read_only`. Default `["*"]`: all scopes. */
  scopes?: string[];
  /** Whether the user is restricted and needs grants. Default false. */
  restricted?: boolean;
  /** Account-wide grants of a restricted user: `add_computes`, `add_images`, `add_databases`, `add_domains`. */
  grants?: string[];
  /** Resources that a restricted user may use, in addition to those that the user creates. */
  objects?: ObjectGrant[];
}

/** What a restricted user may do with one resource. */
export interface ObjectGrant {
  /** Kind of the resource. */
  kind: "instance" | "image" | "domain" | "database";
  /** ID of the resource; for an image, the number after `private/`. */
  id: number;
  /** Whether the user may only read the resource, or also change it. */
  permissions: "read_only" | "read_write";
}

/** How time passes in the emulator: on its own, or only on request. */
export type ClockMode = "real" | "stepped";

/** Options of `startEmulator`, all optional. */
export interface EmulatorOptions {
  /**
   * IP address to listen on; `0.0.0.0` or `::` for all addresses of this machine. Default `127.0.0.1`. Beyond loopback, a token
   * of your own is required, and the control API and the dashboard require it, too.
   */
  host?: string;
  /** TCP port. Default 0: any free port. */
  port?: number;
  /** Provider name in API paths, scopes and image IDs, as in `/compute/instances`. Default `compute`. */
  brand?: string;
  /**
   * The accepted bearer token. Without `token` and `tokens`, the emulator accepts two: `emulator-token`, and the read-only
   * `emulator-read-token`.
   */
  token?: string;
  /** Additional accepted tokens, as plain strings or with scopes. */
  tokens?: Array<string | TokenSpec>;
  /** Milliseconds from the creation of an instance until it is running; other jobs take a fraction of that. Default 1500. */
  provisionMs?: number;
  /** Milliseconds from the creation of a database until it is active. Default: twice `provisionMs`. */
  databaseProvisionMs?: number;
  /**
   * Whether to serve only what the API documents describe: no other endpoints, and none of the rejections that only the real
   * service is known for. Default false.
   */
  documentedOnly?: boolean;
  /** Whether to announce rate limits in the headers of every response, and reject requests beyond them. Default false. */
  rateLimits?: boolean;
  /** `bare` omits the status and hosts from the response to the creation of a database. Default `full`. */
  createAnswer?: "full" | "bare";
  /** File that stores the state across restarts. Default: memory only. */
  dataFile?: string;
  /** `real` (default), or `stepped`: time advances only with `clock.advance`. */
  clock?: ClockMode;
  /** Emulated milliseconds per real millisecond, with the real clock. Default 1. */
  timeScale?: number;
}

/** When a fault is injected: before the request is processed, after it is committed, or while the response is sent. */
export type FaultPhase = "before" | "after" | "during";

/** What a fault does. */
export type FaultEffect =
  /** Respond with this instead. A string body is sent unchanged, anything else as JSON; default: an error body. */
  | { kind: "status"; status: number; body?: unknown; headers?: { [name: string]: string } }
  /** Wait (in real milliseconds): before processing, before the response, or in the middle of it. */
  | { kind: "delay"; ms: number }
  /** Reset the connection: before processing, after it, or in the middle of the response. */
  | { kind: "reset" }
  /** Announce the whole response, send half of it, and close the connection. */
  | { kind: "truncate" }
  /** Respond with 404 to every matching request for `ms` emulated milliseconds, from the first affected one; `times` is ignored. */
  | { kind: "notFound"; ms: number }
  /** A read that does not show the latest `writes` yet. Affects only GET. Default: 1 write. */
  | { kind: "stale"; writes?: number }
  /** Respond with an HTML page, as a gateway in between would. */
  | { kind: "html"; status: number }
  /** Commit, then close the connection without a response. */
  | { kind: "lostResponse" }
  /** Send the response with another Content-Type. */
  | { kind: "contentType"; value: string }
  /** Send the response with these headers added or replaced. */
  | { kind: "headers"; headers: { [name: string]: string } };

/** A scripted fault. It affects the `nth` matching request and the `times - 1` after it. */
export interface FaultRule {
  /** HTTP method; default: any. */
  method?: string;
  /** Path below `/v4`, for example `/domains/*`. `*` and `{name}` match one segment, `**` any number. */
  path: string;
  /** The first matching request to affect, counting from 1. Default 1. */
  nth?: number;
  /** Number of requests to affect. Default 1. */
  times?: number | "always";
  /** When the fault is injected. Default: `after` for lostResponse, contentType and headers; `during` for truncate; otherwise `before`. */
  phase?: FaultPhase;
  /** What the fault does. */
  effect: FaultEffect;
}

/** A fault rule and how often it has matched. */
export interface FaultReport extends FaultRule {
  /** ID of the rule, as returned by `faults.add`. */
  id: number;
  /** Number of requests that matched method and path. */
  matched: number;
  /** Number of requests that the fault affected. */
  fired: number;
}

/** One request below `/v4`, or one that uploads the data of an image. */
export interface RequestLogEntry {
  /** Number of the request, counting from 1 since the start or the last reset. */
  n: number;
  /** Emulated time of arrival, UTC. */
  at: string;
  /** HTTP method. */
  method: string;
  /** Path below the version segment, without the query; `/upload/{id}` for the data of an image. */
  path: string;
  /** Query string without its question mark, if any. */
  query?: string;
  /** X-Filter header, if any. */
  filter?: string;
  /** Template of the route, for example `/domains/{id}/records`; absent if no route matched. */
  route?: string;
  /** Status of the response; 0 if there is none yet, or if the connection was reset before processing. */
  status: number;
  /** The JSON body, with secrets replaced. */
  requestBody?: unknown;
  /** ID of the fault rule that affected the request. */
  fault?: number;
}

/** The requests so far. */
export interface RequestReport {
  /** Number of requests. */
  total: number;
  /** Number of requests per method and route, for example `GET /domains/{id}/records`. */
  byRoute: { [route: string]: number };
  /** The most recent requests, oldest first (bounded). */
  log: RequestLogEntry[];
}

/** State of the clock. */
export interface ClockReport {
  /** How time passes. */
  mode: ClockMode;
  /** Emulated time, ISO 8601, UTC. */
  now: string;
  /** Number of jobs in progress. */
  jobs: number;
  /** When the next step of a job is due; null if there is none. */
  nextDue: string | null;
}

/** Kinds of resources that can be changed out of band. The ID of an image is the number after `private/`. */
export type PokeKind = "instance" | "domain" | "record" | "disk" | "config" | "image" | "database";

/** A running emulator. */
export interface Emulator {
  /** API URL with the version segment, as reachable from this machine; for example `http://127.0.0.1:4010/v4`. */
  readonly url: string;
  /** URL of the control API, for example `http://127.0.0.1:4010/_emulator`. */
  readonly controlUrl: string;
  /** The port that the emulator listens on. */
  readonly port: number;
  /** The first accepted bearer token. */
  readonly token: string;
  readonly faults: {
    /** Adds a rule and returns its ID. */
    add(rule: FaultRule): number;
    /** The rules, and how often each has matched. */
    list(): FaultReport[];
    /** Removes all rules. */
    clear(): void;
  };
  readonly clock: {
    /** The emulated time. */
    now(): Date;
    /** Advances the clock and runs everything that has become due. */
    advance(ms: number): ClockReport;
  };
  /** Counters and log of the requests below `/v4`. */
  requests(): RequestReport;
  /** Discards the requests so far. */
  resetRequests(): void;
  /**
   * The resources of a kind as stored, oldest first, without secrets. Their fields are those of the API's responses, such as
   * `label`, `ttl_sec` and `domain_id`, and some more. Only the account's own images are included. Throws for an unknown kind.
   */
  list(kind: PokeKind): Array<{ [field: string]: unknown }>;
  /**
   * Changes a resource out of band and returns it. For an instance, `{ power: "off" }` and `{ power: "on" }` set the power state,
   * `{ powerLoss: true }` is an unexpected power-off (to which the watchdog reacts), and `{ status }` sets any status, for example
   * `stopped` for maintenance. Other keys replace the resource's fields, named as in the API's responses:
   * `{ target: "192.0.2.1", ttl_sec: 300 }`, `{ tags: [] }`. Throws for a field that the resource does not have, a value of another
   * type, and IDs.
   */
  poke(kind: PokeKind, id: number, patch: { [field: string]: unknown }): { [field: string]: unknown };
  /** Deletes a resource out of band, at once and with everything that belongs to it. Throws if it does not exist. */
  remove(kind: PokeKind, id: number): void;
  /** Resets everything to an empty account: resources, jobs, faults, rate limits, the clock and the request log. */
  reset(): void;
  /** Stops listening, drops open connections, and closes the data file. */
  close(): Promise<void>;
}
