import { setMaxListeners } from "node:events";
import { startEmulator } from "../../emulator";
import type { Emulator, EmulatorOptions, RequestLogEntry } from "../../emulator";
import type { RetryPolicy } from "../../provider/api/retry";
import type { Values } from "../../provider/definition/values";
import type { Journal } from "../../provider/journal/journal";
import { answerOf } from "./ask";
import { DAY_MS } from "./time";
import { undocumentedFields } from "./documented-fields";
import { createFrontEnd, wrapped } from "./front-end";
import type { FrontEnd, FrontEndOptions, Handlers } from "./front-end";
import { ROOT_PASSWORD, secretsIn } from "./secret-spellings";
import { instantClock } from "./instant-clock";
import type { InstantClock } from "./instant-clock";

type StartFrontEnd = (options: FrontEndOptions) => FrontEnd;

type SaidKind = Parameters<FrontEndOptions["say"]>[0];

/** One message that a provider's process sent to the engine. */
interface Said {
  readonly kind: SaidKind;
  readonly urn: string | undefined;
  readonly message: string;
}

/** Options of a provider process that differ from the default. */
export interface ProcessOptions {
  readonly url?: string;
  readonly brand?: string;
  readonly token?: string | undefined;
  readonly movedFrom?: string;
  readonly signal?: AbortSignal;
  /** The stack's journal; none by default. */
  readonly journal?: Journal;
  readonly mayWrite?: () => Promise<void>;
  /** Whether a user may be watching a terminal. */
  readonly watched?: boolean;
  readonly retries?: RetryPolicy;
  /** How long to collect reads that one list may serve together. None by default: a test would wait in real time. */
  readonly gatherMs?: number;
}

/** The emulator and the provider processes that call it; time only passes while something waits. */
export interface Service {
  readonly emulator: Emulator;
  readonly clock: InstantClock;
  /** All messages of all processes so far. */
  readonly said: Said[];
  /** Their texts; with a kind, only those of that kind. */
  messages(kind?: SaidKind): string[];
  warnings(): string[];
  /** The handlers of a new process, which shares no memory with previous ones. */
  process(options?: ProcessOptions): FrontEnd;
  /** Calls the API directly, not through the code under test. */
  ask(method: string, path: string, body?: Values): Promise<Values>;
  /** Requests since the last `forget`, with paths after the version segment. */
  requests(): RequestLogEntry[];
  /** The same, without reads. */
  writes(): string[];
  /** How often a write request was sent, as "POST /domains". */
  timesSent(write: string): number;
  forget(): void;
  /** An empty account at noon, as before each test. */
  startOver(): void;
}

/** Starts the provider processes of tests that don't choose a front end. */
let usualFrontEnd: StartFrontEnd = createFrontEnd;

/** Runs these tests through another front end. */
export function runThrough(startFrontEnd: StartFrontEnd): void {
  usualFrontEnd = startFrontEnd;
}

const LONGEST_WORD = 8;

/** Minimal pauses between attempts; `Retry-After` is waited for on the instant clock. */
const RETRIES: RetryPolicy = { retries: 3, firstDelayMs: 1, longestDelayMs: 1 };

/**
 * Starts an emulator for the tests of a file, clears it before each, and checks after each what was sent.
 * @param emulatorOptions override the defaults, with which instances take some time until they run
 * @param startFrontEnd starts a provider process
 */
export function useService(
  emulatorOptions: EmulatorOptions = {},
  startFrontEnd: StartFrontEnd = usualFrontEnd,
): Service {
  const { provisionMs = 10_000, ...more } = emulatorOptions;
  let emulator: Emulator | undefined;
  let clock: InstantClock | undefined;
  const said: Said[] = [];
  const errors: string[] = [];
  const running = (): Emulator => emulator ?? fail("the service is started before the first test");

  beforeAll(async () => {
    emulator = await startEmulator({ clock: "stepped", provisionMs, ...more });
  });
  const startOver = (): void => {
    running().reset();
    const { clock: its } = running();
    its.advance(untilNoon(its.now()));
    clock = instantClock(
      (ms) => void its.advance(ms),
      () => its.now().getTime(),
    );
    said.length = errors.length = 0;
  };
  beforeEach(startOver);
  afterEach(() => {
    const { log } = running().requests();
    expect(undocumentedFields(log)).toEqual([]);
    expect(JSON.stringify(log)).not.toMatch(/__provider|__options|__applied/);
    const shown = [...said.map(({ message }) => message), ...errors].join("\n");
    // The token of some tests is a word.
    const secrets = [running().token, ROOT_PASSWORD].filter(({ length }) => length > LONGEST_WORD);
    expect(secretsIn(shown, secrets)).toEqual([]);
  });
  afterAll(() => running().close());

  return {
    get emulator() {
      return running();
    },
    get clock() {
      return clock ?? fail("the clock is set before each test");
    },
    said,
    messages: (kind) => said.filter((one) => kind === undefined || one.kind === kind).map(({ message }) => message),
    warnings() {
      return this.messages("warn");
    },
    process({
      url = running().url,
      brand = "compute",
      movedFrom,
      signal = new AbortController().signal,
      journal,
      mayWrite,
      watched = false,
      retries = RETRIES,
      gatherMs = 0,
      ...rest
    } = {}) {
      setMaxListeners(0, signal);
      const token = "token" in rest ? rest.token : running().token;
      const frontEnd = startFrontEnd({
        settings: () => ({ url, brand, token, ...(movedFrom === undefined ? {} : { movedFrom }) }),
        clock: this.clock,
        say: (kind, urn, message) => void said.push({ kind, urn, message }),
        signal,
        watched,
        retries,
        gatherMs,
        journal,
        mayWrite,
      });
      return recordingErrors(frontEnd, errors);
    },
    async ask(method, path, body) {
      return (await answerOf(running(), method, path, body)).answer;
    },
    requests: () => running().requests().log,
    writes: () =>
      running()
        .requests()
        .log.filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path}`),
    timesSent(write) {
      return this.writes().filter((sent) => sent === write).length;
    },
    forget: () => running().resetRequests(),
    startOver,
  };
}

/** The same process, which also adds the messages of its errors to a list. */
function recordingErrors(frontEnd: FrontEnd, errors: string[]): FrontEnd {
  const recording = (kind: string): Handlers =>
    wrapped(frontEnd(kind), (call) =>
      call().catch((error: unknown) => {
        errors.push(String(error));
        throw error;
      }),
    );
  return Object.assign(recording, { endRun: () => frontEnd.endRun() });
}

/** Each test starts at noon, whenever it runs: automatic backups are created at 2 a.m. */
function untilNoon(now: Date): number {
  const noon = new Date(now).setUTCHours(12, 0, 0, 0);
  return noon - now.getTime() + (noon < now.getTime() ? DAY_MS : 0);
}

function fail(message: string): never {
  throw new Error(message);
}
