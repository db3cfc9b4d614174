import type { Values } from "../../provider/definition/values";
import { createHost } from "../../provider/plugin/host";
import { loaderText } from "../../provider/sdk/loader";
import { fromEngine, toEngine } from "../../provider/shared/boundary";
import type { Handlers as HostHandlers } from "./contract";
import { engineLog } from "./engine-log";
import { createFrontEnd } from "./front-end";
import type { FrontEnd, FrontEndOptions, Handlers } from "./front-end";
import { unmarked } from "./unmarked";

/** An error as the host throws it: with an id if something is to be recorded. */
export interface HostError extends Error {
  id?: string;
  properties?: Values;
  reasons?: string[];
}

/** The same calls, made through the host of Pulumi's dynamic contract, with values as the engine carries them. */
export function hostFrontEnd({ say, journal, ...options }: FrontEndOptions): FrontEnd {
  let endRun = (): Promise<void> | undefined => undefined;
  const host = createHost({
    ...options,
    log: engineLog(say),
    ...(journal === undefined ? {} : { journal: () => journal }),
    onRunEnd: (listener) => (endRun = listener),
  });
  // The contract has no list.
  const others = createFrontEnd({ say, ...options });
  const handlers = (kind: string): Handlers => ({
    ...throughHost(kind, host(kind) as HostHandlers),
    list: (args) => others(kind).list(args),
  });
  return Object.assign(handlers, { endRun: () => endRun() });
}

function throughHost(kind: string, host: HostHandlers): Omit<Handlers, "list"> {
  const carried = (values: Values): Values => ({ ...toEngine(values), __provider: loaderText(kind) });
  const received = (values: Values = {}): Values => {
    // Undefined values do not survive the transfer to the engine.
    expect(JSON.parse(JSON.stringify(values))).toStrictEqual(values);
    return fromEngine(unmarked(values) as Values);
  };
  return {
    check: async (olds, news) => {
      const before = Object.keys(olds).length === 0 ? {} : carried(olds);
      const { inputs, failures = [] } = await host.check(before, carried(news));
      return {
        inputs: received(inputs),
        failures: failures.map(({ reason }) => ({ path: "", reason })),
      };
    },
    diff: async ({ id, state }, args) => {
      const {
        changes,
        replaces = [],
        deleteBeforeReplace = false,
      } = await host.diff(id, carried(state), carried(args));
      const hasChanges = changes !== false;
      return { changed: [], unfinished: changes === true, hasChanges, replaces, deleteBeforeReplace };
    },
    create: async (args) => {
      const { id, outs } = await host.create(carried(args));
      return { id, state: received(outs) };
    },
    read: async ({ id, state }) => {
      const { id: found, props, inputs } = await host.read(id, carried(state));
      if (found === undefined) return undefined;
      return { id: found, state: received(props), inputs: received(inputs) };
    },
    update: async ({ id, state }, args) => {
      const { outs } = await host.update(id, carried(state), carried(args));
      return received(outs);
    },
    delete: ({ id, state }) => host.delete(id, carried(state)),
  };
}
