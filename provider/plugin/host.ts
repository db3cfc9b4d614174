import type * as pulumi from "@pulumi/pulumi";
import type { DiffResult } from "../lifecycle/resource-handlers";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { handlersFor } from "../lifecycle/handlers";
import { definitionOf } from "../resources/registry";
import { fromEngine, markedForEngine, PROVIDER_KEY } from "../shared/boundary";
import { unsendableIn } from "../shared/unsendable";
import { CallError, openCalls, shownFailure } from "./calls";
import type { Calls, CallsOfKind, ProcessOptions } from "./calls";
import type { InParts } from "./detailed-diff";

export interface HostOptions extends ProcessOptions {
  readonly inParts?: InParts;
}

/** The boundary between the lifecycle and Pulumi's dynamic provider interface: one provider object for each resource type. */
export function createHost(options: HostOptions): (kind: string) => pulumi.dynamic.ResourceProvider {
  const calls = openCalls(options);
  return (kind) => providerOf(definitionOf(kind), calls, options.inParts);
}

function providerOf(
  definition: Definition,
  calls: Calls,
  inParts: InParts | undefined,
): pulumi.dynamic.ResourceProvider {
  const handlers = handlersFor(definition);
  const ofKind = calls.ofKind(definition);
  // The engine marks what it sent as a secret, but neither what was derived from it nor, for hooks, what is always secret.
  const toEngine = (values: Values): Values => markedForEngine(definition, values);
  const call: CallsOfKind = async (how, values, work) => {
    try {
      return await ofKind(how, values, work);
    } catch (error) {
      throw asEngineError(error, values, toEngine);
    }
  };

  return {
    check: (olds: Values, news: Values) => {
      const found = unsendableIn(news);
      if (found) {
        return Promise.resolve({
          inputs: olds,
          failures: [{ property: "", reason: `${found.path}: ${found.reason}` }],
        });
      }
      return call("evaluate", [news, olds], async ({ context, safe }) => {
        const { inputs, failures } = await handlers.check(fromEngine(olds), fromEngine(news), context);
        return {
          inputs: toEngine(inputs),
          failures: failures.map((failure) => ({ property: "", reason: shownFailure(failure, safe) })),
        };
      });
    },
    diff: (id, olds: Values, news: Values) =>
      call("evaluate", [news, olds], async ({ context }) => {
        const recorded = { id, state: fromEngine(olds) };
        return diffResponse(await handlers.diff(recorded, fromEngine(news), context), inParts);
      }),
    create: (inputs: Values) =>
      call("operate", [inputs], async ({ context }) => {
        const { id, state } = await handlers.create(fromEngine(inputs), context);
        return { id, outs: toEngine(state) };
      }),
    read: (id, props: Values = {}) =>
      call("operate", [props], async ({ context }) => {
        const found = await handlers.read({ id, state: fromEngine(props) }, context);
        return found ? { id: found.id, props: toEngine(found.state), inputs: toEngine(found.inputs) } : {};
      }),
    update: (id, olds: Values, news: Values) =>
      call("operate", [news, olds], async ({ context }) => {
        const state = await handlers.update({ id, state: fromEngine(olds) }, fromEngine(news), context);
        return { outs: toEngine(state) };
      }),
    delete: (id, props: Values) =>
      call("operate", [props], ({ context }) => handlers.delete({ id, state: fromEngine(props) }, context)),
  };
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
