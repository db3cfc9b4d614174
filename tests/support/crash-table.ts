import { isProvisional } from "../../provider/lifecycle/state";
import type { Values } from "../../provider/definition/values";
import { isAction } from "../../provider/definition/definition";
import { definitionOf } from "../../provider/resources/registry";
import { contentsOf, differencesIn, effectsOf, includesId, pathsOf } from "./account-contents";
import type { CrashProgram, Version } from "./crash-programs";
import type { Step } from "./deployment";
import type { FrontEnd } from "./front-end";
import type { CrashPoint } from "./killed-process";
import { Machine } from "./machine";
import { recoverStack } from "./recovered";
import { ROOT_PASSWORD, secretsIn } from "./secret-spellings";
import type { Service } from "./service";
import { FailedResource, Stack } from "./stack";
import type { Declaration } from "./stack";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time";
import { MOMENTS } from "./killed-process";
import { CRASH_PROGRAMS } from "./crash-programs";

/** The versions of the program that are deployed before each operation, and by it. */
const VERSIONS = {
  create: { before: [], by: "first" },
  update: { before: ["first"], by: "updated" },
  replace: { before: ["first", "updated"], by: "replaced" },
  destroy: { before: ["first"], by: undefined },
} as const satisfies Record<string, { before: readonly Version[]; by: Version | undefined }>;

export type Operation = keyof typeof VERSIONS;
export const OPERATIONS = Object.keys(VERSIONS) as Operation[];

/** Where the next run happens: with the journal of the killed one, or without it, after `pulumi-compute recover` or without that. */
export const MACHINES = ["the same machine", "another machine"] as const;
const WITHOUT_RECOVER = "another machine, without `recover`";
const BESIDE = "either machine, beside another stack";
export const OTHER_COLUMNS = [WITHOUT_RECOVER, BESIDE] as const;
const COLUMNS = [...MACHINES, ...OTHER_COLUMNS];

/** Who else has resources like those of the program: others, before the operation, or another stack, right before it and after the kill. */
type Others = "nobody" | "look-alikes" | "another stack";

/** An operation of a program. */
interface CrashCase {
  readonly program: CrashProgram;
  readonly operation: Operation;
  readonly others: Others;
}

/** How it ended. */
interface Outcome {
  /** What the user had to decide, in the words of the message; empty if the next run did everything. */
  readonly decisions: readonly string[];
  /** What was created, started or deleted more or less often than without the kill. */
  readonly repeated: readonly string[];
  /** Broken promises: what is not recorded, not there, not as declared, or changed though others own it; and secrets that are shown. */
  readonly violations: readonly string[];
}

type CleanRun = Awaited<ReturnType<typeof cleanRun>>;

/** The operation in a run that is not interrupted. */
async function cleanRun(service: Service, one: CrashCase) {
  const world = await World.prepare(service, one);
  const { exchanges } = await world.machine.runCounted((process) => world.operate(process));
  const effects = effectsOf(service);
  const violations = await world.violations();
  if (violations.length > 0) throw new Error(violations.join("\n"));
  return { exchanges, effects };
}

/** Kills the operation at a point, runs it again, and compares the history and the result with the clean run's. */
async function crashRun(
  service: Service,
  one: CrashCase & CrashRow,
  point: CrashPoint,
  clean: CleanRun,
): Promise<Outcome> {
  const world = await World.prepare(service, one);
  await world.machine.runCounted((process) => world.operate(process), point);
  // The service answers it after the requests that were under way.
  await service.ask("GET", "/domains");
  const effects = effectsOf(service);
  const happened = effects.map(withoutNames);
  service.forget();
  service.clock.advance(2 * MINUTE_MS);
  const machine = one.machine === BESIDE ? (MACHINES[(Number(point.exchange) + 1) % 2] ?? MACHINES[0]) : one.machine;
  // The journal alone cannot tell what another stack creates at the time of the interrupted request from its result.
  if (one.machine === BESIDE && machine === "the same machine") service.clock.advance(DAY_MS + HOUR_MS);
  if (one.machine === BESIDE) await world.deployBeside(() => true);
  if (machine === WITHOUT_RECOVER) world.machine = world.newMachine();
  const decisions = machine === "another machine" ? await recover(service, world, happened) : [];
  decisions.push(...(await runAgain(service, world, happened)));
  const repeated = world.isStopped ? [] : differencesIn(clean.effects, [...effects, ...effectsOf(service)]);
  const violations = await world.violations(decisions);
  if (machine !== WITHOUT_RECOVER) return { decisions, repeated, violations };
  // What is not in state, a warning names then, or `recover`.
  const { found } = await recoverStack(service, world.stack, () => false);
  const named = [...service.warnings(), ...found.map(({ explanation }) => explanation)].join();
  const isNamed = (what: string): boolean => named.includes(/(\d+) is not in state/.exec(what)?.[1] ?? what);
  return { decisions, repeated, violations: violations.filter((what) => !isNamed(what)) };
}

/** Moves to another machine, repairs the state there, and decides as the messages advise. */
async function recover(service: Service, world: World, happened: readonly string[]): Promise<string[]> {
  world.machine = world.newMachine();
  const { found, undecided, isRepaired } = await recoverStack(service, world.stack, (id) => !world.isOfOthers(id));
  for (const { pending, explanation } of undecided) {
    const { name, kind } = pending.resource;
    if (explanation.includes("set `alreadyDone: true`") && hasRun(kind, happened))
      world.add(name, { alreadyDone: true });
  }
  const isUpdate = found.some(({ pending }) => pending.type === "updating");
  if (isUpdate || !isRepaired) {
    await world.machine.run((process) => world.stack.refresh(process, { clearsPendingCreates: !isRepaired }));
  }
  return undecided.map(({ pending, explanation }) => `${pending.resource.kind}: ${explanation}`);
}

/** Runs the operation again. If it fails, decides as its error advises. */
async function runAgain(service: Service, world: World, happened: readonly string[]): Promise<string[]> {
  const run = (): Promise<void> => world.machine.run((process) => world.operate(process));
  try {
    await run();
    return [];
  } catch (error) {
    if (!(error instanceof FailedResource)) throw error;
    const { declaration, message } = error;
    const taken = /(\d+)(?: \([^)]*\) already has | for this resource, but .* run `npx pulumi-compute recover)/.exec(
      message,
    )?.[1];
    if (taken !== undefined) {
      const decisions = [`${declaration.kind}: ${message}`];
      world.isStopped = world.isOfOthers(taken) && !message.includes("--discard");
      if (world.isStopped) return decisions;
      if (world.stack.pendingCreates().length === 0) throw error;
      decisions.push(...(await recover(service, world, happened)));
      return [...decisions, ...(await runAgain(service, world, happened))];
    }
    if (!message.includes("If it did, set `alreadyDone: true`; to run it again, change triggers")) throw error;
    const didRun = hasRun(declaration.kind, happened);
    world.add(declaration.name, didRun ? { alreadyDone: true } : { triggers: ["again"] });
    await run();
    return [`${declaration.kind}: ${message}`];
  }
}

/** Whether the killed run's request for an action took effect. */
function hasRun(kind: string, happened: readonly string[]): boolean {
  return happened.includes(withoutNames(`POST ${definitionOf(kind).collection}`));
}

function secretOutputs(kind: string): string[] {
  const { from } = definitionOf(kind).outputs;
  return Object.keys(from).filter((name) => from[name]?.secret);
}

function withoutNames(route: string): string {
  return route.replaceAll(/\{[^}]+\}/g, "{}");
}

/** A stack in an account of its own, right before the operation. */
class World {
  readonly stack: Stack;
  machine: Machine;
  /** Whether somebody else has a name that the program declares. */
  isStopped = false;
  private readonly added = new Map<string, Values>();

  private constructor(
    private readonly service: Service,
    private readonly operation: Operation,
    private readonly declare: (version: Version) => readonly Declaration[],
    /** What exists besides the stack, as JSON by path: what the program needs, and what others own. */
    private readonly needed: ReadonlyMap<string, string>,
    private readonly ofOthers: Map<string, string>,
  ) {
    this.stack = new Stack(service);
    this.machine = this.newMachine();
  }

  newMachine(): Machine {
    return new Machine(this.service, () => this.stack.export());
  }

  static async prepare(service: Service, { program, operation, others }: CrashCase): Promise<World> {
    service.startOver();
    const { declare, addLookAlikes } = await program.prepare(service);
    const needed = await contentsOf(service);
    if (others === "look-alikes") await addLookAlikes();
    service.clock.advance(HOUR_MS);
    const ofOthers = new Map([...(await contentsOf(service))].filter(([path]) => !needed.has(path)));
    const world = new World(service, operation, declare, needed, ofOthers);
    for (const version of VERSIONS[operation].before) {
      await world.machine.run((process) => world.stack.up(declare(version), process));
      // A change of the provider is a forced replacement, which stops right after the create.
      const isOfTwo = declare(version).some(({ provider }) => provider);
      if (isOfTwo) await world.machine.run((process) => world.stack.refresh(process));
    }
    if (others === "another stack") await world.deployBeside(({ kind }) => !definitionOf(kind).identity.unique);
    service.forget();
    return world;
  }

  /** Another stack of the account, with a journal of its own, deploys the same, except for names that are taken, and for actions. */
  async deployBeside(isChosen: (declaration: Declaration) => boolean): Promise<void> {
    const stack = new Stack(this.service);
    this.stack.beside.push(stack);
    const program = this.declare(VERSIONS[this.operation].by ?? "first").filter(isChosen);
    const machine = new Machine(this.service, () => stack.export());
    for (const { name, kind } of program) {
      if (isAction(definitionOf(kind))) continue;
      await machine.run((process) => stack.up(program, process, { targets: [name] })).catch(() => undefined);
    }
    this.service.clock.advance(2 * MINUTE_MS);
    const live = await contentsOf(this.service);
    for (const path of stack.recorded().flatMap(pathsOf)) this.ofOthers.set(path, live.get(path) ?? "");
  }

  async operate(process: FrontEnd): Promise<void> {
    if (this.operation === "destroy") await this.stack.destroy(process);
    else await this.stack.up(this.program(), process);
  }

  /** Adds inputs to a resource of the program. */
  add(name: string, args: Values): void {
    this.added.set(name, args);
  }

  isOfOthers(id: string): boolean {
    return includesId(this.ofOthers, id);
  }

  /** @param decisions what the user was shown besides the messages of the provider */
  async violations(decisions: readonly string[] = []): Promise<string[]> {
    const shown = [...this.service.messages(), ...decisions, this.machine.journalText()];
    const live = await contentsOf(this.service);
    // A run that stopped at a name of others leaves what is known of its create, with an ID of nothing.
    const recorded = this.stack
      .recorded()
      .filter((one) => !isProvisional(one))
      .flatMap(pathsOf);
    const known = new Set([...this.needed.keys(), ...this.ofOthers.keys(), ...recorded]);
    const changed = [...this.ofOthers].filter(([path, text]) => live.get(path) !== text);
    const missing = [...this.needed.keys(), ...recorded].filter((path) => !live.has(path));
    // The service deletes an image that gets no data.
    const isReserved = (path: string, text: string): boolean =>
      text.includes('"pending_upload"') && shown.some((message) => message.includes(path.slice("/images/".length)));
    const lost = [...live].filter(([path, text]) => !known.has(path) && !isReserved(path, text)).map(([path]) => path);
    const steps = this.isStopped ? [] : await this.preview();
    return [
      ...recorded.filter((path) => this.ofOthers.has(path)).map((path) => `${path} of others is in state`),
      ...changed.map(([path]) => `${path} of others changed`),
      ...missing.map((path) => `${path} does not exist`),
      ...lost.map((path) => `${path} is not in state`),
      ...secretsIn(shown.join("\n"), this.secrets()).map(() => "a message or the journal contains a secret"),
      ...(steps.every((step) => step === "same") ? [] : [`the next preview shows ${steps.join()}`]),
    ];
  }

  private secrets(): string[] {
    const outputs = this.stack.recorded().flatMap((one) => secretOutputs(one.kind).map((name) => one.outputs[name]));
    return [
      String(this.service.emulator.token),
      ROOT_PASSWORD,
      ...outputs.filter((value) => typeof value === "string"),
    ];
  }

  /** The steps of the next preview; `alreadyDone` is only set for one update. */
  private async preview(): Promise<Step[]> {
    for (const [name, { alreadyDone, ...args }] of this.added) if (alreadyDone) this.added.set(name, args);
    return this.machine.run((process) => this.stack.preview(this.program(), process));
  }

  private program(): Declaration[] {
    const { by } = VERSIONS[this.operation];
    return (by ? this.declare(by) : []).map((declaration) => {
      const { name, args } = declaration;
      const added = this.added.get(name);
      if (!added) return declaration;
      return { ...declaration, args: (of) => ({ ...(typeof args === "function" ? args(of) : args), ...added }) };
    });
  }
}

/** An operation of a program, and where the next run happens. */
export interface CrashRow extends Omit<CrashCase, "others"> {
  readonly machine: (typeof COLUMNS)[number];
}

export const CRASH_ROWS: readonly CrashRow[] = CRASH_PROGRAMS.flatMap((program) =>
  OPERATIONS.flatMap((operation) => COLUMNS.map((machine) => ({ program, operation, machine }))),
);

/** The results of the kills of one row. */
export interface CrashResult {
  readonly row: CrashRow;
  /** Exchanges with the API in a run that is not interrupted. */
  readonly exchanges: number;
  readonly kills: number;
  /** Kills after which the next run completed the operation by itself, each effect exactly once. */
  readonly completed: number;
  /** What the user had to decide otherwise, by the message. */
  readonly decisions: readonly string[];
  readonly repeated: readonly string[];
  /** Kills after which something was repeated. */
  readonly repeating: number;
  readonly violations: readonly string[];
}

/** Kills each operation at each exchange at each moment, with and without look-alikes of others in the account. */
export class CrashTable {
  readonly results: CrashResult[] = [];
  private readonly cleanRuns = new Map<string, Promise<CleanRun>>();
  private points = 0;

  /**
   * @param stride of the kills, only every so many are made: a fixed sample, which covers each row differently, and half of the rows
   * with look-alikes
   */
  constructor(
    private readonly service: Service,
    private readonly stride: number,
  ) {}

  async fill(row: CrashRow): Promise<CrashResult> {
    let exchanges = 0;
    const outcomes: { readonly where: string; readonly outcome: Outcome }[] = [];
    for (const others of othersIn(row, this.stride === 1)) {
      const one = { ...row, others };
      const clean = await this.cleanRunOf(one);
      exchanges = Math.max(exchanges, clean.exchanges);
      for (const point of pointsIn(clean.exchanges)) {
        if (this.points++ % this.stride !== 0) continue;
        const where = `killed at exchange ${point.exchange}, ${point.moment}${others === "nobody" ? "" : `, with ${others}`}`;
        outcomes.push({ where, outcome: await outcomeOf(crashRun(this.service, one, point, clean)) });
      }
    }
    const all = (what: keyof Outcome): string[] =>
      outcomes.flatMap(({ where, outcome }) => outcome[what].map((text) => `${where}: ${text}`));
    const result = {
      row,
      exchanges,
      kills: outcomes.length,
      completed: outcomes.filter(({ outcome }) => Object.values(outcome).every((texts: string[]) => texts.length === 0))
        .length,
      decisions: outcomes.flatMap(({ outcome }) => outcome.decisions),
      repeated: all("repeated"),
      repeating: outcomes.filter(({ outcome }) => outcome.repeated.length > 0).length,
      violations: all("violations"),
    };
    this.results.push(result);
    return result;
  }

  private cleanRunOf(one: CrashCase): Promise<CleanRun> {
    const key = [one.program.title, one.operation, one.others].join();
    const run = this.cleanRuns.get(key) ?? cleanRun(this.service, one);
    this.cleanRuns.set(key, run);
    return run;
  }
}

/** In a sample, they alternate by operation, and from program to program. */
function othersIn({ program, operation, machine }: CrashRow, isWhole: boolean): Others[] {
  if (machine === BESIDE) return ["another stack"];
  if (machine === WITHOUT_RECOVER) return ["look-alikes"];
  if (isWhole) return ["nobody", "look-alikes"];
  const place = CRASH_PROGRAMS.indexOf(program) + OPERATIONS.indexOf(operation);
  return [place % 2 === 0 ? "look-alikes" : "nobody"];
}

function pointsIn(exchanges: number): CrashPoint[] {
  return Array.from({ length: exchanges }, (_, index) => index + 1).flatMap((exchange) =>
    MOMENTS.map((moment) => ({ exchange, moment })),
  );
}

async function outcomeOf(run: Promise<Outcome>): Promise<Outcome> {
  return run.catch((error: Error) => ({ decisions: [], repeated: [], violations: [error.message] }));
}
