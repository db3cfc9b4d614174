import type * as pulumi from "@pulumi/pulumi";
import type { DiffResult } from "../lifecycle/handlers";
import { UnfinishedError } from "../lifecycle/state";
import { messageOf } from "../lifecycle/wording";
import type { Context } from "../lifecycle/context";
import type { ConnectionOptions } from "../api/connection";
import type { Settings } from "../api/settings";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import type { Failure } from "../definition/types";
import { handlersFor } from "../lifecycle/handlers";
import { openSession } from "../lifecycle/session";
import type { Session } from "../lifecycle/session";
import { definitionOf, kinds } from "../resources/registry";
import { fromEngine, PROVIDER_KEY, toEngine } from "../shared/boundary";
import { pathOfTooDeep, TOO_DEEP } from "../shared/depth";
import { withoutSecrets } from "../shared/shown";
import type { InParts } from "./detailed-diff";
import type { EngineLog } from "./engine-log";
import { rowOf } from "./row";
import { stackJournals } from "./stack-journals";
import type { OpenJournal } from "./stack-journals";

export interface HostOptions extends ConnectionOptions {
  /** Called until it succeeds; throws a `ConfigurationError` when the settings are unusable. */
  readonly settings: () => Settings;
  readonly log: EngineLog;
  readonly inParts?: InParts;
  readonly watched: boolean;
  /** Opens the journal of a stack; without it, none is kept. */
  readonly journal?: OpenJournal;
  /**
   * Calls the listener whenever the engine signals that the run is over, or should stop. The process should wait for the promise that
   * the listener returns.
   */
  readonly onRunEnd?: (listener: () => Promise<void> | undefined) => void;
}

/** Removes all secrets from a text. */
type Safe = (text: string) => string;

interface CallScope {
  readonly context: Context;
  readonly safe: Safe;
}

/** The boundary between the lifecycle and Pulumi's dynamic provider interface: one provider object for each resource type. */
export function createHost(options: HostOptions): (kind: string) => pulumi.dynamic.ResourceProvider {
  const { log } = options;
  const session = openSession({ ...options, kinds, journal: options.journal && stackJournals(options.journal) });
  // These messages concern no single resource, so the engine shows them with the stack.
  const safe: Safe = (text) => withoutSecrets(text, session.secrets());
  const sinks = {
    progress: () => undefined,
    info: (message: string) => log.info(undefined, safe(message)),
    warn: (message: string) => log.warn(undefined, safe(message)),
  };
  options.onRunEnd?.(() => session.end(sinks)?.then(() => log.arrived()));
  return (kind) => providerOf(definitionOf(kind), session, options);
}

function providerOf(definition: Definition, session: Session, options: HostOptions): pulumi.dynamic.ResourceProvider {
  const handlers = handlersFor(definition);

  /** Handles one call of the engine for the resource that these values belong to; none of its messages and errors contains secrets. */
  async function call<T>(
    how: "evaluate" | "operate",
    values: readonly Values[],
    work: (scope: CallScope) => Promise<T>,
  ): Promise<T> {
    const { resource, secrets } = session.subjectOf(definition, values);
    const safe: Safe = (text) => withoutSecrets(text, secrets());
    const { urn } = resource;
    const row = rowOf(urn, safe, options);
    const sinks = {
      progress: row.progress,
      info: (message: string) => options.log.info(urn, safe(message)),
      warn: (message: string) => options.log.warn(urn, safe(message)),
    };
    try {
      const result = await session[how]({ resource, ...sinks }, (context) => work({ context, safe }));
      await row.clear();
      return result;
    } catch (error) {
      throw asEngineError(error, values, safe);
    }
  }

  return {
    check: (olds: Values, news: Values) => {
      const deep = pathOfTooDeep(news);
      if (deep !== undefined) {
        return Promise.resolve({ inputs: olds, failures: [{ property: "", reason: `${deep}: ${TOO_DEEP}` }] });
      }
      return call("evaluate", [news, olds], async ({ context, safe }) => {
        const { inputs, failures } = await handlers.check(fromEngine(olds), fromEngine(news), context);
        return { inputs: toEngine(inputs), failures: failures.map((failure) => reported(failure, safe)) };
      });
    },
    diff: (id, olds: Values, news: Values) =>
      call("evaluate", [news, olds], async ({ context }) => {
        const recorded = { id, state: fromEngine(olds) };
        return diffResponse(await handlers.diff(recorded, fromEngine(news), context), options.inParts);
      }),
    create: (inputs: Values) =>
      call("operate", [inputs], async ({ context }) => {
        const { id, state } = await handlers.create(fromEngine(inputs), context);
        return { id, outs: toEngine(state) };
      }),
    read: (id, props: Values = {}) =>
      call("operate", [props], async ({ context }) => {
        const found = await handlers.read({ id, state: fromEngine(props) }, context);
        return found ? { id, props: toEngine(found.state), inputs: toEngine(found.inputs) } : {};
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
 * `changes: undefined` makes the engine compare the inputs itself, so that the display shows every property, and ignoreChanges and
 * replaceOnChanges work. A difference that no input shows must be reported explicitly.
 */
function diffResponse(result: DiffResult, inParts: InParts | undefined): pulumi.dynamic.DiffResult {
  const { unfinished, hasChanges, replaces, deleteBeforeReplace, parts } = result;
  const changes = unfinished ? true : hasChanges ? undefined : false;
  const response = {
    ...(changes === undefined ? {} : { changes }),
    replaces: [...replaces],
    deleteBeforeReplace,
  };
  return parts && inParts ? inParts(response, parts) : response;
}

/** The path is part of the text, because the engine would print the value of the property that a failure names, secret or not. */
function reported({ path, reason }: Failure, safe: Safe): pulumi.dynamic.CheckFailure {
  return { property: "", reason: safe(path === "" ? reason : `${path}: ${reason}`) };
}

/** An error as the plugin passes it to the engine: with an ID only if the resource exists and has that ID. */
function asEngineError(error: unknown, values: readonly Values[], safe: Safe): Error {
  const message = safe(messageOf(error));
  if (!(error instanceof UnfinishedError)) return quietError(message);
  const loaderText = values.map((value) => value[PROVIDER_KEY]).find((found) => found !== undefined);
  return Object.assign(quietError(message), {
    id: error.recorded.id,
    properties: { ...toEngine(error.recorded.state), [PROVIDER_KEY]: loaderText },
    reasons: [message],
  });
}

/** The plugin prints the stack of every error, but the message is all that a user needs. */
function quietError(message: string): Error {
  const error = new Error(message);
  error.stack = "";
  return error;
}
