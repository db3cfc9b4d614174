import type { Api } from "../interface/api";
import { CLOCK_ROW, clockOffset, MINUTE_MS } from "../state/clock";
import { refused } from "../interface/errors";
import type { Faults } from "../http/faults";
import type { Contents } from "./overview";
import { faultRules, jobs, loggedRequests, resources } from "./overview";
import type { DataFile } from "../state/persistence";
import { changeables, list, poke, remove } from "./poke";
import type { ClockReport, FaultReport, FaultRule, RequestReport } from "../public-types";
import type { RequestLog } from "../http/request-log";
import type { JsonObject } from "../json";
import type { Kind } from "../state/kind";

/** Ten years: longer than any realistic step or job, and far from the largest date. */
export const LONGEST_STEP_MS = 10 * 365 * 24 * 60 * MINUTE_MS;

/** Operations that the control API and the library share. */
export interface Controls {
  /** What can be changed out of band. */
  readonly kinds: readonly Kind[];
  requests(): RequestReport;
  resetRequests(): void;
  addFault(rule: FaultRule): number;
  listFaults(): FaultReport[];
  clearFaults(): void;
  clock(): ClockReport;
  advance(ms: number): ClockReport;
  list(noun: string): JsonObject[];
  poke(noun: string, id: number, patch: JsonObject): JsonObject;
  remove(noun: string, id: number): void;
  reset(): void;
  /** The dashboard's data, with only the resources that contain the search text. */
  state(find: string): JsonObject;
}

interface ControlParts extends Contents {
  readonly api: Api;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly dataFile: DataFile | undefined;
}

export function controlsOf({ world, kinds, api, faults, log, dataFile }: ControlParts): Controls {
  const clock = (): ClockReport => {
    const due = world.progress.nextDue();
    return {
      mode: world.clock.mode,
      now: new Date(world.clock.now()).toISOString(),
      jobs: world.progress.awaited(),
      nextDue: due === undefined ? null : new Date(due).toISOString(),
    };
  };
  return {
    kinds: changeables(kinds).map(({ kind }) => kind),
    requests: () => log.report(),
    resetRequests: () => log.reset(),
    addFault: (rule) => faults.add(rule),
    listFaults: () => faults.list(),
    clearFaults: () => faults.clear(),
    clock,
    advance: (ms) => {
      if (!(ms >= 0 && ms <= LONGEST_STEP_MS)) throw refused(`Must be 0-${LONGEST_STEP_MS}`, "ms");
      world.clock.advance(Math.round(ms));
      clockOffset.in(world).put({ id: CLOCK_ROW, offset_ms: world.clock.offset });
      api.settle();
      return clock();
    },
    list: (noun) => {
      api.settle();
      return structuredClone(list({ world, kinds }, noun));
    },
    poke: (noun, id, patch) => api.change(() => poke({ world, kinds }, noun, id, structuredClone(patch))),
    remove: (noun, id) => api.change(() => remove({ world, kinds }, noun, id)),
    reset: () => {
      world.store.clear();
      world.clock.restore(0);
      world.progress.resume();
      dataFile?.rewrite();
      faults.clear();
      world.rateLimits.reset();
      log.reset();
    },
    state: (find) => {
      // The dashboard shows what a request would return now.
      api.settle();
      return {
        brand: world.brand.word,
        clock: { ...clock(), scale: world.clock.scale },
        resources: resources({ world, kinds }, find),
        jobs: jobs({ world, kinds }),
        faults: faultRules(faults),
        requests: loggedRequests(log),
      };
    },
  };
}
