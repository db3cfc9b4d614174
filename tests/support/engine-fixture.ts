import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmulator } from "../../emulator/index";
import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { ask } from "./ask";
import type { Wire } from "./ask";
import type { Ended, ProjectOptions } from "./engine-cli";
import { startVault } from "./engine-keys";
import type { Vault } from "./engine-keys";
import { watchOperations } from "./engine-operations";
import { EngineProject, STACK } from "./engine-cli";

/** A command takes seconds, and a story several commands. */
export const STORY_MS = 600_000;

export type EngineFixture = ReturnType<typeof engineFixture>;

/** Everything that a test file starts or writes through this is removed after its last test. */
export function engineFixture() {
  const emulators: Emulator[] = [];
  const projects: EngineProject[] = [];
  let vault: Vault | undefined;
  let root: string | undefined;
  let folders = 0;
  watchOperations(emulators);
  const folder = (): string => {
    // Created on first use: nothing would remove the folder of a skipped `describe`.
    root ??= mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-engine-"));
    const made = path.join(root, String(++folders));
    mkdirSync(made);
    return made;
  };

  afterAll(async () => {
    for (const project of projects) await project.stop();
    for (const emulator of emulators) await emulator.close();
    vault?.close();
    if (root !== undefined) rmSync(root, { recursive: true, force: true });
  }, STORY_MS);

  const startedEmulator = async (options?: EmulatorOptions): Promise<Emulator> => {
    const emulator = await startEmulator({ provisionMs: 0, ...options });
    emulators.push(emulator);
    return emulator;
  };
  const madeProject = (emulator: Emulator, options: ProjectOptions = {}): EngineProject => {
    const project = new EngineProject(folder(), emulator, options);
    projects.push(project);
    if (options.backendUrl === undefined) project.initialise();
    return project;
  };
  const projectWithVault = async (emulator: Emulator): Promise<EngineProject> => {
    vault ??= await startVault();
    return madeProject(emulator, { vault });
  };

  return {
    /** A folder that is deleted with the rest. */
    folder,
    /** An emulator in this process; its instances are ready at once by default. */
    emulator: startedEmulator,
    /** A project with an empty stack, whose environment points at the emulator; its state is in files, its secrets' key in a vault. */
    project: projectWithVault,
    /** An emulator, and a project whose environment points at it. */
    async begin(options?: EmulatorOptions): Promise<{ emulator: Emulator; project: EngineProject }> {
      const emulator = await startedEmulator(options);
      return { emulator, project: await projectWithVault(emulator) };
    },
    /** A project with a key that is derived from a passphrase. */
    projectWithPassphrase: (emulator: Emulator) => madeProject(emulator),
    /** The same with another backend, as `pulumi stack init` creates it. */
    async projectAt(backendUrl: string, emulator: Emulator): Promise<EngineProject> {
      const project = madeProject(emulator, { backendUrl });
      await project.must(["stack", "init", STACK]);
      return project;
    },
  };
}

/** Runs the commands of a story once, before the tests of its `describe`. Then, the returned object has what they led to. */
export function engineStory<T extends object>(tell: (engine: EngineFixture) => Promise<T>): T {
  const engine = engineFixture();
  const story = {} as T;
  beforeAll(async () => void Object.assign(story, await tell(engine)), STORY_MS);
  return story;
}

/** A resource in the API, with its id typed separately from its other fields. */
export type WireObject = Wire & { readonly id: number };

export type Counted = Awaited<ReturnType<typeof counted>>;

/** The environment of each next command on a machine of its own, as in CI: no journal outlives it. */
export function machinesOf({ folder }: EngineProject): () => NodeJS.ProcessEnv {
  let machines = 0;
  return () => ({ COMPUTE_JOURNAL: path.join(folder, `machine-${++machines}`) });
}

/** A command and the requests that it sent. */
export async function counted(emulator: Emulator, run: () => Promise<Ended>) {
  emulator.resetRequests();
  const ended = await run();
  const { total, log } = emulator.requests();
  const writes = log.filter(({ method }) => method !== "GET");
  return {
    ...ended,
    requests: total,
    agents: [...new Set(log.map(({ userAgent }) => userAgent))],
    /** The write requests, in the order of arrival. */
    writes,
    /** The same as "POST /domains" and so on. */
    writeNames: writes.map(({ method, route, path }) => `${method} ${route ?? path}`),
  };
}

/** Runs commands, each with its requests and with what `look` finds after it. */
export function stepsWith<T>(emulator: Emulator, look: () => T | Promise<T>) {
  return async (run: () => Promise<Ended>): Promise<Counted & { readonly after: T }> => ({
    ...(await counted(emulator, run)),
    after: await look(),
  });
}

export async function make(emulator: Emulator, path: string, body: Wire): Promise<WireObject> {
  return (await ask(emulator, "POST", path, body)) as WireObject;
}

/** A zone that somebody made by hand. */
export function makeZone(emulator: Emulator, domain: string, more: Wire = {}): Promise<WireObject> {
  return make(emulator, "/domains", { domain, type: "master", soa_email: "somebody@example.com", ...more });
}

/** All resources of a collection. */
export async function all(emulator: Emulator, path: string): Promise<WireObject[]> {
  return (await ask(emulator, "GET", `${path}?page_size=500`)).data as WireObject[];
}

export const instances = (emulator: Emulator): Promise<WireObject[]> => all(emulator, "/compute/instances");
export const domains = (emulator: Emulator): Promise<WireObject[]> => all(emulator, "/domains");

/** The first address of an instance. */
export const addressOf = ({ ipv4 }: Wire): string => (ipv4 as string[])[0] ?? "";

/** The records of all domains. */
export async function records(emulator: Emulator): Promise<WireObject[]> {
  const zones = await domains(emulator);
  return (await Promise.all(zones.map(({ id }) => all(emulator, `/domains/${id}/records`)))).flat();
}

/** The account's private images. */
export async function privateImages(emulator: Emulator): Promise<WireObject[]> {
  return (await all(emulator, "/images")).filter(({ is_public }) => is_public === false);
}

/** Advances the emulated clock until the command has exited. */
export async function whileTimeFlies(emulator: Emulator, run: () => Promise<Ended>): Promise<Ended> {
  const flying = setInterval(() => emulator.clock.advance(60_000), 50);
  try {
    return await run();
  } finally {
    clearInterval(flying);
  }
}
