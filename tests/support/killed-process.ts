import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import type { Journal } from "../../provider/journal/journal";
import { ofTwoProviders, wrapped } from "./front-end";
import type { FrontEnd, Handlers, ProviderName } from "./front-end";
import type { Service } from "./service";

/** When a process is killed, at one of its exchanges with the API. */
export const MOMENTS = [
  "before the request is sent",
  "after the commit, before the response",
  "after the response, before the state is written",
] as const;

export interface CrashPoint {
  /** The exchange's place among those of the process, from 1, or its first POST. */
  readonly exchange: number | "first POST";
  readonly moment: (typeof MOMENTS)[number];
}

/** What the calls of a killed process reject with: nothing that the process does reaches the engine any more. */
export class Killed extends Error {}

/**
 * Starts the provider processes of a run whose exchanges with the API are counted, and which may be killed at one of them. From the crash
 * point on, they can neither reach the API, nor write to their journals, nor return a result.
 */
export async function startKillable(service: Service, openJournal: () => Journal, point?: CrashPoint) {
  const controller = new AbortController();
  let exchanges = 0;
  let place = point?.exchange;
  let isKilled = false;
  let kill = (): void => undefined;
  const killed = new Promise<never>((_, reject) => {
    kill = () => {
      isKilled = true;
      controller.abort(new Killed());
      reject(new Killed());
    };
  });
  killed.catch(() => undefined);
  const isPoint = (moment: CrashPoint["moment"]): boolean => exchanges === place && point?.moment === moment;
  const hasPassedPoint = (): boolean => typeof place === "number" && exchanges >= place;

  const agent = new http.Agent({ keepAlive: true });
  const sent: Promise<unknown>[] = [];
  const proxy = http.createServer((request, response) => {
    if (!isKilled && hasPassedPoint()) kill();
    if (!isKilled) exchanges++;
    if (place === "first POST" && request.method === "POST") place = exchanges;
    if (isPoint("before the request is sent")) kill();
    if (isKilled) return void response.destroy();
    const { method, url = "/", headers } = request;
    const forwarded = http.request(new URL(url, service.emulator.url), { method, headers, agent }, (answer) => {
      if (isPoint("after the commit, before the response")) kill();
      if (isKilled) return void (answer.resume(), response.destroy());
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      // Destroys the response if the answer ends early.
      pipeline(answer, response, () => undefined);
    });
    forwarded.on("error", () => response.destroy());
    // The process has given up, or has the answer to a request that it has not sent whole. What a killed one had sent still arrives.
    response.on("close", () => isKilled || (response.writableFinished && request.complete) || forwarded.destroy());
    sent.push(once(forwarded, "close"));
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  const start = (): FrontEnd =>
    service.process({
      url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v4`,
      signal: controller.signal,
      journal: whileAlive(openJournal(), () => isKilled),
    });
  const process = ofTwoProviders(start(), start());
  async function unlessKilled<T>(call: () => Promise<T>): Promise<T> {
    const result = await Promise.race([call(), killed]);
    // The last response of a call has arrived, but its result must not reach the state.
    if (hasPassedPoint()) kill();
    if (isKilled) throw new Killed();
    return result;
  }
  const handlers = (kind: string, provider?: ProviderName): Handlers => wrapped(process(kind, provider), unlessKilled);
  return {
    process: Object.assign(handlers, { endRun: () => process.endRun() }),
    /** How many exchanges it has begun. */
    exchanges: () => exchanges,
    /** Waits for the requests that were on their way. */
    async close(): Promise<void> {
      await Promise.allSettled(sent);
      agent.destroy();
      proxy.close().closeAllConnections();
    },
  };
}

/** The journal, of which a dead process writes nothing more. */
function whileAlive(journal: Journal, isDead: () => boolean): Journal {
  const never = () => new Promise<never>(() => undefined);
  const writes = [
    "noteCreate",
    "noteExpected",
    "noteOwner",
    "settle",
    "settleAmbiguous",
    "noteInState",
    "noteReturned",
    "close",
  ];
  return new Proxy(journal, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (isDead() && (name === "note" || name === "noteResult")) return never;
      if (isDead() && writes.includes(String(name))) return () => undefined;
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
