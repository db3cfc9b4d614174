import { isInPath } from "../../provider/definition/definition";
import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { canonicalValue } from "../../provider/lifecycle/state/state";
import { finishedState } from "../../provider/lifecycle/state/state";
import { createHost } from "../../provider/plugin/host";
import { toEngine } from "../../provider/shared/boundary";
import { kinds } from "../../provider/resources/registry";
import { specimenOf } from "../kinds";
import { engineLog } from "./engine-log";
import { instantClock } from "./instant-clock";
import { unmarked } from "./unmarked";

/** The hidden input that every resource of a program has. */
export function optionsFor(kind: string, more: Values = {}): Values {
  const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:${kind}::sample`;
  return { __options: { urn, organization: "acme", ...more } };
}

/** Every resource type with every variant of its specimen, as rows of a `describe.each`. */
export const everyVariant = kinds.flatMap((definition) =>
  specimenOf(definition.kind).variants.map((variant, index) => ({
    kind: definition.kind,
    index,
    definition,
    ...variant,
  })),
);

/** The same, once for each input in the variant. */
export const everyArgument = everyVariant.flatMap((row) => Object.keys(row.args).map((name) => ({ ...row, name })));

/** What every resource type provides, although most of it is optional in Pulumi's interface. */
export type Handlers = Required<
  Pick<pulumi.dynamic.ResourceProvider, "check" | "diff" | "create" | "read" | "update" | "delete">
>;

/** The same failures, with the path split off from the start of the text. */
function withPaths(failures: readonly pulumi.dynamic.CheckFailure[] = []): pulumi.dynamic.CheckFailure[] {
  return failures.map(({ reason }) => {
    const [property = "", ...rest] = reason.split(": ");
    return { property, reason: rest.join(": ") };
  });
}

/** Handlers without a connection: `check` and `diff` are pure. */
export function offlineHost(kind: string): Handlers {
  const handlers = plainOfflineHost(kind);
  return {
    ...handlers,
    check: async (olds, news) => {
      const { inputs, failures } = await handlers.check(olds, news);
      return { inputs: unmarked(inputs) as Values, failures: withPaths(failures) };
    },
  };
}

export function plainOfflineHost(kind: string): Handlers {
  const unusable = { url: "http://127.0.0.1:1/v4", brand: "compute", token: "unused-token" };
  const signal = new AbortController().signal;
  const log = engineLog(() => undefined);
  return createHost({ settings: () => unusable, clock: instantClock(), log, signal, watched: false })({
    kind,
  }) as Handlers;
}

/** What the API returns for a resource with these inputs, in our names. */
export function liveObject(definition: Definition, args: Values): Values {
  const told = Object.entries(definition.args).flatMap(([name, rule]) =>
    args[name] === undefined || rule.writeOnly || isInPath(rule)
      ? []
      : [[name, canonicalValue(rule, args[name], args)] as const],
  );
  return { ...Object.fromEntries(told), ...specimenOf(definition.kind).shows(args), id: 34 };
}

/** The outputs of a resource that was created with these inputs and is unchanged. */
export function outputsOf(definition: Definition, inputs: Values): Values {
  return toEngine(finishedState(definition, liveObject(definition, inputs), inputs));
}
