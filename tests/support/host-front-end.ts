import type * as pulumi from "@pulumi/pulumi";
import type { Values } from "../../provider/definition/values";
import { createHost } from "../../provider/plugin/host";
import type { LoadedResource } from "../../provider/shared/loader";
import { asReceived, asStored, resourceOf } from "./as-stored";
import type { Handlers as HostHandlers } from "./contract";
import { engineLog } from "./engine-log";
import { createFrontEnd } from "./front-end";
import type { FrontEnd, FrontEndOptions, Handlers } from "./front-end";

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
    ...throughHost(kind, host),
    list: (args) => others(kind).list(args),
  });
  return Object.assign(handlers, { endRun: () => endRun() });
}

function throughHost(
  kind: string,
  host: (resource: LoadedResource) => pulumi.dynamic.ResourceProvider,
): Omit<Handlers, "list"> {
  /** The provider that the loader text of these values leads to, and what it gets and returns. */
  const loaded = (...values: readonly Values[]) => {
    const resource = resourceOf(kind, ...values);
    const carried = (one: Values): Values => asStored(resource, one);
    const received = (one: Values = {}): Values => {
      // Undefined values do not survive the transfer to the engine.
      expect(JSON.parse(JSON.stringify(one))).toStrictEqual(one);
      return asReceived(resource, one);
    };
    return { provider: host(resource) as HostHandlers, carried, received };
  };
  return {
    check: async (olds, news) => {
      const { provider, carried, received } = loaded(news);
      const before = Object.keys(olds).length === 0 ? {} : carried(olds);
      const { inputs, failures = [] } = await provider.check(before, carried(news));
      return {
        inputs: received(inputs),
        failures: failures.map(({ reason }) => ({ path: "", reason })),
      };
    },
    diff: async ({ id, state }, args) => {
      const { provider, carried } = loaded(args, state);
      const {
        changes,
        replaces = [],
        deleteBeforeReplace = false,
      } = await provider.diff(id, carried(state), carried(args));
      const hasChanges = changes !== false;
      return { changed: [], unfinished: changes === true, hasChanges, replaces, deleteBeforeReplace };
    },
    create: async (args) => {
      const { provider, carried, received } = loaded(args);
      const { id, outs } = await provider.create(carried(args));
      return { id, state: received(outs) };
    },
    read: async ({ id, state }) => {
      const { provider, carried, received } = loaded(state);
      const { id: found, props, inputs } = await provider.read(id, carried(state));
      if (found === undefined) return undefined;
      return { id: found, state: received(props), inputs: received(inputs) };
    },
    update: async ({ id, state }, args) => {
      const { provider, carried, received } = loaded(args, state);
      const { outs } = await provider.update(id, carried(state), carried(args));
      return received(outs);
    },
    delete: ({ id, state }) => {
      const { provider, carried } = loaded(state);
      return provider.delete(id, carried(state));
    },
  };
}
