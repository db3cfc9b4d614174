/** Types of the library interface. No imports, and nothing that TypeScript 3.8 does not understand. */

/** A bearer token that the emulator accepts. */
export interface TokenSpec {
  /** The secret itself, as sent after `Bearer `. */
  token: string;
  /** Name of the user it belongs to. Default `admin`. */
  username?: string;
  /** Scopes such as `domains:read_only`; `["*"]` (the default) includes them all. */
  scopes?: string[];
  /** A restricted user needs grants for what it does. Default false. */
  restricted?: boolean;
  /** Account-wide grants of a restricted user: `add_computes`, `add_images`, `add_databases`, `add_domains`. */
  grants?: string[];
  /** Objects that a restricted user may use, in addition to those that it creates. */
  objects?: ObjectGrant[];
}

/** What a restricted user may do with one object. */
export interface ObjectGrant {
  /** What the object is. */
  kind: "instance" | "image" | "domain" | "database";
  /** Its id; for an image, the number after `private/`. */
  id: number;
  /** Whether the user may change it. */
  permissions: "read_only" | "read_write";
}

/** How time passes in the emulator: by itself, or only on request. */
export type ClockMode = "real" | "stepped";

/** Options of `startEmulator`. Everything is optional. */
export interface EmulatorOptions {
  /**
   * IP address to listen on; `0.0.0.0` or `::` for all of this machine. Default `127.0.0.1`. Beyond loopback, a token of your own is
   * required, and the control interface and the live page need it, too.
   */
  host?: string;
  /** TCP port. Default 0: any free one. */
  port?: number;
  /** The word that the operator of the service uses in paths, scopes and image ids, as in `/compute/instances`. Default `compute`. */
  brand?: string;
  /**
   * The accepted bearer token. Without this and `tokens`, two are accepted: `emulator-token`, and `emulator-read-token`, which
   * may only read.
   */
  token?: string;
  /** Further accepted tokens, as plain strings or with scopes. */
  tokens?: Array<string | TokenSpec>;
  /** Milliseconds from the creation of an instance until it runs; other jobs take a fraction of that. Default 1500. */
  provisionMs?: number;
  /** Milliseconds from the creation of a database until it is active. Default: twice `provisionMs`. */
  databaseProvisionMs?: number;
  /**
   * Serve only what the service's published interface documents describe: no other endpoints, and no refusal that only the real
   * service is known for. Default false.
   */
  documentedOnly?: boolean;
  /** Announce rate limits in the headers of every response, and refuse requests beyond them. Default false. */
  rateLimits?: boolean;
  /** `bare`: the response to the creation of a database lacks its status and hosts. Default `full`. */
  createAnswer?: "full" | "bare";
  /** File that keeps the state across restarts. Default: memory only. */
  dataFile?: string;
  /** `real` (default), or `stepped`: time only moves with `clock.advance`. */
  clock?: ClockMode;
  /** How many emulated milliseconds pass per real one, with the real clock. Default 1. */
  timeScale?: number;
}

/** When a fault strikes: before the request is processed, after it is committed, or while the response is sent. */
export type FaultPhase = "before" | "after" | "during";

/** What a fault does. */
export type FaultEffect =
  /** Answer with this instead. A string body is sent as it is, anything else as JSON; default: an error body. */
  | { kind: "status"; status: number; body?: unknown; headers?: { [name: string]: string } }
  /** Wait (in real milliseconds): before processing, before the response, or in the middle of it. */
  | { kind: "delay"; ms: number }
  /** Reset the connection: before processing, after it, or in the middle of the response. */
  | { kind: "reset" }
  /** Announce the whole response, send half of it, close. */
  | { kind: "truncate" }
  /** Answer 404 to every matching request for a while, from the first that is hit; `times` is ignored. */
  | { kind: "notFound"; ms: number }
  /** A read that does not see the latest writes yet. Hits only GET. Default: 1 write. */
  | { kind: "stale"; writes?: number }
  /** Answer with an HTML page, as a gateway in between would. */
  | { kind: "html"; status: number }
  /** Commit, then close the connection without a response. */
  | { kind: "lostResponse" }
  /** Send the response with another Content-Type. */
  | { kind: "contentType"; value: string }
  /** Send the response with these headers added or replaced. */
  | { kind: "headers"; headers: { [name: string]: string } };

/** One scripted fault. It strikes on the `nth` matching request, and on the `times - 1` after it. */
export interface FaultRule {
  /** HTTP method; default: any. */
  method?: string;
  /** Path below `/v4`, for example `/domains/*`. `*` and `{name}` match one segment, `**` any number. */
  path: string;
  /** Which matching request is the first to be hit, from 1. Default 1. */
  nth?: number;
  /** How many requests are hit. Default 1. */
  times?: number | "always";
  /** When it strikes. Default: `after` for lostResponse, contentType and headers, `during` for truncate, `before` otherwise. */
  phase?: FaultPhase;
  /** What happens then. */
  effect: FaultEffect;
}

/** A fault rule and how often it has matched. */
export interface FaultReport extends FaultRule {
  /** Id of the rule, as `faults.add` has returned it. */
  id: number;
  /** How many requests have matched method and path. */
  matched: number;
  /** How many of them were hit. */
  fired: number;
}

/** One request below `/v4`, or one that sends the data of an image. */
export interface RequestLogEntry {
  /** Number of the request, from 1, since the start or the last reset. */
  n: number;
  /** Emulated time of arrival, UTC. */
  at: string;
  /** HTTP method. */
  method: string;
  /** Path below the version segment, without the query; `/upload/{id}` for the data of an image. */
  path: string;
  /** Query string without its question mark, if there was one. */
  query?: string;
  /** X-Filter header, if there was one. */
  filter?: string;
  /** The route's template, for example `/domains/{id}/records`; absent if nothing matched. */
  route?: string;
  /** Status of the response; 0 while there is none, or if the connection was reset before processing. */
  status: number;
  /** The JSON body, with secrets replaced. */
  requestBody?: unknown;
  /** Id of the fault rule that struck. */
  fault?: number;
}

/** The requests so far. */
export interface RequestReport {
  /** How many requests there were. */
  total: number;
  /** Requests per method and route, for example `GET /domains/{id}/records`. */
  byRoute: { [route: string]: number };
  /** The most recent requests, oldest first (bounded). */
  log: RequestLogEntry[];
}

/** What the clock shows. */
export interface ClockReport {
  /** How time passes. */
  mode: ClockMode;
  /** Emulated time, ISO 8601, UTC. */
  now: string;
  /** Jobs in progress. */
  jobs: number;
  /** When the next step of a job is due, or null. */
  nextDue: string | null;
}

/** Kinds of objects that can be changed out of band. The id of an image is the number after `private/`. */
export type PokeKind = "instance" | "domain" | "record" | "disk" | "config" | "image" | "database";

/** A running emulator. */
export interface Emulator {
  /** Base address with the version segment, as this machine reaches it; for example `http://127.0.0.1:4010/v4`. */
  readonly url: string;
  /** Base address of the control interface, for example `http://127.0.0.1:4010/_emulator`. */
  readonly controlUrl: string;
  /** The port that it listens on. */
  readonly port: number;
  /** The first accepted bearer token. */
  readonly token: string;
  readonly faults: {
    /** Adds a rule and returns its id. */
    add(rule: FaultRule): number;
    /** The rules, and how often each has matched. */
    list(): FaultReport[];
    /** Removes all rules. */
    clear(): void;
  };
  readonly clock: {
    /** The emulated time. */
    now(): Date;
    /** Moves time forward and runs everything that has become due. */
    advance(ms: number): ClockReport;
  };
  /** Counters and log of the requests below `/v4`. */
  requests(): RequestReport;
  /** Forgets the requests so far. */
  resetRequests(): void;
  /**
   * The objects of a kind as they are stored, oldest first, without secrets: their fields are those of the service's answers,
   * such as `label`, `ttl_sec`, `domain_id`, and some more. Images are the account's own. Throws for an unknown kind.
   */
  list(kind: PokeKind): Array<{ [field: string]: unknown }>;
  /**
   * Changes an object out of band and returns it. For an instance, `{ power: "off" }` and `{ power: "on" }` set the power
   * state, `{ powerLoss: true }` is an unexpected power-off (to which the watchdog reacts), and `{ status }` sets any status,
   * for example `stopped` for maintenance. Other keys replace the fields that the object has in the service's answers, under
   * their names there: `{ target: "192.0.2.1", ttl_sec: 300 }`, `{ tags: [] }`. Throws for a field that it does not have,
   * a value of another type, and ids.
   */
  poke(kind: PokeKind, id: number, patch: { [field: string]: unknown }): { [field: string]: unknown };
  /** Deletes an object out of band, at once and with everything that belongs to it. Throws if there is none. */
  remove(kind: PokeKind, id: number): void;
  /** Resets everything to an empty account: objects, jobs, faults and the request log. */
  reset(): void;
  /** Stops listening, drops open connections, closes the data file. */
  close(): Promise<void>;
}
