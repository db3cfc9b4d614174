import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answer";
import { errorAnswer, serviceHeaders, successAnswer } from "./answer";
import type { Principal } from "../access/auth";
import { ErrorResponse, failure, notFound } from "./errors";
import { jsonBody } from "../http/exchange";
import { authorizeUser } from "../access/grants";
import type { Call, RouteMatch, Route } from "./router";
import { Router } from "./router";
import { asToday } from "../today";
import type { World } from "../world";

/** A request with its complete body. */
export interface ApiRequest {
  readonly match: RouteMatch;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body, or the error if it was rejected. */
  readonly body: Buffer | ErrorResponse;
  readonly remoteAddress: string;
  /** The emulator's origin as the client used it. */
  readonly origin: string;
  /** For reads: the number of latest writes to hide. Default 0. */
  readonly unseenWrites?: number;
}

/** The API below the version segment. It handles each request in one transaction. */
export class Api {
  private readonly router: Router;

  constructor(
    private readonly world: World,
    routes: readonly Route[],
  ) {
    this.router = new Router(routes, world.brand);
  }

  match(method: string, segments: readonly string[]): RouteMatch {
    return this.router.match(method === "HEAD" ? "GET" : method, segments);
  }

  /** Handles a request. Every failure becomes an error response. */
  async answer(request: ApiRequest): Promise<Answer> {
    const { world } = this;
    const principal = world.authority.identify(request.headers.authorization);
    const { access, rateClass = "general" } = request.match.kind === "route" ? request.match.route : {};
    const caller = principal?.username ?? request.remoteAddress;
    const rate = world.rateLimits.take(caller, rateClass, world.clock.now());
    const headers = serviceHeaders(world, rate, access, principal);
    try {
      if (rate?.exceeded) throw failure(429, "Too many requests");
      const { route, call } = this.open(request, principal);
      const prepared = await route.prepare?.(call);
      const body = this.transact(route, { ...call, prepared }, request.unseenWrites);
      return successAnswer(world.profile === "today" ? asToday(route, body) : body, headers);
    } catch (error) {
      return errorAnswer(this.failureOf(error), headers);
    }
  }

  /** Runs and commits every job step that is due. */
  settle(): void {
    this.world.progress.settle();
    this.world.store.commit();
  }

  /**
   * Changes the state in one transaction. It is synchronous, so no other request can see, commit or roll back half of it.
   * @param username user who sent the request; undefined for an out-of-band change
   * @param isWrite whether a stale read can miss the change
   */
  change<T>(act: () => T, username?: string, isWrite = username !== undefined): T {
    const { events, store } = this.world;
    this.settle();
    events.actAs(username);
    try {
      const result = act();
      store.commit(isWrite);
      return result;
    } catch (error) {
      store.rollback();
      throw error;
    } finally {
      events.actAs(undefined);
    }
  }

  /** The error response to a failure. */
  failureOf(error: unknown): ErrorResponse {
    if (error instanceof ErrorResponse) return error;
    // A bug in the emulator, or a data file that cannot be written. The change was rolled back. Report it and keep running.
    this.world.progress.resume();
    process.stderr.write(`emulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return failure(500, "Internal error");
  }

  private open(request: ApiRequest, principal: Principal | undefined): { route: Route; call: Call } {
    const { match, headers, body, query, remoteAddress, origin } = request;
    if (match.kind === "none") throw notFound();
    if (match.kind === "wrong method") throw failure(405, "Method not allowed");
    const { route, params } = match;
    this.world.authority.authorize(route.access, principal, Boolean(headers.authorization));
    const call = { params, query, headers, body: {}, principal, remoteAddress, origin, prepared: undefined };
    authorizeUser(this.world, route.access, principal, call);
    if (body instanceof ErrorResponse) throw body;
    const json = route.method === "POST" || route.method === "PUT" ? jsonBody(headers, body) : {};
    return { route, call: { ...call, body: json } };
  }

  private transact(route: Route, call: Call, unseenWrites = 0): unknown {
    if (unseenWrites === 0) {
      return this.change(() => route.handle(call), call.principal?.username, route.method !== "GET");
    }
    this.settle();
    return this.world.store.before(unseenWrites, () => route.handle(call));
  }
}
