import { setMaxListeners } from "node:events";
import { startEmulator } from "../../emulator";
import type { Emulator, EmulatorOptions } from "../../emulator";
import type { RetryPolicy } from "../../provider/api/retry";
import type { Settings } from "../../provider/api/settings";
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

/** Options of a provider process that differ from the default. */
export interface ProcessOptions {
  readonly url?: string;
  readonly brand?: string;
  readonly token?: string | undefined;
  readonly from?: Settings["from"];
  readonly movedFrom?: string;
  readonly warnsOfEnds?: true;
  readonly previewsDrift?: true;
  readonly showsCost?: true;
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
export type Service = ReturnType<typeof useService>;

/** Starts the provider processes of tests that don't choose a front end. */
let usualFrontEnd: StartFrontEnd = createFrontEnd;

/** Runs these tests through another front end. */
export function runThrough(startFrontEnd: StartFrontEnd): void {
  usualFrontEnd = startFrontEnd;
}

const LONGEST_WORD = 8;

/** Minimal pauses between attempts; `Retry-After` is waited for on the instant clock. */
export const RETRIES: RetryPolicy = { retries: 3, firstDelayMs: 1, longestDelayMs: 1 };

/**
 * Starts an emulator for the tests of a file, clears it before each, and checks after each what was sent.
 * @param emulatorOptions override the defaults, with which instances take some time until they run
 * @param startFrontEnd starts a provider process
 */
export function useService(emulatorOptions: EmulatorOptions = {}, startFrontEnd: StartFrontEnd = usualFrontEnd) {
  const { provisionMs = 10_000, brand: itsBrand = "compute", ...more } = emulatorOptions;
  let emulator: Emulator | undefined;
  let clock: InstantClock | undefined;
  /** The messages that a provider's processes sent to the engine. */
  const said: { kind: SaidKind; urn: string | undefined; message: string }[] = [];
  const errors: string[] = [];
  const running = (): Emulator => emulator ?? fail("the service is started before the first test");

  const start = async (): Promise<void> => {
    emulator = await startEmulator({ clock: "stepped", provisionMs, brand: itsBrand, ...more });
  };
  beforeAll(start);
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
    const neutral = log.map((entry) => ({ ...entry, path: entry.path.replace(`/${itsBrand}/`, "/compute/") }));
    // The documents do not describe declared collections.
    if (!more.collections) expect(undocumentedFields(neutral)).toEqual([]);
    expect(JSON.stringify(log)).not.toMatch(/__provider|__options|__applied/);
    const shown = [...said.map(({ message }) => message), ...errors].join("\n");
    // The token of some tests is a word.
    const secrets = [running().token, ROOT_PASSWORD].filter(({ length }) => length > LONGEST_WORD);
    expect(secretsIn(shown, secrets)).toEqual([]);
  });
  afterAll(() => running().close());

  const writes = (): string[] =>
    running()
      .requests()
      .log.filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
  const messages = (kind?: SaidKind): string[] =>
    said.filter((one) => kind === undefined || one.kind === kind).map(({ message }) => message);
  const clockOfTest = (): InstantClock => clock ?? fail("the clock is set before each test");

  return {
    get emulator() {
      return running();
    },
    get clock() {
      return clockOfTest();
    },
    /** All messages of all processes so far. */
    said,
    /** Their texts; with a kind, only those of that kind. */
    messages,
    warnings: () => messages("warn"),
    /** The handlers of a new process, which shares no memory with previous ones. */
    process({
      url = running().url,
      brand = itsBrand,
      from,
      movedFrom,
      warnsOfEnds,
      previewsDrift,
      showsCost,
      signal = new AbortController().signal,
      watched = false,
      retries = RETRIES,
      gatherMs = 0,
      ...rest
    }: ProcessOptions = {}): FrontEnd {
      setMaxListeners(0, signal);
      const { token = "token" in rest ? undefined : running().token, journal, mayWrite } = rest;
      const frontEnd = startFrontEnd({
        settings: () => ({
          url,
          brand,
          token,
          ...(from && { from }),
          ...(movedFrom && { movedFrom }),
          ...(warnsOfEnds && { warnsOfEnds }),
          ...(previewsDrift && { previewsDrift }),
          ...(showsCost && { showsCost }),
        }),
        clock: clockOfTest(),
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
    /** Calls the API directly, not through the code under test. */
    async ask(method: string, path: string, body?: Values): Promise<Values> {
      return (await answerOf(running(), method, path, body)).answer;
    },
    /** Requests since the last `forget`, with paths after the version segment. */
    requests: () => running().requests().log,
    /** The same, without reads. */
    writes,
    /** How often a write request was sent, as "POST /domains". */
    timesSent: (write: string) => writes().filter((sent) => sent === write).length,
    forget: () => running().resetRequests(),
    /** An empty account at noon, as before each test. */
    startOver,
    /** The same, in a new emulator. The connections that processes have kept are closed: thousands of processes have too many. */
    async restart(): Promise<void> {
      await running().close();
      await start();
      startOver();
    },
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
