import type { ServerResponse } from "node:http";
import type { Answer } from "../interface/answer";
import { serviceDate } from "../state/clock";
import { pause, reset, send, sendStruck, substitute } from "./delivery";
import type { Faults, Strike } from "./faults";
import type { OpenEntry, RequestLog } from "./request-log";

/** What serveLogged needs to log requests and to apply faults. */
export interface Watch {
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly now: () => number;
  /** Aborted when the emulator is closed. */
  readonly closing: AbortSignal;
}

/** The parts of a request that are logged and matched against fault rules. */
interface Visit {
  readonly method: string;
  /** Path segments without the version. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly filter?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly route?: string | undefined;
}

/** Processes a request; undefined if a response can no longer be delivered. */
type RequestProcessor = (strike: Strike | undefined) => Promise<Answer | undefined>;

/**
 * Logs and serves a request, with scripted faults applied.
 * @param receive reads what must arrive before a fault applies; undefined if the client disconnects meanwhile
 */
export async function serveLogged(
  { faults, log, now, closing }: Watch,
  response: ServerResponse,
  { method, segments, query, filter, userAgent, route }: Visit,
  receive: (entry: OpenEntry) => Promise<RequestProcessor | undefined>,
): Promise<void> {
  const entry = log.open({
    at: serviceDate(now()),
    method,
    path: `/${segments.join("/")}`,
    ...(query.size === 0 ? {} : { query: query.toString() }),
    ...(filter === undefined ? {} : { filter }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(route === undefined ? {} : { route }),
  });
  const strike = faults.take(method, segments);
  if (strike !== undefined) entry.fault = strike.rule;
  const process = await receive(entry);
  if (process === undefined) return;

  if (strike?.phase === "before") {
    if (strike.effect.kind === "reset") return reset(response);
    const instead = substitute(strike);
    if (instead !== undefined) {
      entry.status = instead.status;
      return send(response, instead);
    }
    if (strike.effect.kind === "delay") await pause(strike.effect.ms, closing);
  }
  const answer = await process(strike);
  if (answer === undefined) return;
  entry.status = answer.status;
  if (strike === undefined || strike.phase === "before") return send(response, answer);
  const sentStatus = await sendStruck(response, answer, strike, closing);
  if (sentStatus !== 0) entry.status = sentStatus;
}
