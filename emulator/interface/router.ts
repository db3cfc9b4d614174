import type { IncomingHttpHeaders } from "node:http";
import type { Access } from "../access/guards";
import type { Principal } from "../access/auth";
import type { Brand } from "../brand";
import { notFound } from "./errors";
import type { RateClass } from "./rate-limits";
import type { JsonObject } from "../json";

/** A request as passed to a handler. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The JSON object in the body; empty if there was no body. */
  readonly body: JsonObject;
  /** The caller; undefined for an anonymous request. */
  readonly principal: Principal | undefined;
  readonly remoteAddress: string;
  /** The emulator's origin as the client used it, for example `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** What the route's `prepare` returned. */
  readonly prepared: unknown;
}

/** One API operation. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /**
   * Path as in the documents, with `/compute` in place of the brand. `{name}` matches one segment; `{+name}` at the end
   * matches the rest of the path, for IDs that contain a slash.
   */
  readonly path: string;
  readonly access: Access;
  /** The rate limit that applies. Default: the general one. */
  readonly rateClass?: RateClass;
  /** Asynchronous work before the transaction. It must not change the state. */
  readonly prepare?: (call: Call) => Promise<unknown>;
  /** Changes the state synchronously and atomically, and returns the body of a 200 response. */
  readonly handle: (call: Call) => unknown;
}

type Declare = (path: Route["path"], access: Access, handle: Route["handle"]) => Route;

export const get: Declare = (path, access, handle) => ({ method: "GET", path, access, handle });
export const post: Declare = (path, access, handle) => ({ method: "POST", path, access, handle });
export const put: Declare = (path, access, handle) => ({ method: "PUT", path, access, handle });
export const del: Declare = (path, access, handle) => ({ method: "DELETE", path, access, handle });

/** The route that matches a request, or why none does. */
export type RouteMatch =
  | { readonly kind: "route"; readonly route: Route; readonly params: Record<string, string> }
  | { readonly kind: "wrong method" }
  | { readonly kind: "none" };

interface CompiledRoute {
  readonly route: Route;
  readonly segments: readonly string[];
}

/** Finds routes by method and path. Literal segments take precedence over parameters. */
export class Router {
  private readonly routes: readonly CompiledRoute[];

  constructor(routes: readonly Route[], brand: Brand) {
    this.routes = routes
      .map((declared) => ({ ...declared, path: brand.path(declared.path) }))
      .map((route) => ({ route, segments: route.path.split("/").filter(Boolean) }))
      .sort((a, b) => literals(b) - literals(a));
  }

  match(method: string, segments: readonly string[]): RouteMatch {
    let pathExists = false;
    for (const { route, segments: template } of this.routes) {
      const params = matchSegments(template, segments);
      if (params === undefined) continue;
      if (route.method === method) return { kind: "route", route, params };
      pathExists = true;
    }
    return { kind: pathExists ? "wrong method" : "none" };
  }
}

/**
 * An integer path parameter.
 * @throws ErrorResponse 404 when it is not an integer, because no resource has such an ID.
 */
export function idOf(call: Call, name = "id"): number {
  const value = call.params[name] ?? "";
  const id = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(id)) throw notFound();
  return id;
}

function literals({ segments }: CompiledRoute): number {
  return segments.filter((segment) => !segment.startsWith("{")).length;
}

function matchSegments(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const takesRest = template.at(-1)?.startsWith("{+") === true;
  if (takesRest ? segments.length < template.length : segments.length !== template.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const actual = segments[index] ?? "";
    if (expected.startsWith("{+")) {
      params[expected.slice(2, -1)] = segments.slice(index).join("/");
      return params;
    }
    if (expected.startsWith("{")) params[expected.slice(1, -1)] = actual;
    else if (expected !== actual) return undefined;
  }
  return params;
}
