import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answer";
import { errorAnswer, jsonAnswer, serviceHeaders } from "./answer";
import type { Principal } from "./auth";
import { ApiError, failure, notFound } from "./errors";
import { parseJson } from "./exchange";
import type { Call, Match, Route } from "./router";
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

/** The interface below the version segment: from a request to its answer, one transaction each. */
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
    const principal = world.authority.identify(request.headers.authorization);
    const access = request.match.kind === "route" ? request.match.route.access : undefined;
    try {
      const { route, call } = this.open(request, principal);
      const prepared = await route.prepare?.(call);
      return jsonAnswer(200, this.transact(route, { ...call, prepared }), serviceHeaders(world, access, principal));
    } catch (error) {
      return errorAnswer(this.asApiError(error), serviceHeaders(world, access, principal));
    }
  }

  /** Runs what has become due since the last look. */
  settle(): void {
    this.world.progress.settle();
    this.world.store.commit();
  }

  private open(request: ApiRequest, principal: Principal | undefined): { route: Route; call: Call } {
    const { match, headers, body, query, remoteAddress } = request;
    if (match.kind === "none") throw notFound();
    if (match.kind === "wrong method") throw failure(405, "Method not allowed");
    const { route, params } = match;
    this.world.authority.authorize(route.access, principal, Boolean(headers.authorization));
    if (body instanceof ApiError) throw body;
    const json = route.method === "POST" || route.method === "PUT" ? parseJson(body) : {};
    return { route, call: { params, query, headers, body: json, principal, remoteAddress, prepared: undefined } };
  }

  /** Nothing waits in here: no other request can see, commit or undo half of this one. */
  private transact(route: Route, call: Call): unknown {
    this.settle();
    try {
      const result = route.handle(call);
      this.world.store.commit();
      return result;
    } catch (error) {
      this.world.store.rollback();
      throw error;
    }
  }

  private asApiError(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    // A defect of the emulator, or a data file that cannot be written: undone, reported, and not the end of the process.
    this.world.progress.resume();
    process.stderr.write(`emulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return failure(500, "Internal error");
  }
}
