import type * as pulumi from "@pulumi/pulumi";
import { ConfigurationError } from "../api/errors";
import { MISSING_TOKEN } from "../api/settings";
import type { Settings } from "../api/settings";
import type { Failure } from "../arguments/types";
import { secretOutputs } from "../definition";
import type { Definition, Values } from "../definition";
import { check } from "../lifecycle/check";
import { identifyContent } from "../lifecycle/content";
import { OPTIONS, optionsOf } from "../lifecycle/context";
import type { Context } from "../lifecycle/context";
import { rivalsOf } from "../lifecycle/claims";
import { memoryKey } from "../lifecycle/identity";
import { judgeByCatalogues } from "../lifecycle/listed";
import { lifeOf } from "../lifecycle/lives";
import { createRunMemory, deletedInRun, noteChecked, noteHeld } from "../lifecycle/run-memory";
import { UnfinishedError } from "../lifecycle/unfinished";
import { definitionOf } from "../resources/registry";
import { fromEngine, PROVIDER_KEY, redact, toEngine } from "./boundary";
import { openConnection } from "./connection";
import type { Connection, ConnectionOptions } from "./connection";
import type { InParts } from "./detailed-diff";
import type { EngineLog } from "./engine-log";
import { throttled } from "./progress";

/** What one process of the dynamic provider works with. */
export interface HostOptions extends ConnectionOptions {
  /** Called once, at the first use; throws a `ConfigurationError` when the settings are unusable. */
  readonly settings: () => Settings;
  readonly log: EngineLog;
  readonly inParts?: InParts;
  readonly watched: boolean;
}

type CheckFailure = pulumi.dynamic.CheckFailure;

/** The boundary between the lifecycle and Pulumi's dynamic contract: one object for each resource kind of one process. */
export function createHost(options: HostOptions): (kind: string) => pulumi.dynamic.ResourceProvider {
  const memory = createRunMemory();
  let connection: Connection | undefined;
  let hasComplained = false;

  function connect(): Connection {
    connection ??= openConnection(options.settings(), options);
    return connection;
  }

  function contextFor(urn: string | undefined, secrets: () => readonly unknown[]): Context {
    const { send, reads, transfer } = connect();
    const say = (message: string): void => options.log.progress(urn, redact(message, secrets()));
    const progress = throttled(say, options);
    return {
      send: (request) => send({ tell: progress, stop: options.signal, ...request }),
      reads,
      transfer,
      clock: options.clock,
      memory,
      signal: options.signal,
      progress,
      warn: (message) => options.log.warn(urn, redact(message, secrets())),
    };
  }

  function secretsIn(definition: Definition, ...values: readonly Values[]): unknown[] {
    const given = values.flatMap((value) => secretOutputs(definition).map((name) => value[name]));
    return [connection?.settings.token, ...given, ...memory.secrets];
  }

  /** Runs one lifecycle call; whatever it throws leaves without secrets, and with an id only when that id is the object's. */
  async function run<T>(
    definition: Definition,
    values: readonly Values[],
    call: (context: Context) => Promise<T>,
  ): Promise<T> {
    const secrets = (): unknown[] => secretsIn(definition, ...values);
    const urn = values.map((value) => optionsOf(value).urn).find((found) => found !== undefined);
    try {
      return await call(contextFor(urn, secrets));
    } catch (error) {
      const message = redact(error instanceof Error ? error.message : String(error), secrets());
      if (!(error instanceof UnfinishedError)) throw quietError(message);
      const text = values.map((value) => value[PROVIDER_KEY]).find((found) => found !== undefined);
      throw Object.assign(quietError(message), {
        id: error.objectId,
        properties: { ...toEngine(error.state), [PROVIDER_KEY]: text },
        reasons: [message],
      });
    }
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
  function settingsFailures(problem: string | undefined): CheckFailure[] {
    if (problem === undefined || hasComplained) return [];
    hasComplained = true;
    return [{ property: "", reason: problem }];
  }

  return (kind) => {
    const definition = definitionOf(kind);
    const { diff, holds, foresee, foreseeImport, create, read, update, remove } = lifeOf(definition);

    /** Says what only the service knows of a create or update that is to come. */
    async function tellForeseen(state: Values | undefined, args: Values): Promise<void> {
      if (!foresee || connection?.settings.token === undefined) return;
      const told = await run(definition, [args], (context) => foresee(definition, state, args, context));
      for (const warning of told) options.log.warn(optionsOf(args).urn, warning);
    }

    /** What stops the import that is to come. */
    async function importFailures(args: Values): Promise<CheckFailure[]> {
      if (connection?.settings.token === undefined) return [];
      const reason = await run(definition, [args], (context) => foreseeImport(definition, args, context));
      return reason === undefined ? [] : [{ property: "", reason: redact(reason, secretsIn(definition, args)) }];
    }

    return {
      check: async (olds: Values, news: Values) => {
        const before = fromEngine(olds);
        const given = fromEngine(news);
        const say = (message: string): void => options.log.progress(optionsOf(given).urn, message);
        const content = await identifyContent(definition, before, given, memory, say);
        const checked = check(definition, before, content.args);
        const { inputs, warnings } = checked;
        const failures = [...checked.failures, ...content.failures];
        const { import: awaited, urn } = optionsOf(inputs);
        const exists = Object.keys(before).length > 0;
        noteChecked(memory, urn, exists);
        if (!exists && awaited !== undefined) memory.awaited.add(memoryKey(definition, awaited));
        const problem = settingsProblem();
        const judged =
          problem === undefined
            ? await run(definition, [inputs], (context) =>
                judgeByCatalogues(definition, before, sound(inputs, failures), context),
              )
            : { failures: [], warnings: [] };
        const rivals = failures.length > 0 ? [] : rivalsOf(memory, definition, urn, inputs);
        for (const warning of [...warnings, ...rivals, ...judged.warnings]) options.log.warn(urn, warning);
        const wrong = [...failures, ...judged.failures].map(reported);
        // In an update the create itself says so: other resources then go on, which a failed check would stop.
        const { isPreview } = optionsOf(given);
        if (isPreview && !exists && awaited !== undefined && wrong.length === 0)
          wrong.push(...(await importFailures(inputs)));
        const previewed = isPreview ? { ...inputs, [OPTIONS]: { ...optionsOf(inputs), isPreview } } : inputs;
        if (!exists && wrong.length === 0) await tellForeseen(undefined, previewed);
        return { inputs: toEngine(inputs), failures: [...wrong, ...settingsFailures(problem)] };
      },
      diff: async (id, olds: Values, news: Values) => {
        const args = fromEngine(news);
        const state = fromEngine(olds);
        const { urn } = optionsOf(args);
        const isOfProgram = urn !== undefined && memory.registered.has(urn);
        const isItsTurn = urn !== undefined && memory.toCompare.delete(urn);
        const held = holds(definition, id, state);
        const deleted = isOfProgram ? deletedInRun(memory, definition.noun, held) : undefined;
        if (deleted !== undefined) throw quietError(deleted);
        noteHeld(memory, isOfProgram ? urn : undefined, ...held);
        const difference = diff(definition, state, args, id);
        // A refresh compares as well, without a check before it; what it finds is no change that somebody asks for.
        if (isOfProgram && difference.refusals.length > 0) throw quietError(difference.refusals.join("; "));
        if (isItsTurn) for (const notice of difference.notices) options.log.info(urn, notice);
        // "undefined" lets the engine compare the inputs itself, which gives every property its line in the display, and
        // ignoreChanges and replaceOnChanges their effect; what no input shows must be said outright.
        const changes = difference.unfinished ? true : difference.changed.length > 0 ? undefined : false;
        if (isOfProgram && changes !== false && difference.replaces.length === 0) await tellForeseen(state, args);
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
          const { id, state } = await create(definition, fromEngine(inputs), context);
          return { id, outs: toEngine(state) };
        }),
      read: (id, props: Values = {}) =>
        run(definition, [props], async (context) => {
          const found = await read(definition, id, fromEngine(props), context);
          return found ? { id, props: toEngine(found.state), inputs: toEngine(found.inputs) } : {};
        }),
      update: (id, olds: Values, news: Values) =>
        run(definition, [news, olds], async (context) => {
          const state = await update(definition, id, fromEngine(olds), fromEngine(news), context);
          return { outs: toEngine(state) };
        }),
      delete: (id, props: Values) =>
        run(definition, [props], (context) => remove(definition, id, fromEngine(props), context)),
    };
  };
}

/** The arguments that nothing is wrong with so far. */
function sound(inputs: Values, failures: readonly Failure[]): Values {
  const wrong = new Set(failures.map(({ path }) => path.split(/[.[]/)[0]));
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !wrong.has(name)));
}

/** The path stands in the text: the engine would print the value of the property that a failure names, secret or not. */
function reported({ path, reason }: Failure): CheckFailure {
  return { property: "", reason: `${path}: ${reason}` };
}

/** The plugin prints the stack of what it catches; the message says all that a user needs. */
function quietError(message: string): Error {
  const error = new Error(message);
  error.stack = "";
  return error;
}
