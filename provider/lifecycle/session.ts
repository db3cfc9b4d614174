import { Journal } from "../journal/journal";
import { reportUnrecorded } from "./ownership";
import { declaredIn, hasFailed, rememberFailure, showCost } from "./cost";
import { RunMemory } from "./context";
import { inCollection } from "./generic";
import { optionsOf, secretsIn } from "./state";
import type { Context } from "./context";
import type { Options } from "./state";
import type { Request } from "../api/client";
import { openConnection, failingConnection } from "../api/connection";
import type { Connection, ConnectionOptions } from "../api/connection";
import type { IdFields } from "../api/plain";
import { ConfigurationError } from "../api/errors";
import { MISSING_TOKEN } from "../api/settings";
import type { Settings } from "../api/settings";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";

/** Options of one process, for any front end. */
export interface SessionOptions extends ConnectionOptions {
  /** Called again until it succeeds. Throws a `ConfigurationError` for invalid settings. */
  readonly settings: () => Settings;
  /** Returns the journal of the resource's stack. By default, no journal is kept. */
  readonly journal?: ((resource: Options, settings: Settings) => Journal) | undefined;
  /** All resource types, to find what interrupted updates left behind. By default, nothing is reported at the end of a run. */
  readonly kinds?: readonly Definition[];
  /** Skips outputs that have their own API paths, because nothing uses them and each would cost a request. */
  readonly omitsSubResources?: boolean;
  /** The engine asks for a `preview` of each operation. Impossible updates are then reported there, not by `diff`. */
  readonly previewsOperations?: boolean;
}

/** The resource that a call of the engine concerns. */
interface CallSubject {
  /** Metadata that the engine passes besides the values. */
  readonly resource: Options;
  /** Values to redact from every message. Called for each message, because API responses may add secrets. */
  readonly secrets: () => unknown[];
}

interface EngineCall extends Sinks {
  readonly resource: Options;
}

type Sinks = Pick<Context, "progress" | "info" | "warn">;

/** Time limit for requests at the end of a run: the engine kills a process five seconds after requesting its exit. */
const END_MS = 4_000;

/** What all calls of one process share: a connection, the memory and the journals. */
export interface Session {
  /** @param values all inputs and states of the call; the new inputs first */
  subjectOf(definition: Definition, values: readonly Values[]): CallSubject;
  /** Runs a check or a diff, which also work offline: invalid settings become the context's `problem`. */
  evaluate<T>(call: EngineCall, work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Runs any other call.
   * @throws ConfigurationError for invalid settings
   */
  operate<T>(call: EngineCall, work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Called whenever the engine signals the end of the run, or of the process. Closes the journals immediately, then warns about remote
   * resources that interrupted updates left behind, and shows the cost that a preview is to show.
   * @returns a promise for the messages; undefined if there is nothing to wait for
   */
  end(sinks: Sinks): Promise<void> | undefined;
  /** Values to redact from every message. */
  secrets(): unknown[];
}

export function openSession(options: SessionOptions): Session {
  const memory = new RunMemory();
  const ofProcess = new Journal(undefined);
  const journals = new Set<Journal>();
  const reported = new Set<Journal>();
  let opened: Connection | undefined;
  const idFields: IdFields = new Map();
  let underWay = 0;

  function connect(): Connection {
    opened ??= openConnection(options.settings(), { ...options, idFields });
    return opened;
  }

  function connectIfUsable(): { connection: Connection; problem: string | undefined } {
    try {
      const connection = connect();
      return { connection, problem: connection.settings.token === undefined ? MISSING_TOKEN : undefined };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { connection: failingConnection(error), problem: error.message };
    }
  }

  function journalOf(resource: Options, settings: Settings): Journal {
    const journal = options.journal?.(resource, settings) ?? ofProcess;
    journals.add(journal);
    return journal;
  }

  function contextFor({ resource, ...sinks }: EngineCall): Context {
    const onProgress = (message: string): void => sinks.progress(message);
    const { connection, problem } = connectIfUsable();
    const { settings, send, reads, plain, transfer, serviceTime, accountId } = connection;
    return {
      address: settings,
      send: (request) => send({ onProgress, stop: options.signal, ...request }),
      reads,
      plain,
      transfer,
      serviceTime,
      accountId,
      clock: options.clock,
      memory,
      journal: problem === undefined ? journalOf(resource, settings) : ofProcess,
      signal: options.signal,
      omitsSubResources: options.omitsSubResources,
      previewsOperations: options.previewsOperations,
      problem,
      ...sinks,
    };
  }

  async function run<T>(call: EngineCall, work: (context: Context) => Promise<T>): Promise<T> {
    underWay++;
    try {
      return await work(contextFor(call));
    } catch (error) {
      rememberFailure(memory);
      throw error;
    } finally {
      underWay--;
    }
  }

  function secrets(): unknown[] {
    return [opened?.settings.token, ...memory.secrets()];
  }

  /** Uses a new connection, because the shared one is already cancelled. */
  function contextAtEnd(journal: Journal, sinks: Sinks): Context {
    const signal = AbortSignal.timeout(END_MS);
    const { send, ...connection } = openConnection(options.settings(), { ...options, idFields, signal });
    const { settings: address, ...rest } = connection;
    const deadlineMs = options.clock.now() + END_MS;
    const atEnd = { ...rest, address, send: (request: Request) => send({ signal, deadlineMs, ...request }) };
    return { ...atEnd, clock: options.clock, memory, journal, signal, ...sinks };
  }

  /** A failed run may not have deleted what it replaces; the next one reminds of what the state notes. Returns whether it said something. */
  function giveAdvice(): boolean {
    const advice = memory.takeAdvice();
    return !hasFailed(memory) && advice.filter((advise) => advise()).length > 0;
  }

  async function report(journal: Journal, sinks: Sinks): Promise<void> {
    reported.add(journal);
    const context = contextAtEnd(journal, sinks);
    await reportUnrecorded((kind, collection) => {
      const definition = options.kinds?.find((one) => one.kind === kind);
      return definition && inCollection(definition, collection, context);
    }, context);
    journal.close();
  }

  return {
    subjectOf: (definition, values) => ({
      resource: values.map(optionsOf).find(({ urn }) => urn !== undefined) ?? {},
      secrets: () => [...secretsIn(definition, values), ...secrets()],
    }),
    evaluate: run,
    operate: async (call, work) => {
      connect();
      return run(call, work);
    },
    end: (sinks) => {
      // The engine does not have the results of running calls yet. It calls `end` again once it has.
      if (underWay > 0) return undefined;
      const isAdvised = giveAdvice();
      for (const journal of journals) journal.close();
      const unreported = Array.from(journals).filter((one) => !reported.has(one) && one.unrecordedIntents().length > 0);
      const hasCost = !options.signal.aborted && declaredIn(memory).size > 0;
      if ((unreported.length === 0 && !hasCost && !isAdvised) || !opened) return undefined;
      const work = unreported.map((journal) => report(journal, sinks));
      if (hasCost) work.push(showCost(contextAtEnd(ofProcess, sinks)));
      return Promise.all(work).then(() => undefined);
    },
    secrets,
  };
}
