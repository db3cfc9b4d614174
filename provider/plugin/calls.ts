import { UnfinishedError } from "../lifecycle/state";
import type { Recorded } from "../lifecycle/state";
import { messageOf } from "../lifecycle/wording";
import type { Context } from "../lifecycle/context";
import type { ConnectionOptions } from "../api/connection";
import type { Settings } from "../api/settings";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import type { Failure } from "../definition/types";
import { openSession } from "../lifecycle/session";
import { allKinds as kinds } from "../resources/registry";
import { withoutSecrets } from "../shared/shown";
import type { EngineLog } from "./engine-log";
import { rowOf } from "./row";
import { stackJournals } from "./stack-journals";
import type { OpenJournal } from "./stack-journals";

/** What a process that works for the engine needs, whatever protocol it speaks. */
export interface ProcessOptions extends ConnectionOptions {
  /** Called until it succeeds; throws a `ConfigurationError` when the settings are unusable. */
  readonly settings: () => Settings;
  readonly log: EngineLog;
  readonly watched: boolean;
  /** The engine asks for a preview of each operation. */
  readonly previewsOperations?: boolean;
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

export interface CallScope {
  readonly context: Context;
  readonly safe: Safe;
}

/** An error whose text contains no secrets; `recorded` is what exists nevertheless. */
export class CallError extends Error {
  constructor(
    message: string,
    readonly recorded?: Recorded,
  ) {
    super(message);
    // The engine's SDK prints the stack of every error, but the message is all that a user needs.
    this.stack = "";
  }
}

/** Handles the calls of the engine. Each rejects with a `CallError`. */
export interface Calls {
  /** A call for a resource of this type, to which these values belong: all inputs and states of the call; the new inputs first. */
  ofKind(definition: Definition): CallsOfKind;
  /** A call that concerns no resource. */
  ofStack<T>(values: readonly unknown[], work: (scope: CallScope) => Promise<T>): Promise<T>;
}

export type CallsOfKind = <T>(
  how: "evaluate" | "operate",
  values: readonly Values[],
  work: (scope: CallScope) => Promise<T>,
) => Promise<T>;

/** Opens the session that all calls of the process share. None of their messages and errors contains secrets. */
export function openCalls(options: ProcessOptions): Calls {
  const { log } = options;
  const session = openSession({ ...options, kinds, journal: options.journal && stackJournals(options.journal) });
  const sinksOf = (urn: string | undefined, safe: Safe, progress: (message: string) => void) => ({
    progress,
    info: (message: string) => log.info(urn, safe(message)),
    warn: (message: string) => log.warn(urn, safe(message)),
  });
  // The engine shows messages without a resource with the stack.
  const ofStack: Safe = (text) => withoutSecrets(text, session.secrets());
  options.onRunEnd?.(() => session.end(sinksOf(undefined, ofStack, () => undefined))?.then(() => log.arrived()));

  return {
    ofKind: (definition) => async (how, values, work) => {
      const { resource, secrets } = session.subjectOf(definition, values);
      const safe: Safe = (text) => withoutSecrets(text, secrets());
      const row = rowOf(resource.urn, safe, options);
      const sinks = sinksOf(resource.urn, safe, row.progress);
      try {
        const result = await session[how]({ resource, ...sinks }, (context) => work({ context, safe }));
        await row.clear();
        return result;
      } catch (error) {
        const message = safe(messageOf(error));
        throw error instanceof UnfinishedError ? new CallError(message, error.recorded) : new CallError(message);
      }
    },
    ofStack: async (values, work) => {
      const safe: Safe = (text) => withoutSecrets(text, [...values, ...session.secrets()]);
      const sinks = sinksOf(undefined, safe, (message) => log.progress(undefined, safe(message)));
      try {
        return await session.evaluate({ resource: {}, ...sinks }, (context) => work({ context, safe }));
      } catch (error) {
        throw new CallError(safe(messageOf(error)));
      }
    },
  };
}

/** The path is part of the text, because the engine would print the value of the property that a failure names, secret or not. */
export function shownFailure({ path, reason }: Failure, safe: Safe): string {
  return safe(path === "" ? reason : `${path}: ${reason}`);
}
