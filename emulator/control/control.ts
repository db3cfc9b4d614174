import type { Answer } from "../interface/answer";
import { errorAnswer, jsonAnswer } from "../interface/answer";
import type { Controls } from "./controls";
import { ErrorResponse, failure, notFound, refused } from "../interface/errors";
import type { Target } from "../http/exchange";
import { parseJson } from "../http/exchange";
import type { FaultRule, RequestReport } from "../public-types";
import type { JsonObject } from "../json";

type ControlAction = (body: JsonObject, id: number, target: Target) => unknown;

/** The control API below `/_emulator/`: JSON in and out. */
export class Control {
  private readonly actions: ReadonlyMap<string, ControlAction>;

  constructor(private readonly controls: Controls) {
    this.actions = new Map<string, ControlAction>([
      ["GET /", () => this.index()],
      ["GET /requests", (_body, _id, target) => this.requests(target)],
      ["POST /requests/reset", () => done(() => controls.resetRequests())],
      ["GET /faults", () => ({ faults: controls.listFaults() })],
      // addFault validates the rule.
      ["POST /faults", (body) => ({ id: controls.addFault(body as unknown as FaultRule) })],
      ["DELETE /faults", () => done(() => controls.clearFaults())],
      ["GET /clock", () => controls.clock()],
      ["POST /clock/advance", (body) => controls.advance(millisecondsIn(body))],
      ["POST /reset", () => done(() => controls.reset())],
      ["GET /state", (_body, _id, target) => controls.state(target.query.get("find") ?? "")],
      ...controls.kinds.flatMap(({ table, noun }): Array<[string, ControlAction]> => [
        [`GET /${table}`, () => ({ [table]: controls.list(noun) })],
        [`POST /${table}/{id}`, (body, id) => controls.poke(noun, id, body)],
        [`DELETE /${table}/{id}`, (_body, id) => done(() => controls.remove(noun, id))],
      ]),
    ]);
  }

  /** Handles a control request. Every failure becomes an error response. */
  answer(method: string, target: Target, body: Buffer | ErrorResponse): Answer {
    try {
      if (body instanceof ErrorResponse) throw body;
      const { action, id } = this.find(method, target.segments);
      return jsonAnswer(200, action(parseJson(body), id, target));
    } catch (error) {
      return errorAnswer(error instanceof ErrorResponse ? error : failure(500, String(error)));
    }
  }

  private find(method: string, segments: readonly string[]): { action: ControlAction; id: number } {
    const id = segments.at(-1) ?? "";
    const isObject = segments.length > 1 && /^\d{1,15}$/.test(id);
    const path = (isObject ? [...segments.slice(0, -1), "{id}"] : segments).join("/");
    const action = this.actions.get(`${method === "HEAD" ? "GET" : method} /${path}`);
    if (action === undefined) throw notFound();
    return { action, id: Number(id) };
  }

  private index(): JsonObject {
    const { total } = this.controls.requests();
    return { routes: [...this.actions.keys()], clock: this.controls.clock(), requests: total };
  }

  private requests(target: Target): RequestReport {
    const report = this.controls.requests();
    const since = Number(target.query.get("since") ?? 0);
    return { ...report, log: report.log.filter((entry) => entry.n > since) };
  }
}

function done(act: () => void): JsonObject {
  act();
  return {};
}

function millisecondsIn(body: JsonObject): number {
  const { ms } = body;
  if (typeof ms !== "number") throw refused("Must be of type Integer", "ms");
  return ms;
}
