import { reportUnrecorded } from "./unrecorded";
import { RunMemory } from "./context";
import { optionsOf, secretsIn } from "./state";
import type { Context } from "./context";
import type { Options } from "./state";
import type { Request } from "../api/client";
import { openConnection, refusedConnection } from "../api/connection";
import type { Connection, ConnectionOptions } from "../api/connection";
import { ConfigurationError } from "../api/errors";
import { MISSING_TOKEN } from "../api/settings";
import type { Settings } from "../api/settings";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { NO_JOURNAL } from "../journal/journal";
import type { Journal } from "../journal/journal";

/** What one process works with, whatever its front end. */
export interface SessionOptions extends ConnectionOptions {
  /** Called until it succeeds; throws a `ConfigurationError` when the settings are unusable. */
  readonly settings: () => Settings;
  /** The journal of the resource's stack. Without it, none is kept. */
  readonly journal?: ((resource: Options, settings: Settings) => Journal) | undefined;
  /** All kinds: a stopped run may have left an object of any. Without them, the end of a run names none. */
  readonly kinds?: readonly Definition[];
  /** Outputs that have paths of their own are not read: nobody looks at them, and each would cost a request. */
  readonly omitsSubResources?: boolean;
}

/** The resource that a call is about. */
interface Subject {
  /** What the engine knows about the resource besides its values. */
  readonly resource: Options;
  /**
   * What no message that leaves the process may contain. Asked for each message, because the service may answer with
   * new secrets.
   */
  readonly secrets: () => unknown[];
}

/** One call of the engine: its resource, and where its messages go. */
interface Call extends Sinks {
  readonly resource: Options;
}

/** Where messages go. */
type Sinks = Pick<Context, "progress" | "info" | "warn">;

/** How long the service may take at the end of a run: the engine kills a process five seconds after it was asked to end. */
const END_MS = 4_000;

/** All calls of one process: they share a connection, a memory and the journals. */
export interface Session {
  /** @param values all arguments and states of the call; the wanted ones first */
  subjectOf(definition: Definition, values: readonly Values[]): Subject;
  /** Runs a check or a diff, which also work without the service: unusable settings become the context's `problem`. */
  evaluate<T>(call: Call, work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Runs any other call.
   * @throws ConfigurationError when the settings are unusable.
   */
  operate<T>(call: Call, work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Called whenever the engine says that the run is over, or asks the process to end. Keeps at once what the process knows, and then names what
   * stopped runs have left.
   * @returns when that is done; undefined if there is nothing to wait for
   */
  end(sinks: Sinks): Promise<void> | undefined;
  /** What no message of this process may contain. */
  secrets(): unknown[];
}

export function openSession(options: SessionOptions): Session {
  const memory = new RunMemory();
  const journals = new Set<Journal>();
  const reported = new Set<Journal>();
  let opened: Connection | undefined;
  let underWay = 0;

  function connect(): Connection {
    opened ??= openConnection(options.settings(), options);
    return opened;
  }

  function connectIfUsable(): { connection: Connection; problem: string | undefined } {
    try {
      const connection = connect();
      return { connection, problem: connection.settings.token === undefined ? MISSING_TOKEN : undefined };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { connection: refusedConnection(error), problem: error.message };
    }
  }

  function journalOf(resource: Options, settings: Settings): Journal {
    const journal = options.journal?.(resource, settings) ?? NO_JOURNAL;
    journals.add(journal);
    return journal;
  }

  function contextFor({ resource, ...sinks }: Call): Context {
    const onProgress = (message: string): void => sinks.progress(message);
    const { connection, problem } = connectIfUsable();
    const { settings, send, reads, transfer, serviceTime } = connection;
    return {
      address: settings,
      send: (request) => send({ onProgress, stop: options.signal, ...request }),
      reads,
      transfer,
      serviceTime,
      clock: options.clock,
      memory,
      journal: problem === undefined ? journalOf(resource, settings) : NO_JOURNAL,
      signal: options.signal,
      omitsSubResources: options.omitsSubResources,
      problem,
      ...sinks,
    };
  }

  async function plan<T>(call: Call, work: (context: Context) => Promise<T>): Promise<T> {
    underWay++;
    try {
      return await work(contextFor(call));
    } finally {
      underWay--;
    }
  }

  function secrets(): unknown[] {
    return [opened?.settings.token, ...memory.secrets()];
  }

  /** With a connection of its own: the run's is cancelled by now. */
  async function report(journal: Journal, sinks: Sinks): Promise<void> {
    reported.add(journal);
    const signal = AbortSignal.timeout(END_MS);
    const { send, ...connection } = openConnection(options.settings(), { ...options, signal });
    const { settings: address, ...rest } = connection;
    const deadlineMs = options.clock.now() + END_MS;
    const atEnd = { ...rest, address, send: (request: Request) => send({ signal, deadlineMs, ...request }) };
    await reportUnrecorded(options.kinds ?? [], { ...atEnd, clock: options.clock, memory, journal, signal, ...sinks });
    journal.close();
  }

  return {
    subjectOf: (definition, values) => ({
      resource: values.map(optionsOf).find(({ urn }) => urn !== undefined) ?? {},
      secrets: () => [...secretsIn(definition, values), ...secrets()],
    }),
    evaluate: plan,
    operate: async (call, work) => {
      connect();
      return plan(call, work);
    },
    end: (sinks) => {
      // The engine does not have the results of running calls yet; another call to end follows when it has.
      if (underWay > 0) return undefined;
      for (const journal of journals) journal.close();
      const unreported = Array.from(journals).filter((one) => !reported.has(one) && one.unrecorded().length > 0);
      if (unreported.length === 0 || !opened) return undefined;
      return Promise.all(unreported.map((journal) => report(journal, sinks))).then(() => undefined);
    },
    secrets,
  };
}
