import type * as pulumi from "@pulumi/pulumi";
import { ConfigurationError } from "../api/errors";
import { MISSING_TOKEN } from "../api/settings";
import type { Settings } from "../api/settings";
import { pathOfTooDeep, TOO_DEEP } from "../shared/depth";
import type { Failure } from "../definition/types";
import { secretOutputs } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { NO_JOURNAL } from "../journal/journal";
import type { Journal } from "../journal/journal";
import { check } from "../lifecycle/object/check";
import { identifyContent } from "../lifecycle/upload/content-hash";
import { OPTIONS, optionsOf } from "../lifecycle/state/context";
import type { Context, Options } from "../lifecycle/state/context";
import { rivalsOf } from "../lifecycle/set/rivals";
import { memoryKey } from "../lifecycle/ownership/identity";
import { judgeByService } from "../lifecycle/catalogue/check-catalogue";
import type { Judgement } from "../lifecycle/catalogue/check-catalogue";
import { lifeOf } from "../lifecycle/handlers";
import { createRunMemory, deletedInRun, noteChecked, noteHeld } from "../lifecycle/state/run-memory";
import { appliedOf, doublesOf } from "../lifecycle/state/state";
import { UnfinishedError } from "../lifecycle/state/partial-failure";
import { definitionOf } from "../resources/registry";
import { fromEngine, PROVIDER_KEY, toEngine } from "../shared/boundary";
import { openConnection } from "./connection";
import type { Connection, ConnectionOptions } from "./connection";
import type { InParts } from "./detailed-diff";
import type { EngineLog } from "./engine-log";
import type { JournalOwner } from "./journal-place";
import { throttled } from "./progress";
import { secretsMarkedIn } from "../shared/secret-marks";
import { shown } from "../shared/shown";

/** What one process of the dynamic provider works with. */
export interface HostOptions extends ConnectionOptions {
  /** Called once, at the first use; throws a `ConfigurationError` when the settings are unusable. */
  readonly settings: () => Settings;
  readonly log: EngineLog;
  readonly inParts?: InParts;
  readonly watched: boolean;
  /** Opens the journal of a stack; without it, none is kept. */
  readonly journal?: (stack: Omit<JournalOwner, "settings">, settings: Settings) => Journal;
  /** Calls the listener whenever the engine says that the run is over, or to end. */
  readonly onRunEnd?: (listener: () => void) => void;
}

type CheckFailure = pulumi.dynamic.CheckFailure;

/** The boundary between the lifecycle and Pulumi's dynamic contract: one object for each resource kind of one process. */
export function createHost(options: HostOptions): (kind: string) => pulumi.dynamic.ResourceProvider {
  const memory = createRunMemory();
  let connection: Connection | undefined;
  let hasComplained = false;
  let underWay = 0;
  const journals = new Map<string, Journal>();

  /** The journal of the stack that the resource is of. */
  function journalOf({ urn, organization = "" }: Options): Journal {
    const [, stack, project] = /^urn:pulumi:([^:]*)::([^:]*)::/.exec(urn ?? "") ?? [];
    if (!options.journal || stack === undefined || project === undefined) return NO_JOURNAL;
    const key = JSON.stringify([organization, project, stack]);
    const journal = journals.get(key) ?? options.journal({ organization, project, stack }, connect().settings);
    journals.set(key, journal);
    return journal;
  }

  options.onRunEnd?.(() => {
    // What is under way has not been handed to the engine yet; another call comes when it has.
    if (underWay === 0) for (const journal of journals.values()) journal.close();
  });

  function connect(): Connection {
    connection ??= openConnection(options.settings(), options);
    return connection;
  }

  /** The row of one resource in the display, while something is done for it. */
  function rowOf(urn: string | undefined, secrets: () => readonly unknown[]) {
    let hasSpoken = false;
    const say = (message: string): void => {
      hasSpoken = true;
      options.log.progress(urn, shown(message, secrets()));
    };
    return {
      progress: throttled(say, options),
      /** A row keeps what was said last for as long as anything else is being done. Nothing takes a line out of a log. */
      clear: async (): Promise<void> => {
        if (hasSpoken && options.watched) await options.log.clear(urn);
      },
    };
  }

  function contextFor(given: Options, progress: (message: string) => void, secrets: () => readonly unknown[]): Context {
    const { urn } = given;
    const { settings, send, reads, transfer } = connect();
    return {
      address: settings,
      send: (request) => send({ tell: progress, stop: options.signal, ...request }),
      reads,
      transfer,
      clock: options.clock,
      memory,
      journal: journalOf(given),
      signal: options.signal,
      progress,
      warn: (message) => options.log.warn(urn, shown(message, secrets())),
    };
  }

  function secretsIn(definition: Definition, ...values: readonly Values[]): unknown[] {
    const given = values.flatMap((value) => secretOutputs(definition).map((name) => value[name]));
    return [connection?.settings.token, ...given, ...secretsMarkedIn(values), ...memory.secrets];
  }

  /** Runs one lifecycle call; whatever it throws leaves without secrets, and with an id only when that id is the object's. */
  async function run<T>(
    definition: Definition,
    values: readonly Values[],
    call: (context: Context) => Promise<T>,
  ): Promise<T> {
    const secrets = (): unknown[] => secretsIn(definition, ...values);
    const given = values.map(optionsOf).find(({ urn }) => urn !== undefined) ?? {};
    const row = rowOf(given.urn, secrets);
    underWay++;
    try {
      const result = await call(contextFor(given, row.progress, secrets));
      await row.clear();
      return result;
    } catch (error) {
      const message = shown(error instanceof Error ? error.message : String(error), secrets());
      if (!(error instanceof UnfinishedError)) throw quietError(message);
      handedOver(given, error.objectId, error.state);
      const text = values.map((value) => value[PROVIDER_KEY]).find((found) => found !== undefined);
      throw Object.assign(quietError(message), {
        id: error.objectId,
        properties: { ...toEngine(error.state), [PROVIDER_KEY]: text },
        reasons: [message],
      });
    } finally {
      underWay--;
    }
  }

  /** The engine has the resource with this id and state. */
  function handedOver(given: Options, id: string, state: Values): void {
    // Unusable settings are told by `check`, once, and not by every comparison.
    if (given.urn === undefined || settingsProblem() !== undefined) return;
    journalOf(given).handedOver(given.urn, id, appliedOf(state).intent);
  }

  /** What is wrong with the settings. */
  function settingsProblem(): string | undefined {
    try {
      return connect().settings.token === undefined ? MISSING_TOKEN : undefined;
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.message;
    }
  }

  /** The same, told once in a preview rather than by every resource. */
  function settingsFailures(problem: string | undefined, secrets: readonly unknown[]): CheckFailure[] {
    if (problem === undefined || hasComplained) return [];
    hasComplained = true;
    return [{ property: "", reason: shown(problem, secrets) }];
  }

  return (kind) => {
    const definition = definitionOf(kind);
    const { diff, holds, foresee, foreseeImport, remind, create, read, update, remove } = lifeOf(definition);

    /** Says what only the service knows of a create or update that is to come. */
    async function tellForeseen(state: Values | undefined, args: Values): Promise<void> {
      if (!foresee || connection?.settings.token === undefined) return;
      const told = await run(definition, [args], (context) => foresee(definition, state, args, context));
      const secrets = secretsIn(definition, args, state ?? {});
      for (const warning of told) options.log.warn(optionsOf(args).urn, shown(warning, secrets));
    }

    /** What stops the import that is to come. */
    async function importFailures(args: Values): Promise<CheckFailure[]> {
      if (connection?.settings.token === undefined) return [];
      const reason = await run(definition, [args], (context) => foreseeImport(definition, args, context));
      return reason === undefined ? [] : [{ property: "", reason: shown(reason, secretsIn(definition, args)) }];
    }

    return {
      check: async (olds: Values, news: Values) => {
        const deep = pathOfTooDeep(news);
        if (deep !== undefined) return { inputs: olds, failures: [{ property: "", reason: `${deep}: ${TOO_DEEP}` }] };
        const before = fromEngine(olds);
        const given = fromEngine(news);
        const secrets = (): unknown[] => secretsIn(definition, given, before);
        const safe = (text: string): string => shown(text, secrets());
        const row = rowOf(optionsOf(given).urn, secrets);
        const content = await identifyContent(definition, before, given, memory, row.progress);
        await row.clear();
        const checked = check(definition, before, content.args);
        const { inputs, warnings } = checked;
        const failures = [...checked.failures, ...content.failures];
        const { import: awaited, urn } = optionsOf(inputs);
        const exists = Object.keys(before).length > 0;
        noteChecked(memory, urn, exists);
        if (!exists && awaited !== undefined) memory.awaited.add(memoryKey(definition, awaited));
        const problem = settingsProblem();
        const judged: Judgement =
          problem === undefined
            ? await run(definition, [inputs], (context) =>
                judgeByService(definition, before, sound(inputs, failures), {
                  isSound: failures.length === 0,
                  context,
                }),
              )
            : { failures: [], warnings: [], problem };
        const rivals = failures.length > 0 ? [] : rivalsOf(memory, definition, urn, inputs);
        for (const warning of [...warnings, ...rivals, ...judged.warnings]) options.log.warn(urn, safe(warning));
        const wrong = [...failures, ...judged.failures].map((failure) => reported(failure, safe));
        const general = settingsFailures(judged.problem, secretsIn(definition, inputs));
        // In an update the create itself says so: other resources then go on, which a failed check would stop.
        const { isPreview } = optionsOf(given);
        if (isPreview && !exists && awaited !== undefined && wrong.length === 0) {
          wrong.push(...(await importFailures(inputs)));
        }
        const previewed = isPreview ? { ...inputs, [OPTIONS]: { ...optionsOf(inputs), isPreview } } : inputs;
        if (!exists && wrong.length === 0 && judged.problem === undefined) await tellForeseen(undefined, previewed);
        return { inputs: toEngine(inputs), failures: [...wrong, ...general] };
      },
      diff: async (id, olds: Values, news: Values) => {
        const args = fromEngine(news);
        const state = fromEngine(olds);
        const { urn } = optionsOf(args);
        handedOver(optionsOf(args), id, state);
        const isOfProgram = urn !== undefined && memory.registered.has(urn);
        const isItsTurn = urn !== undefined && memory.toCompare.delete(urn);
        const held = holds(definition, id, state);
        const deleted = isOfProgram ? deletedInRun(memory, definition.noun, held) : undefined;
        const safe = (text: string): string => shown(text, secretsIn(definition, args, state));
        if (deleted !== undefined) throw quietError(safe(deleted));
        noteHeld(memory, isOfProgram ? urn : undefined, ...held);
        const difference = diff(definition, state, args, id);
        // A refresh compares as well, without a check before it; what it finds is no change that somebody asks for.
        if (isOfProgram && difference.refusals.length > 0) throw quietError(safe(difference.refusals.join("; ")));
        if (isItsTurn) for (const notice of difference.notices) options.log.info(urn, safe(notice));
        // "undefined" lets the engine compare the inputs itself, which gives every property its line in the display, and
        // ignoreChanges and replaceOnChanges their effect; what no input shows must be said outright.
        const changes = difference.unfinished ? true : difference.changed.length > 0 ? undefined : false;
        if (isItsTurn && changes !== false && difference.replaces.length === 0) await tellForeseen(state, args);
        if (isItsTurn && remind && doublesOf(state).length > 0) {
          for (const reminder of await run(definition, [args], (context) => remind(definition, state, context))) {
            options.log.warn(urn, safe(reminder));
          }
        }
        const answer = {
          ...(changes === undefined ? {} : { changes }),
          // Before it deletes an object first, the engine asks with unknowns what must go together with it. Nothing must: a
          // resource that turns out to refer to another object is replaced when its turn comes.
          replaces: difference.replaces.filter((name) => isItsTurn || !difference.undecided.includes(name)),
          deleteBeforeReplace: difference.deleteBeforeReplace,
        };
        return isItsTurn && difference.parts && options.inParts ? options.inParts(answer, difference.parts) : answer;
      },
      create: (inputs: Values) =>
        run(definition, [inputs], async (context) => {
          const given = fromEngine(inputs);
          const { id, state } = await create(definition, given, context);
          handedOver(optionsOf(given), id, state);
          return { id, outs: toEngine(state) };
        }),
      read: (id, props: Values = {}) =>
        run(definition, [props], async (context) => {
          const state = fromEngine(props);
          handedOver(optionsOf(state), id, state);
          const found = await read(definition, id, state, context);
          return found ? { id, props: toEngine(found.state), inputs: toEngine(found.inputs) } : {};
        }),
      update: (id, olds: Values, news: Values) =>
        run(definition, [news, olds], async (context) => {
          const args = fromEngine(news);
          const state = await update(definition, id, fromEngine(olds), args, context);
          handedOver(optionsOf(args), id, state);
          return { outs: toEngine(state) };
        }),
      delete: (id, props: Values) =>
        run(definition, [props], (context) => {
          const state = fromEngine(props);
          handedOver(optionsOf(state), id, state);
          return remove(definition, id, state, context);
        }),
    };
  };
}

/** The arguments that nothing is wrong with so far. */
function sound(inputs: Values, failures: readonly Failure[]): Values {
  const wrong = new Set(failures.map(({ path }) => path.split(/[.[]/)[0]));
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !wrong.has(name)));
}

/** The path stands in the text: the engine would print the value of the property that a failure names, secret or not. */
function reported({ path, reason }: Failure, safe: (text: string) => string): CheckFailure {
  return { property: "", reason: safe(`${path}: ${reason}`) };
}

/** The plugin prints the stack of what it catches; the message says all that a user needs. */
function quietError(message: string): Error {
  const error = new Error(message);
  error.stack = "";
  return error;
}
