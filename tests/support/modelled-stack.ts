import { readFileSync } from "node:fs";
import path from "node:path";
import { diagnose } from "../../cli/recover/diagnose";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { definitionOf, kinds as definitions } from "../../provider/resources/registry";
import { contentsOf, includesId, pathsOf } from "./account-contents";
import { faultOf } from "./exchange-faults";
import type { ExchangeFault } from "./exchange-faults";
import type { FrontEnd } from "./front-end";
import { aFile } from "./image-data";
import type { CrashPoint } from "./killed-process";
import { Machine } from "./machine";
import { aZone } from "./programs";
import { askedOf, recoverStack } from "./recovered";
import type { Service } from "./service";
import { Stack } from "./stack";
import type { Declaration } from "./stack";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time";

/** A resource that random programs may declare, in one of several versions. */
interface Slot {
  readonly kind: string;
  readonly name: string;
  readonly versions: readonly Values[];
  /** A change by somebody else. */
  readonly edit: Values;
}

const FILE = aFile();

/** Also those of the exploration with the real CLI (tests/explorations/sequences.mjs). The API allows identical records and images. */
export const SLOTS = JSON.parse(readFileSync(path.join(__dirname, "slots.json"), "utf8")) as readonly Slot[];

/** The inputs of a resource in a zone. */
function inputsOf(version: Values, zone: number): Values {
  const given: Values = { ZONE: zone, FILE };
  return JSON.parse(JSON.stringify(version), (_, value: unknown) => given[String(value)] ?? value) as Values;
}

/** Slots without a unique name: they may change their provider, and stacks of one account may declare the same. */
export const NAMELESS = SLOTS.flatMap(({ kind }, index) => (["DomainRecord", "Image"].includes(kind) ? [index] : []));

/** For each slot its version, from 1; 0: not declared. */
type Program = readonly number[];

export type Command =
  | {
      readonly command: "up";
      readonly program: Program;
      readonly machine: number;
      /** The slots that `--target` names. */
      readonly targets?: readonly number[] | undefined;
      /** The slots that have the second provider, from now on. */
      readonly second?: readonly number[];
      /** The slots that `--replace` names. */
      readonly forced?: readonly number[] | undefined;
      readonly point?: CrashPoint;
      readonly struck?: { readonly fault: ExchangeFault; readonly nth: number; readonly isLasting: boolean };
    }
  | { readonly command: "destroy"; readonly machine: number; readonly point?: CrashPoint }
  | { readonly command: "refresh"; readonly machine: number }
  | { readonly command: "edit" | "delete" | "forget" | "move"; readonly slot: number }
  | { readonly command: "wait" | "lag"; readonly ms: number };

interface Attempt {
  readonly machine: number;
  readonly point?: CrashPoint;
  readonly targets?: readonly number[] | undefined;
}

/**
 * Two stacks of one account. They act a day apart: before that, an equal object of the other stack may count as the result of an interrupted
 * create.
 */
export class ModelledAccount {
  private acting = 0;

  private constructor(
    private readonly service: Service,
    private readonly stacks: readonly [ModelledStack, ModelledStack],
    private readonly ofOthers: ReadonlyMap<string, string>,
  ) {}

  /** Empty stacks, in an account in which others own a zone, and a record like one of the program's. */
  static async begin(service: Service, { isEphemeral = false } = {}): Promise<ModelledAccount> {
    service.startOver();
    const zone = await aZone(service);
    await service.ask("POST", `/domains/${zone}/records`, { type: "A", name: "www", target: "192.0.2.1" });
    service.clock.advance(HOUR_MS);
    const world = { zone, ofOthers: await contentsOf(service), forgotten: [], isEphemeral };
    const second = new ModelledStack(service, world);
    return new ModelledAccount(service, [new ModelledStack(service, world, second), second], world.ofOthers);
  }

  async run(index: number, command: Command | "settle"): Promise<void> {
    const [acting, other] = index === 0 ? this.stacks : ([this.stacks[1], this.stacks[0]] as const);
    if (index !== this.acting) this.service.clock.advance(DAY_MS + HOUR_MS);
    this.acting = index;
    acting.actedAt.push(this.service.clock.today());
    const [kept, before] = [[...this.ofOthers.keys(), ...other.paths()], this.service.requests().length];
    if (command === "settle") await acting.settle();
    else if (command.command === "move") acting.move(command.slot, other);
    else await acting.run(command);
    for (const { method, path } of this.service.requests().slice(before))
      if (["PUT", "DELETE"].includes(method) && kept.includes(path))
        acting.problems.push(`${path}: ${method} by another stack`);
  }

  /** Without faults, brings the stacks to what their programs declare, and compares the account with the states. */
  async violations(): Promise<string[]> {
    const { service, stacks } = this;
    for (const index of stacks.keys()) await this.run(index, "settle");
    const live = await contentsOf(service);
    const recorded = stacks.flatMap((stack) => stack.paths());
    const present = stacks.flatMap((stack) => (stack.isStopped ? [] : stack.paths()));
    const owned = [...this.ofOthers.keys(), ...recorded];
    const unnamed = (): string[] =>
      [...live.keys()].filter((path) => !owned.includes(path) && !stacks.some((one) => one.isNamed(path)));
    if (unnamed().length > 0) for (const stack of stacks) await stack.explainPending();
    const lost = unnamed();
    return [
      ...[...this.ofOthers]
        .filter(([path, text]) => live.get(path) !== text)
        .map(([path]) => `${path} of others changed`),
      ...present.filter((path) => !live.has(path)).map((path) => `${path} does not exist`),
      ...owned.filter((path, index) => owned.indexOf(path) !== index).map((path) => `${path} has two owners`),
      ...lost.map((path) => `${path} is neither in state nor named`),
      ...stacks.flatMap((stack) => stack.problems),
    ];
  }
}

interface World {
  readonly zone: number;
  readonly ofOthers: ReadonlyMap<string, string>;
  /** What users have removed from the states. */
  readonly forgotten: string[];
  /** Each command runs on a machine of its own, and nobody runs `recover` but for what an error names. */
  readonly isEphemeral: boolean;
}

/** A stack whose commands run on two machines, which share the state, but not the journal. */
class ModelledStack {
  readonly problems: string[] = [];
  /** The times of its commands. */
  readonly actedAt: number[] = [];
  private readonly stack: Stack;
  private readonly machines: readonly Machine[];
  private readonly errors: string[] = [];
  private readonly explanations: string[] = [];
  private program: Program = [];
  private ofSecondProvider: readonly number[] = [];
  /** Whether the last update stopped, and its error named an object in its way and the remedy. */
  isStopped = false;
  /** The machine of the last killed run, whose journal may know more than the state. */
  private killedOn: Machine | undefined;
  /** The machine of the last failed run: its error told the user what to do there, and the state does not show it. */
  private failedOn: Machine | undefined;

  constructor(
    private readonly service: Service,
    private readonly world: World,
    private readonly secondStack?: ModelledStack,
  ) {
    this.stack = new Stack(service);
    if (secondStack) this.stack.beside.push(secondStack.stack);
    secondStack?.stack.beside.push(this.stack);
    this.machines = [this.newMachine(), this.newMachine()];
  }

  private newMachine(): Machine {
    return new Machine(this.service, () => this.stack.export());
  }

  readonly paths = (): string[] => this.stack.recorded().flatMap(pathsOf);

  /** Moves a resource to the other stack, with its part of the program. */
  move(slot: number, other: ModelledStack): void {
    // A set adopts what it declares, and so does a machine whose journal has not seen yet what `recover` recorded.
    const mayAdopt = SLOTS[slot]?.kind === "DomainRecordSet" || this.explanations.length > 0;
    if (mayAdopt || this.killedOn || this.failedOn) return;
    this.stack.move(nameOf(slot), other.stack);
    other.program = SLOTS.map((_, index) => (index === slot ? this.program[slot] : other.program[index]) ?? 0);
    this.program = this.program.map((version, index) => (index === slot ? 0 : version));
  }

  async run(command: Exclude<Command, { command: "move" }>): Promise<void> {
    const { service, stack } = this;
    switch (command.command) {
      case "up":
        this.program = command.program;
        this.ofSecondProvider = command.second ?? this.ofSecondProvider;
        if (command.struck) {
          const { fault, nth, isLasting } = command.struck;
          service.emulator.faults.add({ path: "/**", nth, times: isLasting ? "always" : 1, ...faultOf(fault) });
        }
        await this.attempt(command, (process) =>
          stack.up(this.declared(), process, {
            targets: command.targets?.map(nameOf),
            forced: command.forced?.map(nameOf),
          }),
        );
        break;
      case "destroy":
        await this.attempt(command, (process) => stack.destroy(process));
        break;
      case "refresh":
        await this.attempt(command, (process) => stack.refresh(process));
        break;
      case "forget": {
        const name = nameOf(command.slot);
        for (const one of stack.recorded()) if (one.name === name) this.world.forgotten.push(...pathsOf(one));
        stack.forget(name);
        break;
      }
      case "edit":
      case "delete":
        await this.changeOutOfBand(command.command, command.slot);
        break;
      case "wait":
        service.clock.advance(command.ms);
        break;
      case "lag":
        service.emulator.faults.add({ path: "/**", times: 1, effect: { kind: "notFound", ms: command.ms } });
    }
  }

  /** Without faults, brings the stack to what the program declares. */
  async settle(): Promise<void> {
    const { service, stack } = this;
    service.emulator.faults.clear();
    service.clock.advance(2 * MINUTE_MS);
    const kept = await this.machineFor(0);
    const run = <T>(command: (process: FrontEnd) => Promise<T>): Promise<T> =>
      (this.world.isEphemeral ? this.newMachine() : kept).run(command);
    await run((process) => stack.refresh(process));
    const up = () => run((process) => stack.up(this.declared(), process));
    try {
      await up().catch(async (error: unknown) => {
        await this.decide(error as Error, run);
        await up();
      });
    } catch (error) {
      this.isStopped = this.isOwnName(error as Error);
      if (this.isStopped) return;
      throw error;
    }
    const steps = await run((process) => stack.preview(this.declared(), process));
    if (steps.some((step) => step !== "same")) this.problems.push(`the next preview shows ${steps.join()}`);
  }

  /** Runs `recover` with the decision that the error of an undecided create asks for. */
  private async decide(error: Error, run: Machine["run"]): Promise<void> {
    if (!/may have created .* for this resource, but/.test(error.message)) throw error;
    this.errors.push(error.message);
    const isResult = (id: string): boolean => !includesId(this.world.ofOthers, id);
    const { found, isRepaired } = await recoverStack(this.service, this.stack, isResult);
    this.explanations.push(...found.map(({ explanation }) => explanation));
    if (!isRepaired) await run((process) => this.stack.refresh(process, { clearsPendingCreates: true }));
  }

  /**
   * Whether a create failed because the stack's own resource has its name, and the message says which: the old half of an interrupted
   * replacement to whose inputs the program has returned, what an interrupted update created for inputs that the program had left, or what
   * was removed from the state.
   */
  private isOwnName({ message }: Error): boolean {
    const id = /(\d+) (\(.*\) already has|for this resource and completed)/.exec(message)?.[1];
    return id !== undefined && !message.includes("in this program)") && !includesId(this.world.ofOthers, id);
  }

  /**
   * Whether a warning or an error has shown the user the ID, or the declared resource, if the API could not be asked. The user knows what was
   * removed from the state, and an update that stopped names nothing more. That a create doubled what an earlier one had made is no excuse.
   */
  isNamed(path: string): boolean {
    const isOfUnknownOwner = (message: string): boolean => /not adopted, and another one was created/.test(message);
    const messages = [...this.errors, ...this.explanations, ...this.service.messages()].filter(
      (message) => !isOfUnknownOwner(message),
    );
    const id = lastPart(path);
    const kinds = [
      ...messages.flatMap((message) => /for (\w+) "\w+", but it does not seem to be in state/.exec(message)?.[1] ?? []),
      ...messages.flatMap((message) => {
        const noun = /^It is unknown whether this ([\w ]+) was created: .* the search for the result failed/.exec(
          message,
        )?.[1];
        return definitions.flatMap((one) => (one.noun === noun ? [one.kind] : []));
      }),
    ];
    const collections = kinds.map((kind) => definitionOf(kind).collection);
    return (
      this.isStopped ||
      this.world.forgotten.includes(path) ||
      messages.some((message) => message.includes(id)) ||
      collections.some((collection) =>
        new RegExp(`^${collection.replace(/\{\w+\}/, "\\d+")}/(private/)?\\d+$`).test(path),
      )
    );
  }

  /**
   * Runs `recover` for what the engine lists: of a resource that has left the program, nothing else knows. Creates stay in the state; updates,
   * of which those of sets create something, only until the next one.
   */
  async explainPending(does = "creating"): Promise<void> {
    const found = await diagnose(stackStateOf(this.stack.export(), "dev"), askedOf(this.service));
    const explained = found.filter(({ pending: { type } }) => type === does);
    this.explanations.push(...explained.map(({ explanation }) => explanation));
  }

  /** Runs a command, which may fail or be killed. */
  private async attempt(
    { machine, point, targets }: Attempt,
    command: (process: FrontEnd) => Promise<unknown>,
  ): Promise<void> {
    const chosen = await this.machineFor(machine);
    const before = this.service.warnings().length;
    try {
      const { wasKilled } = await chosen.runCounted(command, point);
      if (wasKilled && this.world.isEphemeral) await this.explainPending("updating");
      if (wasKilled) this.killedOn = chosen;
      else this.failedOn = undefined;
      if (!wasKilled && !targets) this.noteFalselyNamed(this.service.warnings().slice(before));
    } catch (error) {
      this.errors.push((error as Error).message);
      this.failedOn = chosen;
    }
    this.service.emulator.faults.clear();
  }

  /** A command that had all resources in its view knows which are in state. */
  private noteFalselyNamed(warnings: readonly string[]): void {
    const ids = this.stack.recorded().flatMap(pathsOf).map(lastPart);
    const named = warnings.filter((warning) => warning.includes("not seem to be in state"));
    this.problems.push(...named.filter((warning) => ids.some((id) => new RegExp(`\\b${id}\\b`).test(warning))));
  }

  /** The machine; after a kill on another one, once `recover` has repaired the state, otherwise that other one. */
  private async machineFor(index: number): Promise<Machine> {
    if (this.world.isEphemeral) return this.newMachine();
    if (this.failedOn) return this.failedOn;
    const machine = this.machines[index] as Machine;
    if (this.killedOn === undefined || this.killedOn === machine) return machine;
    this.service.clock.advance(2 * MINUTE_MS);
    const { ofOthers, forgotten } = this.world;
    const notOurs = new Map([...ofOthers, ...forgotten.map((path) => [path, ""] as const)]);
    const isResult = (id: string, createdMs?: number): boolean =>
      !includesId(notOurs, id) &&
      (createdMs === undefined || this.actedAt.some((at) => Math.abs(at - createdMs) < DAY_MS));
    const { found, isRepaired } = await recoverStack(this.service, this.stack, isResult);
    this.explanations.push(...found.map(({ explanation }) => explanation));
    if (!isRepaired) return this.killedOn;
    this.killedOn = undefined;
    return machine;
  }

  /** What the program declares; of what has a unique name, the second stack only gets what is moved to it. */
  private declared(): Declaration[] {
    const names = this.stack.recorded().map(({ name }) => name);
    return SLOTS.flatMap(({ kind, name, versions }, index) => {
      const version = versions[(this.program[index] ?? 0) - 1];
      const provider = this.ofSecondProvider.includes(index) ? ("second" as const) : ("first" as const);
      const isHere = this.secondStack || NAMELESS.includes(index) || names.includes(name);
      return version && isHere ? [{ kind, name, provider, args: inputsOf(version, this.world.zone) }] : [];
    });
  }

  private async changeOutOfBand(how: "edit" | "delete", slot: number): Promise<void> {
    const { name, edit } = SLOTS[slot] as Slot;
    const recorded = this.stack.recorded().find((one) => one.name === name);
    const [path] = recorded ? pathsOf(recorded) : [];
    if (path) await this.service.ask(how === "edit" ? "PUT" : "DELETE", path, how === "edit" ? edit : undefined);
  }
}

function lastPart(path: string): string {
  return path.split("/").at(-1) ?? path;
}

function nameOf(slot: number): string {
  return (SLOTS[slot] as Slot).name;
}
