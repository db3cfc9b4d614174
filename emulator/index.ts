import { catalogueOfToday, isServedToday } from "./today";
import { existsSync, statSync } from "node:fs";
import { createHash } from "node:crypto";
import { setMaxListeners } from "node:events";
import { Api } from "./interface/api";
import { Authority, DEFAULT_TOKEN, READ_TOKEN } from "./access/auth";
import { Brand } from "./brand";
import { collectionServices } from "./collections";
import { scopeOf } from "./collections/collection";
import { catalogueOf, seededCatalogue } from "./catalogue/catalogue";
import { EmulatorClock, CLOCK_ROW, clockOffset } from "./state/clock";
import { Control } from "./control/control";
import { controlsOf, LONGEST_STEP_MS } from "./control/controls";
import { accountEvents, Events } from "./state/events";
import { Faults } from "./http/faults";
import { DataFile } from "./state/persistence";
import type { DataFileContent } from "./state/persistence";
import { jobs, Progress } from "./state/progress";
import type { AccountSeed, Emulator, EmulatorOptions, TokenSpec } from "./public-types";
import { RateLimits } from "./interface/rate-limits";
import type { Route } from "./interface/router";
import type { Service } from "./service";
import { RequestLog } from "./http/request-log";
import { ListenAddress } from "./http/address";
import { apiGateFor, gateFor } from "./http/gate";
import { preflightAnswer } from "./interface/answer";
import { listen } from "./http/server";
import { Store } from "./state/store";
import { kindsOf, SERVICES, seedListsOf, shownOf } from "./services";
import { plant, seededAccount, unstoredOf } from "./seed/plant";
import { UploadTarget } from "./http/upload";
import type { World } from "./world";

export type {
  AccountSeed,
  ClockMode,
  ClockReport,
  CollectionPath,
  CollectionSpec,
  Emulator,
  EmulatorOptions,
  FaultEffect,
  FaultPhase,
  FaultReport,
  FaultRule,
  ObjectGrant,
  PokeKind,
  RequestLogEntry,
  RequestReport,
  TokenSpec,
} from "./public-types";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PROVISION_MS = 1_500;

/**
 * Starts the emulator in this process, on 127.0.0.1 by default.
 *
 *     const emulator = await startEmulator({ provisionMs: 0 });
 *     // … point a program at emulator.url with emulator.token …
 *     await emulator.close();
 *
 * @throws Error when the port is in use, an option is invalid or unsafe, or the data file is in use, incomplete or not written by an
 * emulator with this `brand`.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const closing = new AbortController();
  // Every delayed response adds a listener.
  setMaxListeners(Infinity, closing.signal);
  const services = [...SERVICES, ...collectionServices(options.collections)];
  const address = addressOf(options);
  const { world, dataFile } = openWorld(options, services, closing.signal);
  const api = new Api(
    world,
    services.flatMap((service) => routesOf(world, service)),
  );
  const faults = new Faults(() => world.clock.now());
  const log = new RequestLog();
  const controls = controlsOf({ world, kinds: shownOf(services), api, faults, log, dataFile });
  const backend = {
    api,
    control: new Control(controls),
    upload: new UploadTarget(world, api),
    faults,
    log,
    now: () => world.clock.now(),
    gate: gateFor(address, world.authority),
    apiGate: apiGateFor(address, world.authority.isPublished),
    preflight: preflightAnswer(world.authority),
    closing: closing.signal,
  };
  const { server, port } = await listen(backend, address, options.port ?? 0).catch((error: unknown) => {
    dataFile?.close();
    throw error;
  });
  const origin = address.origin(port);
  world.account.id ??= dataFile?.accountId ?? accountIdOf(origin);
  return {
    url: `${origin}/v4`,
    controlUrl: `${origin}/_emulator`,
    port,
    token: firstToken(options),
    faults: { add: (rule) => faults.add(rule), list: () => faults.list(), clear: () => faults.clear() },
    clock: { now: () => new Date(world.clock.now()), advance: (ms) => controls.advance(ms) },
    requests: () => controls.requests(),
    resetRequests: () => controls.resetRequests(),
    list: (kind) => controls.list(kind),
    poke: (kind, id, patch) => controls.poke(kind, id, patch),
    remove: (kind, id) => controls.remove(kind, id),
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

/** The world, and the data file that keeps it, if any. */
function openWorld(
  options: EmulatorOptions,
  services: readonly Service[],
  closing: AbortSignal,
): { world: World; dataFile: DataFile | undefined } {
  const brand = new Brand(options.brand ?? "compute");
  const store = new Store(kindsOf(services));
  if (options.collections) {
    refuseOwnPaths(createWorld(options, { brand, services, store, closing, unstored: {} }), services);
  }
  const { seed, dataFile: path } = options;
  if (seed === undefined) {
    const dataFile = path === undefined ? undefined : openDataFile(path, { brand: brand.word, store });
    const world = createWorld(options, { brand, services, store, closing, unstored: dataFile?.seed ?? {} });
    if (dataFile) resume(world, dataFile);
    return { world, dataFile };
  }
  if (path !== undefined && existsSync(path) && statSync(path).size > 0) {
    throw new Error(
      `dataFile ${path} already has an account. Start the emulator without a seed, or choose another file.`,
    );
  }
  const unstored = unstoredOf(seed);
  const world = createWorld(options, { brand, services, store, closing, unstored });
  plant(world, seed, seedListsOf(services));
  store.commit();
  if (path === undefined) return { world, dataFile: undefined };
  const copied = { id: world.account.id, seed: unstored };
  const dataFile = openDataFile(path, { brand: brand.word, store, copied });
  resume(world, dataFile);
  return { world, dataFile };
}

/** What a world is made of besides the options. */
interface WorldParts extends Pick<World, "brand" | "store" | "closing"> {
  readonly services: readonly Service[];
  /** The catalogue of a copied account, and whose it is. */
  readonly unstored: AccountSeed;
}

function createWorld(options: EmulatorOptions, { brand, services, store, closing, unstored }: WorldParts): World {
  const { profile = "documents" } = options;
  const account = seededAccount(unstored);
  const own = catalogueOf(brand);
  const clock = new EmulatorClock(options.clock ?? "real", options.timeScale);
  const provisionMs = options.provisionMs ?? DEFAULT_PROVISION_MS;
  if (!(provisionMs >= 0 && provisionMs <= LONGEST_STEP_MS)) {
    throw new Error(`provisionMs must be between 0 and ${LONGEST_STEP_MS}`);
  }
  const databaseProvisionMs = options.databaseProvisionMs ?? 2 * provisionMs;
  if (!(databaseProvisionMs >= 0 && databaseProvisionMs <= LONGEST_STEP_MS)) {
    throw new Error(`databaseProvisionMs must be between 0 and ${LONGEST_STEP_MS}`);
  }
  const events = new Events(clock, accountEvents.in({ store }));
  const progress = new Progress(clock, jobs.in({ store }), events);
  const authority = new Authority(brand, tokensOf(options), account.username);
  const world: World = {
    brand,
    clock,
    store,
    progress,
    events,
    authority,
    account,
    catalogue: seededCatalogue(profile === "today" ? catalogueOfToday(brand, own) : own, unstored),
    profile,
    provisionMs,
    databaseProvisionMs,
    rateLimits: new RateLimits(options.rateLimits ?? false),
    documentedOnly: options.documentedOnly ?? false,
    createAnswer: options.createAnswer ?? "full",
    closing,
  };
  for (const { effects = [] } of services) for (const effectsOf of effects) progress.register(effectsOf(world));
  return world;
}

function routesOf(world: World, { routes = [], beyondDocuments }: Service): Route[] {
  const all = beyondDocuments === true && world.documentedOnly ? [] : routes.flatMap((routes) => routes(world));
  return world.profile === "today" ? all.filter(isServedToday) : all;
}

/** @throws Error for a declared collection with a path that the emulator serves by itself */
function refuseOwnPaths(world: World, services: readonly Service[]): void {
  const pathsOf = (some: readonly Service[]): string[] =>
    some.flatMap((service) => routesOf(world, service)).map(({ path }) => world.brand.path(path));
  const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, "{id}");
  const own = new Set(pathsOf(SERVICES).map(shapeOf));
  const clash = pathsOf(services.slice(SERVICES.length)).find((path) => own.has(shapeOf(path)));
  if (clash !== undefined) throw new Error(`collections: ${shapeOf(clash)} is served by the emulator itself`);
}

function openDataFile(path: string, content: DataFileContent): DataFile {
  try {
    return DataFile.open(path, content);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new Error(
      `dataFile ${path} cannot be used (${error.message}). Choose a file in an existing, writable directory.`,
      { cause: error },
    );
  }
}

function resume(world: World, file: DataFile): void {
  world.store.keepIn(file);
  world.clock.restore(clockOffset.in(world).get(CLOCK_ROW)?.offset_ms ?? 0);
  world.progress.resume();
}

/** Without a data file, an emulator that is started again at the same address serves the same account, which is then empty. */
function accountIdOf(origin: string): string {
  const digits = createHash("sha256").update(origin).digest("hex").toUpperCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{16}).*$/, "$1-$2-$3-$4");
}

/** @throws Error when other machines could reach the emulator with a published token */
function addressOf(options: EmulatorOptions): ListenAddress {
  const address = new ListenAddress(options.host ?? DEFAULT_HOST);
  const tokens = tokensOf(options).map((given) => (typeof given === "string" ? given : given.token));
  const published = [DEFAULT_TOKEN, READ_TOKEN].find((known) => tokens.includes(known));
  if (!address.isLoopback && published !== undefined) {
    throw new Error(
      `host ${address.host} can be reached by other machines, and ${published} is public. Set a token of your own.`,
    );
  }
  return address;
}

/** The accepted tokens: those in the options, or the two published defaults. */
function tokensOf(options: EmulatorOptions): ReadonlyArray<string | TokenSpec> {
  const { token, tokens = [], brand = "compute", collections = {} } = options;
  const given = [...(token === undefined ? [] : [token]), ...tokens];
  if (given.length > 0) return given;
  const outermost = Object.entries(collections).filter(([path]) => !path.includes("{id}"));
  const declared = outermost.map(([path, spec]) => scopeOf(path, spec));
  const groups = ["account", `${brand}s`, "images", "databases", "domains", "events", ...declared];
  return [DEFAULT_TOKEN, { token: READ_TOKEN, scopes: groups.map((group) => `${group}:read_only`) }];
}

function firstToken(options: EmulatorOptions): string {
  const [first = DEFAULT_TOKEN] = tokensOf(options);
  return typeof first === "string" ? first : first.token;
}
