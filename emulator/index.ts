import { Api } from "./api";
import { Authority } from "./auth";
import { Brand } from "./brand";
import { catalogueOf } from "./catalogue/catalogue";
import { Clock, MINUTE_MS } from "./clock";
import { Control } from "./control";
import type { Controls } from "./control";
import { refused } from "./errors";
import { Faults } from "./faults";
import { DataFile } from "./persistence";
import { poke } from "./poke";
import { Progress } from "./progress";
import type { ClockReport, Emulator, EmulatorOptions } from "./public-types";
import { RequestLog } from "./request-log";
import { allEffects, documentedRoutes, extensionRoutes } from "./routes";
import { HOST, listen } from "./server";
import { Store } from "./store";
import { declareTables } from "./tables";
import type { World } from "./world";

export type {
  ClockMode,
  ClockReport,
  Emulator,
  EmulatorOptions,
  FaultEffect,
  FaultPhase,
  FaultReport,
  FaultRule,
  PokeKind,
  RequestLogEntry,
  RequestReport,
  TokenSpec,
} from "./public-types";

const DEFAULT_TOKEN = "emulator-token";
const DEFAULT_PROVISION_MS = 1_500;

/** Ten years: enough for every duration, and far from the end of the calendar. */
const LONGEST_STEP_MS = 10 * 365 * 24 * 60 * MINUTE_MS;

/** The row that holds the clock's offset. */
const CLOCK_ROW = 1;

/**
 * Starts the service in this process, on 127.0.0.1.
 *
 *     const emulator = await startEmulator({ provisionMs: 0 });
 *     // … point a program at emulator.url with emulator.token …
 *     await emulator.close();
 *
 * @throws Error when the port is taken, an option makes no sense or the data file belongs to something else.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const world = createWorld(options);
  const api = new Api(world, [...documentedRoutes(world), ...extensionRoutes(world)]);
  const dataFile = options.dataFile === undefined ? undefined : openDataFile(world, options.dataFile);
  const faults = new Faults();
  const log = new RequestLog();
  const controls = controlsOf({ world, api, faults, log, dataFile });
  const closing = new AbortController();
  const backend = {
    ...{ api, control: new Control(controls), faults, log },
    ...{ now: () => world.clock.now(), closing: closing.signal },
  };
  const { server, port } = await listen(backend, options.port ?? 0).catch((error: unknown) => {
    dataFile?.close();
    throw error;
  });
  const origin = `http://${HOST}:${port}`;
  return {
    url: `${origin}/v4`,
    controlUrl: `${origin}/_emulator`,
    port,
    token: options.token ?? firstToken(options),
    faults: { add: (rule) => faults.add(rule), list: () => faults.list(), clear: () => faults.clear() },
    clock: { now: () => new Date(world.clock.now()), advance: (ms) => controls.advance(ms) },
    requests: () => controls.requests(),
    resetRequests: () => controls.resetRequests(),
    poke: (kind, id, patch) => controls.poke(kind, id, patch),
    reset: () => controls.reset(),
    close: async () => {
      if (!server.listening) return;
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      dataFile?.close();
    },
  };
}

function createWorld(options: EmulatorOptions): World {
  const brand = new Brand(options.brand ?? "compute");
  const clock = new Clock(options.clock ?? "real", options.timeScale);
  const store = new Store();
  const tables = declareTables(store);
  const provisionMs = options.provisionMs ?? DEFAULT_PROVISION_MS;
  if (!(provisionMs >= 0 && provisionMs <= LONGEST_STEP_MS)) {
    throw new Error(`provisionMs must be 0-${LONGEST_STEP_MS}`);
  }
  const progress = new Progress(clock, tables);
  const tokens = [options.token ?? firstToken(options), ...(options.tokens ?? [])];
  const authority = new Authority(brand, tokens);
  const world = { brand, clock, store, tables, progress, authority, catalogue: catalogueOf(brand), provisionMs };
  progress.register(allEffects(world));
  return world;
}

function openDataFile(world: World, path: string): DataFile {
  const file = new DataFile(path, world.brand.word, world.store);
  world.store.keepIn(file);
  world.clock.restore(world.tables.clock.get(CLOCK_ROW)?.offset_ms ?? 0);
  world.progress.resume();
  return file;
}

interface Parts {
  readonly world: World;
  readonly api: Api;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly dataFile: DataFile | undefined;
}

function controlsOf({ world, api, faults, log, dataFile }: Parts): Controls {
  const clock = (): ClockReport => {
    const due = world.progress.nextDue();
    return {
      mode: world.clock.mode,
      now: new Date(world.clock.now()).toISOString(),
      jobs: world.tables.jobs.size,
      nextDue: due === undefined ? null : new Date(due).toISOString(),
    };
  };
  return {
    requests: () => log.report(),
    resetRequests: () => log.reset(),
    addFault: (rule) => faults.add(rule),
    listFaults: () => faults.list(),
    clearFaults: () => faults.clear(),
    clock,
    advance: (ms) => {
      if (!(ms >= 0 && ms <= LONGEST_STEP_MS)) throw refused(`Must be 0-${LONGEST_STEP_MS}`, "ms");
      world.clock.advance(Math.round(ms));
      world.tables.clock.put({ id: CLOCK_ROW, offset_ms: world.clock.offset });
      api.settle();
      return clock();
    },
    poke: (kind, id, patch) => {
      api.settle();
      try {
        const row = poke(world, kind, id, structuredClone(patch));
        world.store.commit();
        return row;
      } catch (error) {
        world.store.rollback();
        throw error;
      }
    },
    reset: () => {
      world.store.clear();
      world.clock.restore(0);
      world.progress.resume();
      dataFile?.rewrite();
      faults.clear();
      log.reset();
    },
  };
}

/** The first of the given tokens stands for the default one, unless that is given, too. */
function firstToken(options: EmulatorOptions): string {
  const first = options.tokens?.[0];
  return (typeof first === "string" ? first : first?.token) ?? DEFAULT_TOKEN;
}
