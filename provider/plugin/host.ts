import type * as pulumi from "@pulumi/pulumi";
import type { DiffResult, ResourceHandlers } from "../lifecycle/resource-handlers";
import { OPTIONS, optionsOf } from "../lifecycle/state";
import type { Options } from "../lifecycle/state";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { handlersFor } from "../lifecycle/handlers";
import { definitionOf } from "../resources/registry";
import { fromEngine, markedForEngine, PROVIDER_KEY } from "../shared/boundary";
import type { LoadedResource } from "../shared/loader";
import { unsendableIn } from "../shared/unsendable";
import { CallError, openCalls, shownFailure } from "./calls";
import type { CallScope, CallsOfKind, ProcessOptions } from "./calls";
import type { InParts } from "./detailed-diff";

export interface HostOptions extends ProcessOptions {
  readonly inParts?: InParts;
}

/** The boundary between the lifecycle and Pulumi's dynamic provider interface: one provider object for each loader text. */
export function createHost(options: HostOptions): (resource: LoadedResource) => pulumi.dynamic.ResourceProvider {
  const calls = openCalls(options);
  const ofKind = new Map<string, OfKind>();
  return ({ kind, ...named }) => {
    const definition = definitionOf(kind);
    const shared = ofKind.get(kind) ?? {
      definition,
      handlers: handlersFor(definition),
      call: calls.ofKind(definition),
      inParts: options.inParts,
    };
    ofKind.set(kind, shared);
    return providerOf(shared, named);
  };
}

/** What all resources of a type share. */
interface OfKind {
  readonly definition: Definition;
  readonly handlers: ResourceHandlers;
  readonly call: CallsOfKind;
  readonly inParts: InParts | undefined;
}

function providerOf(
  { definition, handlers, call: ofKind, inParts }: OfKind,
  named: Omit<LoadedResource, "kind">,
): pulumi.dynamic.ResourceProvider {
  const isNamed = named.urn !== undefined;
  // A resource that is not in state yet has no values at all.
  const received = (values: Values): Values =>
    isNamed && Object.keys(values).length > 0
      ? { ...fromEngine(values), [OPTIONS]: { ...optionsOf(values), ...named } }
      : fromEngine(values);
  // The engine marks what it sent as a secret, but neither what was derived from it nor, for hooks, what is always secret.
  const toEngine = (values: Values): Values => markedForEngine(definition, isNamed ? withoutNames(values) : values);
  async function call<T>(
    how: "evaluate" | "operate",
    sent: readonly Values[],
    work: (scope: CallScope, values: readonly Values[]) => Promise<T>,
  ): Promise<T> {
    const values = sent.map(received);
    try {
      return await ofKind(how, values, (scope) => work(scope, values));
    } catch (error) {
      throw asEngineError(error, sent, toEngine);
    }
  }

  return {
    check: (olds: Values, news: Values) => {
      const found = unsendableIn(news);
      if (found) {
        return Promise.resolve({
          inputs: olds,
          failures: [{ property: "", reason: `${found.path}: ${found.reason}` }],
        });
      }
      return call("evaluate", [news, olds], async ({ context, safe }, [args = {}, before = {}]) => {
        const { inputs, failures } = await handlers.check(before, args, context);
        return {
          inputs: toEngine(inputs),
          failures: failures.map((failure) => ({ property: "", reason: shownFailure(failure, safe) })),
        };
      });
    },
    diff: (id: string, olds: Values, news: Values) =>
      call("evaluate", [news, olds], async ({ context }, [args = {}, state = {}]) =>
        diffResponse(await handlers.diff({ id, state }, args, context), inParts),
      ),
    create: (inputs: Values) =>
      call("operate", [inputs], async ({ context }, [args = {}]) => {
        const { id, state } = await handlers.create(args, context);
        return { id, outs: toEngine(state) };
      }),
    read: (id: string, props: Values = {}) =>
      call("operate", [props], async ({ context }, [state = {}]) => {
        const found = await handlers.read({ id, state }, context);
        return found ? { id: found.id, props: toEngine(found.state), inputs: toEngine(found.inputs) } : {};
      }),
    update: (id: string, olds: Values, news: Values) =>
      call("operate", [news, olds], async ({ context }, [args = {}, state = {}]) => ({
        outs: toEngine(await handlers.update({ id, state }, args, context)),
      })),
    delete: (id: string, props: Values) =>
      call("operate", [props], ({ context }, [state = {}]) => handlers.delete({ id, state }, context)),
  };
}

/** The values without the options that the loader text has. */
function withoutNames({ [OPTIONS]: options, ...own }: Values): Values {
  const { urn: _, organization: __, ...others } = (options ?? {}) as Options;
  return Object.keys(others).length > 0 ? { ...own, [OPTIONS]: others } : own;
}

/**
 * In a refresh, and without parts, `changes: undefined` makes the engine compare the inputs itself. A difference that no input shows must
 * be reported explicitly.
 */
function diffResponse(result: DiffResult, inParts: InParts | undefined): pulumi.dynamic.DiffResult {
  const { unfinished, moved, hasChanges, replaces, deleteBeforeReplace, parts } = result;
  const changes = unfinished || moved ? true : hasChanges ? undefined : false;
  const response = {
    ...(changes === undefined ? {} : { changes }),
    replaces: [...replaces],
    deleteBeforeReplace,
  };
  return parts && (moved || parts.length > 0) && inParts ? inParts(response, parts) : response;
}

/** An error as the plugin passes it to the engine: with an ID only if the resource exists and has that ID. */
function asEngineError(error: unknown, values: readonly Values[], toEngine: (state: Values) => Values): unknown {
  if (!(error instanceof CallError) || error.recorded === undefined) return error;
  const { id, state } = error.recorded;
  const loaderText = values.map((value) => value[PROVIDER_KEY]).find((found) => found !== undefined);
  return Object.assign(new CallError(error.message), {
    id,
    properties: { ...toEngine(state), [PROVIDER_KEY]: loaderText },
    reasons: [error.message],
  });
}
