import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answer";
import { errorAnswer, jsonAnswer, serviceHeaders } from "./answer";
import type { Principal } from "./auth";
import { ApiError, failure, notFound } from "./errors";
import { parseJson } from "./exchange";
import type { Match, Route } from "./router";
import { Router } from "./router";
import type { World } from "./world";

/** A request whose body has arrived. */
export interface ApiRequest {
  readonly match: Match;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body, or the reason why it was refused. */
  readonly body: Buffer | ApiError;
  readonly remoteAddress: string;
}

/** The documented interface: from a request to its answer, one transaction each. */
export class Api {
  private readonly router: Router;

  constructor(
    private readonly world: World,
    routes: readonly Route[],
  ) {
    this.router = new Router(routes, world.brand);
  }

  match(method: string, segments: readonly string[]): Match {
    return this.router.match(method === "HEAD" ? "GET" : method, segments);
  }

  /** Serves a request. Every failure becomes an answer. */
  async answer(request: ApiRequest): Promise<Answer> {
    const { world } = this;
    const { authorization } = request.headers;
    const principal = world.authority.identify(authorization);
    const route = request.match.kind === "route" ? request.match.route : undefined;
    try {
      this.settle();
      if (route !== undefined) world.authority.authorize(route.access, principal, authorization !== undefined);
      else this.refuseUnknown(request.match, principal);
      const result = await this.handle(request, principal);
      world.store.commit();
      return jsonAnswer(200, result, serviceHeaders(world, route?.access, principal));
    } catch (error) {
      world.store.rollback();
      return errorAnswer(this.asApiError(error), serviceHeaders(world, route?.access, principal));
    }
  }

  /** Runs what has become due since the last look. */
  settle(): void {
    this.world.progress.settle();
    this.world.store.commit();
  }

  private handle(request: ApiRequest, principal: Principal | undefined): unknown {
    if (request.match.kind !== "route") throw notFound();
    if (request.body instanceof ApiError) throw request.body;
    const { route, params } = request.match;
    const sendsBody = route.method === "POST" || route.method === "PUT";
    return route.handle({
      params,
      query: request.query,
      headers: request.headers,
      body: sendsBody ? parseJson(request.body) : {},
      principal,
      remoteAddress: request.remoteAddress,
    });
  }

  private refuseUnknown(match: Match, principal: Principal | undefined): never {
    if (principal === undefined) throw failure(401, "Invalid Token");
    throw match.kind === "wrong method" ? failure(405, "Method not allowed") : notFound();
  }

  private asApiError(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    // A defect of the emulator, or a data file that cannot be written: undone, reported, and not the end of the process.
    this.world.progress.resume();
    process.stderr.write(`emulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return failure(500, "Internal error");
  }
}
