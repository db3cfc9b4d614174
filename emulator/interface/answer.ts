import type { Access } from "../access/guards";
import type { Authority, Principal } from "../access/auth";
import type { ErrorResponse } from "./errors";
import type { RateState } from "./rate-limits";
import type { World } from "../world";

/** A complete HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Without a charset, because some clients compare this string literally. */
const JSON_TYPE = "application/json";

/** Release of the documents (Linode API v4, Introduction). */
const SPEC_VERSION = "4.130.0";

export function jsonAnswer(status: number, body: unknown, headers: Answer["headers"] = {}): Answer {
  return { status, headers: { "Content-Type": JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** Returned by a handler for a 204 response without a body. */
export const NO_CONTENT = Symbol("no content");

export function successAnswer(body: unknown, headers: Answer["headers"]): Answer {
  return body === NO_CONTENT ? { status: 204, headers, body: "" } : jsonAnswer(200, body, headers);
}

/** The error body of a failure (Linode API v4, Errors). */
export function errorAnswer(error: ErrorResponse, headers: Answer["headers"] = {}): Answer {
  const { retryAfterSec } = error;
  const own = retryAfterSec === undefined ? {} : { "Retry-After": String(retryAfterSec) };
  return jsonAnswer(error.status, { errors: error.errors }, { ...headers, ...own });
}

/** Headers of every API response. */
export function serviceHeaders(
  world: World,
  rate: RateState | undefined,
  access: Access | undefined,
  principal: Principal | undefined,
): Answer["headers"] {
  const accepted =
    access === undefined || access === "public"
      ? "*"
      : access.scopes.map((scope) => world.brand.scope(scope)).join(" ");
  const { account, documentedOnly } = world;
  return {
    ...(principal === undefined || documentedOnly ? {} : { "X-Customer-UUID": account.id ?? "" }),
    "X-OAuth-Scopes": principal === undefined ? "unknown" : principal.scopes.join(" "),
    "X-Accepted-OAuth-Scopes": accepted,
    "X-Spec-Version": SPEC_VERSION,
    ...rateHeaders(rate),
    "Cache-Control": "private, no-store",
    Vary: "Authorization, X-Filter",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    ...corsHeaders(world.authority),
  };
}

function rateHeaders(rate: RateState | undefined): Answer["headers"] {
  if (rate === undefined) return {};
  return {
    "X-RateLimit-Limit": String(rate.limit),
    "X-RateLimit-Remaining": String(rate.remaining),
    "X-RateLimit-Reset": String(rate.resetSec),
    "Retry-After": String(rate.untilResetSec),
  };
}

/** The response to a CORS preflight request. */
export function preflightAnswer(authority: Authority): Answer {
  return { status: 204, headers: corsHeaders(authority), body: "" };
}

/** As on the real service, any web page may call the API with its token, unless the emulator accepts a published token. */
export function corsHeaders({ isPublished }: Authority): Answer["headers"] {
  return isPublished ? {} : CORS_HEADERS;
}

const CORS_HEADERS: Answer["headers"] = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, Origin, X-Requested-With, Content-Type, Accept, X-Filter",
  "Access-Control-Allow-Methods": "HEAD, GET, OPTIONS, POST, PUT, DELETE",
  "Access-Control-Expose-Headers": "X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Status",
};
