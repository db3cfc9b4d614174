import type { Access, Principal } from "./auth";
import type { ApiError } from "./errors";
import type { World } from "./world";

/** A complete HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Some clients compare this string literally: no charset. */
const JSON_TYPE = "application/json";

/** Release of the documents (document 1, Versioning). */
const SPEC_VERSION = "4.130.0";

/** Requests per minute that the headers announce. They are not counted down yet. */
const RATE_LIMIT = 800;
const RATE_WINDOW_SEC = 60;

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: unknown, headers: Answer["headers"] = {}): Answer {
  return { status, headers: { "Content-Type": JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** The error body of a failure (document 1, Errors). */
export function errorAnswer(error: ApiError, headers: Answer["headers"] = {}): Answer {
  return jsonAnswer(error.status, { errors: error.errors }, headers);
}

/** Headers that the service adds to every answer. */
export function serviceHeaders(world: World, access?: Access, principal?: Principal): Answer["headers"] {
  const seconds = Math.floor(world.clock.now() / 1000);
  const untilReset = RATE_WINDOW_SEC - (seconds % RATE_WINDOW_SEC);
  const accepted =
    access === undefined || access === "public"
      ? "*"
      : access.scopes.map((scope) => world.brand.scope(scope)).join(" ");
  return {
    "X-OAuth-Scopes": principal === undefined ? "unknown" : principal.scopes.join(" "),
    "X-Accepted-OAuth-Scopes": accepted,
    "X-Spec-Version": SPEC_VERSION,
    "X-RateLimit-Limit": String(RATE_LIMIT),
    "X-RateLimit-Remaining": String(RATE_LIMIT),
    "X-RateLimit-Reset": String(seconds + untilReset),
    "Retry-After": String(untilReset),
    "Cache-Control": "private, no-store",
    Vary: "Authorization, X-Filter",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    ...CORS_HEADERS,
  };
}

/** What a browser wants to know before it sends a request. */
export const CORS_HEADERS: Answer["headers"] = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, Origin, X-Requested-With, Content-Type, Accept, X-Filter",
  "Access-Control-Allow-Methods": "HEAD, GET, OPTIONS, POST, PUT, DELETE",
  "Access-Control-Expose-Headers": "X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Status",
};
