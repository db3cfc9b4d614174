/** Public types of the emulator library. No imports, and only syntax that TypeScript 3.8 supports. */

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
  /** Grants of a restricted user on individual resources, in addition to those that the user creates. */
  objects?: ObjectGrant[];
}

/** A restricted user's grant on one resource. */
export interface ObjectGrant {
  /** Type of the resource; for one of a declared collection, the path of the outermost one, such as `/volumes`. */
  kind: "instance" | "image" | "domain" | "database" | CollectionPath;
  /** ID of the resource; for an image, the number after `private/`. */
  id: number;
  /** Whether the user may only read the resource, or also modify it. */
  permissions: "read_only" | "read_write";
}

/** How emulated time advances: with real time, or only on request. */
export type ClockMode = "real" | "stepped";

/**
 * An account to serve: the entries of its lists as the API sends them, by the path of the list, with `compute` for the brand. An inner
 * list has the ID of its parent in its path. Whatever an entry lacks besides its ID gets a default.
 *
 *     { "/domains": [{ id: 12, domain: "example.com" }], "/domains/12/records": [{ id: 34, type: "A", target: "192.0.2.1" }] }
 *
 * A list of the catalogue (`/regions`, `/compute/types`, `/databases/types`, `/databases/engines`, the public ones in `/images`) replaces
 * the emulator's own. `/account`, `/profile` and `/account/users` set the ID of the account and its user names.
 */
export interface AccountSeed {
  readonly [path: string]: ReadonlyArray<{ readonly [field: string]: unknown }>;
}

/** Path of a declared collection, as in `collections`; any string. */
export type CollectionPath = string & Record<never, never>;

/**
 * A collection without rules of its own: the emulator stores what is sent. All members are optional. Objects have a number as `id`,
 * `created` and `updated`; the list can be filtered by every field.
 */
export interface CollectionSpec {
  /**
   * The fields that are an object's ID, in the order in which its path has them: `["region", "label"]` is `/buckets/us-east/web`. Other
   * collections can't be inside it. Default: a number in `id`, which the emulator assigns.
   */
  id?: string[];
  /** Fields that no two objects of the same parent may have in common; otherwise, the response is 400. Default: none. */
  unique?: string[];
  /**
   * Values of the read-only field `status`: from that of a new object to the last, which it has after `provisionMs`. Default:
   * `status` is a field like any other.
   */
  status?: string[];
  /** Fields of a new object that its create does not send. Default: none. */
  defaults?: { [field: string]: unknown };
  /** Fields that are read with GET and, after the create, changed only with PUT, at paths such as `/volumes/{id}/PART`. Default: none. */
  parts?: string[];
  /**
   * Like `parts`, but shown only there: neither the create nor responses about the object have them. They begin as `{}`, and are missing (404)
   * in a copy of an account. Default: none.
   */
  apart?: string[];
  /**
   * POST requests below the path of an object, by their last segment, and what they set: the named fields of the request, or fixed
   * values. A PUT of the object changes none of these fields. The response is the object. Default: none.
   */
  actions?: { [name: string]: string[] | { [field: string]: unknown } };
  /** Group of the scopes, such as `volumes`. Default: the first segment of the path. Inside another collection: that one's. */
  scope?: string;
  /** Account-wide grant that a restricted user needs for a create, such as `add_volumes`. Default: none. */
  grant?: string;
}

/** Options of `startEmulator`, all optional. */
export interface EmulatorOptions {
  /**
   * IP address to listen on; `0.0.0.0` or `::` for all addresses of this machine. Default `127.0.0.1`. For any address other than
   * loopback, you must set your own token. The control API and the dashboard then require it, too.
   */
  host?: string;
  /** TCP port. Default 0: any free port. */
  port?: number;
  /** Word in API paths, scopes and image IDs, as in `/compute/instances`. Default `compute`. */
  brand?: string;
  /**
   * Accepted bearer token. If neither `token` nor `tokens` is set, the emulator accepts `emulator-token` and the read-only
   * `emulator-read-token`.
   */
  token?: string;
  /** Additional accepted tokens, as plain strings or with scopes. */
  tokens?: Array<string | TokenSpec>;
  /** Emulated milliseconds until a new instance is running; other jobs take a fraction of that. Default 1500. */
  provisionMs?: number;
  /** Emulated milliseconds until a new database is active. Default: twice `provisionMs`. */
  databaseProvisionMs?: number;
  /**
   * Whether to serve only what the API documents describe, without additional endpoints and without rules that are known only from
   * the real service. Default false.
   */
  documentedOnly?: boolean;
  /**
   * `documents` (default), or `today`: responses like the service's of 2026, with the fields, regions, plans, images and engines that it
   * has since got, and without MongoDB and the fields that it has lost. Known from its public client, not from the documents.
   */
  profile?: "documents" | "today";
  /** Whether to send rate limit headers with every response and reject requests beyond the limits. Default false. */
  rateLimits?: boolean;
  /** `bare` omits `status` and `hosts` from the response when a database is created. Default `full`. */
  createAnswer?: "full" | "bare";
  /** File that stores the state across restarts. Default: memory only. */
  dataFile?: string;
  /**
   * What the account has at the start; default: nothing. A data file that already has an account cannot be seeded. Passwords,
   * certificates, SSH keys, disks and config profiles are never part of it; the emulator makes them up.
   */
  seed?: AccountSeed;
  /**
   * Collections that the emulator serves besides its own, by path, with `{id}` for each ID and `compute` for the brand, as in
   * `{ "/vpcs": { scope: "vpc" }, "/vpcs/{id}/subnets": {} }`. One inside another is deleted with its parent, whose collection is
   * declared, too, or `/compute/instances` or `/domains`. Default: none.
   */
  collections?: { [path: string]: CollectionSpec };
  /** `real` (default), or `stepped`: time advances only with `clock.advance`. */
  clock?: ClockMode;
  /** Emulated milliseconds per real millisecond; only with the `real` clock. Default 1. */
  timeScale?: number;
}

/** When a fault is injected: before the request is processed, after it is committed, or while the response is sent. */
export type FaultPhase = "before" | "after" | "during";

/** What a fault does. */
export type FaultEffect =
  /** Respond with this status instead. A string body is sent unchanged, anything else as JSON; default: an error body. */
  | { kind: "status"; status: number; body?: unknown; headers?: { [name: string]: string } }
  /** Wait `ms` real milliseconds before processing, before the response, or in the middle of it. */
  | { kind: "delay"; ms: number }
  /** Reset the connection before processing, after it, or in the middle of the response. */
  | { kind: "reset" }
  /** Announce the full Content-Length, send half of the body, and close the connection. */
  | { kind: "truncate" }
  /** Respond with 404 to every matching request for `ms` emulated milliseconds, from the first affected one; `times` is ignored. */
  | { kind: "notFound"; ms: number }
  /** Respond with the state before the latest `writes` writes (default 1). Affects only GET. */
  | { kind: "stale"; writes?: number }
  /** Respond with an HTML page, as a gateway would. */
  | { kind: "html"; status: number }
  /** Commit, then close the connection without a response. */
  | { kind: "lostResponse" }
  /** Replace the Content-Type of the response. */
  | { kind: "contentType"; value: string }
  /** Add headers to the response, or replace them. */
  | { kind: "headers"; headers: { [name: string]: string } };

/** A scripted fault. It affects the `nth` matching request and the next `times - 1`. */
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

/** A request below `/v4`, or an upload of image data. */
export interface RequestLogEntry {
  /** Number of the request, counting from 1 since the start or the last reset. */
  n: number;
  /** Emulated time of arrival, UTC. */
  at: string;
  /** HTTP method. */
  method: string;
  /** Path below the version segment, without the query; `/upload/{id}` for an upload of image data. */
  path: string;
  /** Query string without its question mark, if any. */
  query?: string;
  /** X-Filter header, if any. */
  filter?: string;
  /** User-Agent header, if any. */
  userAgent?: string;
  /** Route template, for example `/domains/{id}/records`; absent if no route matched. */
  route?: string;
  /** Response status; 0 if there is no response yet, or if the connection was reset before processing. */
  status: number;
  /** JSON request body, with secrets redacted. */
  requestBody?: unknown;
  /** ID of the fault rule that affected the request. */
  fault?: number;
}

/** Requests since the start or the last reset. */
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
  /** How emulated time advances. */
  mode: ClockMode;
  /** Emulated time, ISO 8601, UTC. */
  now: string;
  /** Number of jobs in progress. */
  jobs: number;
  /** When the next job step is due; null if no job is in progress. */
  nextDue: string | null;
}

/** Resource types that can be changed out of band, besides those of declared collections. The ID of an image is the number after `private/`. */
export type PokeKind = "instance" | "domain" | "record" | "disk" | "config" | "image" | "database";

/** A running emulator. */
export interface Emulator {
  /** API URL with the version segment, reachable from this machine; for example `http://127.0.0.1:4010/v4`. */
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
    /** Returns the rules, with how often each has matched. */
    list(): FaultReport[];
    /** Removes all rules. */
    clear(): void;
  };
  readonly clock: {
    /** Returns the emulated time. */
    now(): Date;
    /** Advances the clock by `ms` and runs every job step that becomes due. */
    advance(ms: number): ClockReport;
  };
  /** Returns the counters and the log of the requests. */
  requests(): RequestReport;
  /** Discards the requests so far. */
  resetRequests(): void;
  /**
   * Returns the resources of one type as stored, oldest first, without secrets. Fields are named as in the API's responses, such as
   * `label` and `ttl_sec`; some exist only here, such as a record's `domain_id`. Public images are not included. Throws for an
   * unknown type.
   */
  list(kind: PokeKind | CollectionPath): Array<{ [field: string]: unknown }>;
  /**
   * Changes a resource out of band and returns it. For an instance, `{ power: "off" }` and `{ power: "on" }` set the power state,
   * `{ powerLoss: true }` simulates an unexpected power-off (after which the watchdog may boot it), and `{ status }` sets any
   * documented status, for example `stopped` for maintenance. Other keys replace fields, named as in the API's responses:
   * `{ target: "192.0.2.1", ttl_sec: 300 }`, `{ tags: [] }`. Throws for an unknown field, an ID, or a value of the wrong type.
   */
  poke(kind: PokeKind | CollectionPath, id: number, patch: { [field: string]: unknown }): { [field: string]: unknown };
  /** Deletes a resource out of band, immediately and with everything that belongs to it. Throws if it does not exist. */
  remove(kind: PokeKind | CollectionPath, id: number): void;
  /** Resets everything to an empty account: resources, jobs, faults, rate limits, the clock and the request log. */
  reset(): void;
  /** Stops listening, drops open connections, and closes the data file. */
  close(): Promise<void>;
}
