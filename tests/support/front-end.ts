import type { ConnectionOptions } from "../../provider/api/connection";
import type { Settings } from "../../provider/api/settings";
import type { Values } from "../../provider/definition/values";
import type { Journal } from "../../provider/journal/journal";
import type { CheckResult, DiffResult } from "../../provider/lifecycle/resource-handlers";
import { handlersFor } from "../../provider/lifecycle/handlers";
import type { Read } from "../../provider/lifecycle/object/read";
import { openSession } from "../../provider/lifecycle/session";
import type { Context } from "../../provider/lifecycle/context/context";
import { UnfinishedError } from "../../provider/lifecycle/state/state";
import type { Recorded } from "../../provider/lifecycle/state/state";
import { allKinds as kinds, definitionOf } from "../../provider/resources/registry";
import { withoutSecrets } from "../../provider/shared/shown";

/** The options of one process. */
export interface FrontEndOptions extends ConnectionOptions {
  readonly settings: () => Settings;
  readonly journal?: Journal | undefined;
  /** Called with every message about a resource. */
  readonly say: (kind: "progress" | "clear" | "info" | "warn", urn: string | undefined, message: string) => void;
  /** Whether a user may be watching a terminal. */
  readonly watched: boolean;
}

/** The engine's calls for one resource type, with the lifecycle's own values. */
export interface Handlers {
  check(olds: Values, news: Values): Promise<CheckResult>;
  diff(recorded: Recorded, args: Values): Promise<DiffResult>;
  create(args: Values): Promise<Recorded>;
  read(recorded: Recorded): Promise<(Read & Recorded) | undefined>;
  update(recorded: Recorded, args: Values): Promise<Values>;
  delete(recorded: Recorded): Promise<void>;
  list(args: Values): Promise<readonly Recorded[]>;
}

/** The same handlers, with `around` around each call. */
export function wrapped(handlers: Handlers, around: <T>(call: () => Promise<T>) => Promise<T>): Handlers {
  const calls = Object.entries(handlers).map(([name, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
    name,
    (...args: unknown[]) => around(() => call(...args)),
  ]);
  return Object.fromEntries(calls) as Handlers;
}

/** The provider of a resource: by default the first of the program. */
export type ProviderName = "first" | "second";

/** One run: its handlers by resource type, and the call that ends an update. */
export interface FrontEnd {
  (kind: string, provider?: ProviderName): Handlers;
  endRun(): Promise<void> | undefined;
}

/** A run of two providers, each of which is a process of its own. */
export function ofTwoProviders(first: FrontEnd, second: FrontEnd): FrontEnd {
  const handlers = (kind: string, provider?: ProviderName): Handlers => (provider === "second" ? second : first)(kind);
  return Object.assign(handlers, {
    endRun: async () => void (await Promise.all([first.endRun(), second.endRun()])),
  });
}

/**
 * A front end that only uses the lifecycle, like one for another engine would: it passes values on unchanged, forwards messages, and
 * removes secrets from them.
 */
export function createFrontEnd({ say, journal, ...options }: FrontEndOptions): FrontEnd {
  const session = openSession({ ...options, kinds, journal: journal && (() => journal) });
  const sinksOf = (urn: string | undefined, safe: (text: string) => string) => {
    const sink = (what: "progress" | "info" | "warn") => (message: string) => say(what, urn, safe(message));
    return { progress: sink("progress"), info: sink("info"), warn: sink("warn") };
  };
  const handlersOf = (kind: string): Handlers => {
    const definition = definitionOf(kind);
    const handlers = handlersFor(definition);

    async function call<T>(
      how: "evaluate" | "operate",
      values: readonly Values[],
      work: (context: Context, safe: (text: string) => string) => Promise<T>,
    ): Promise<T> {
      const { resource, secrets } = session.subjectOf(definition, values);
      const safe = (text: string): string => withoutSecrets(text, secrets());
      try {
        return await session[how]({ resource, ...sinksOf(resource.urn, safe) }, (context) => work(context, safe));
      } catch (error) {
        const failure = new Error(safe(error instanceof Error ? error.message : String(error)));
        throw error instanceof UnfinishedError ? Object.assign(failure, error.recorded) : failure;
      }
    }

    return {
      check: (olds, news) =>
        call("evaluate", [news, olds], async (context, safe) => {
          const { inputs, failures } = await handlers.check(olds, news, context);
          return { inputs, failures: failures.map(({ path, reason }) => ({ path, reason: safe(reason) })) };
        }),
      diff: (recorded, args) =>
        call("evaluate", [args, recorded.state], (context) => handlers.diff(recorded, args, context)),
      create: (args) => call("operate", [args], (context) => handlers.create(args, context)),
      read: (recorded) => call("operate", [recorded.state], (context) => handlers.read(recorded, context)),
      update: (recorded, args) =>
        call("operate", [args, recorded.state], (context) => handlers.update(recorded, args, context)),
      delete: (recorded) => call("operate", [recorded.state], (context) => handlers.delete(recorded, context)),
      list: (args) => call("operate", [args], (context) => handlers.list(args, context)),
    };
  };
  const atEnd = sinksOf(undefined, (message) => withoutSecrets(message, session.secrets()));
  return Object.assign(handlersOf, { endRun: () => session.end(atEnd) });
}
