import type { Values } from "../../provider/definition/values";
import { definitionOf, kinds as definitions } from "../../provider/resources/registry";
import { contentsOf, includesId, pathsOf } from "./account-contents";
import { faultOf } from "./exchange-faults";
import type { ExchangeFault } from "./exchange-faults";
import type { FrontEnd } from "./front-end";
import { aFile, upload } from "./image-data";
import type { CrashPoint } from "./killed-process";
import { Machine } from "./machine";
import { aZone, EMPTY, MASTER, MYSQL } from "./programs";
import { recoverStack } from "./recovered";
import type { Service } from "./service";
import { Stack } from "./stack";
import type { Declaration } from "./stack";
import { HOUR_MS, MINUTE_MS } from "./time";

/** A resource that random programs may declare, in one of several versions. */
interface Slot {
  readonly kind: string;
  readonly name: string;
  readonly versions: readonly ((zone: number) => Values)[];
  /** A change by somebody else. */
  readonly edit: Values;
}

const slot = (kind: string, name: string, edit: Values, ...versions: Slot["versions"]): Slot => {
  return { kind, name, edit, versions };
};
const record = (values: Values) => (zone: number) => ({ domainId: zone, ...values });
const plain = (values: Values) => () => values;
const DATA = aFile();
const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const OTHER_WWW = { ...WWW, target: "192.0.2.2" };
const TEXT = { type: "TXT", name: "www", target: "text" };
const GOLDEN = upload(DATA, { label: "golden" });
const setOf = (...names: string[]) => record({ records: names.map((name) => ({ ...WWW, name })) });

export const SLOTS: readonly Slot[] = [
  slot("DomainRecord", "www", { ttl_sec: 3600 }, record(WWW), record(OTHER_WWW), record(TEXT)),
  // The API allows identical records.
  slot("DomainRecord", "twin", { target: "192.0.2.9" }, record(WWW), record({ ...WWW, ttlSec: 300 })),
  slot("DomainRecordSet", "set", {}, setOf("a", "b"), setOf("b", "c", "d"), setOf("d")),
  slot(
    "Domain",
    "shop",
    { description: "edited" },
    plain(MASTER),
    plain({ ...MASTER, description: "changed", tags: ["tag"] }),
  ),
  slot(
    "Instance",
    "web",
    { tags: ["edited"] },
    plain(EMPTY),
    plain({ ...EMPTY, tags: ["tag"] }),
    plain({ ...EMPTY, region: "eu-west" }),
  ),
  slot("MysqlDatabase", "db", { allow_list: [] }, plain(MYSQL), plain({ ...MYSQL, allowList: ["192.0.2.1"] })),
  // The API allows images with one label.
  ...["golden", "copy"].map((name) =>
    slot("Image", name, { description: "edited" }, plain(GOLDEN), plain({ ...GOLDEN, description: "changed" })),
  ),
];

/** For each slot its version, from 1; 0: not declared. */
type Program = readonly number[];

export type Command =
  | {
      readonly command: "up";
      readonly program: Program;
      readonly machine: number;
      /** The slots that `--target` names. */
      readonly targets?: readonly number[] | undefined;
      /** The slots that `--replace` names. */
      readonly forced?: readonly number[] | undefined;
      readonly point?: CrashPoint;
      readonly struck?: { readonly fault: ExchangeFault; readonly nth: number; readonly isLasting: boolean };
    }
  | { readonly command: "destroy"; readonly machine: number; readonly point?: CrashPoint }
  | { readonly command: "refresh"; readonly machine: number }
  | { readonly command: "edit" | "delete" | "forget"; readonly slot: number }
  | { readonly command: "wait" | "lag"; readonly ms: number };

interface Attempt {
  readonly machine: number;
  readonly point?: CrashPoint;
  readonly targets?: readonly number[] | undefined;
}

/** A stack whose commands run on two machines, which share the state, but not the journal. */
export class ModelledStack {
  private readonly stack: Stack;
  private readonly machines: readonly Machine[];
  private readonly errors: string[] = [];
  private readonly explanations: string[] = [];
  /** Warnings that a resource is unmanaged, although it is in state. */
  private readonly falselyNamed: string[] = [];
  /** What the user has removed from the state. */
  private readonly forgotten: string[] = [];
  private program: Program = [];
  /** The machine of the last killed run, whose journal may know more than the state. */
  private killedOn: Machine | undefined;
  /** The machine of the last failed run: its error told the user what to do there, and the state does not show it. */
  private failedOn: Machine | undefined;

  private constructor(
    private readonly service: Service,
    private readonly zone: number,
    private readonly ofOthers: ReadonlyMap<string, string>,
  ) {
    this.stack = new Stack(service);
    this.machines = [new Machine(service), new Machine(service)];
  }

  /** An empty stack, in an account in which others own a zone, and a record like one of the program's. */
  static async begin(service: Service): Promise<ModelledStack> {
    service.startOver();
    const zone = await aZone(service);
    await service.ask("POST", `/domains/${zone}/records`, WWW);
    service.clock.advance(HOUR_MS);
    return new ModelledStack(service, zone, await contentsOf(service));
  }

  async run(command: Command): Promise<void> {
    const { service, stack } = this;
    switch (command.command) {
      case "up":
        this.program = command.program;
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
        for (const one of stack.recorded()) if (one.name === name) this.forgotten.push(...pathsOf(one));
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

  /** Without faults, brings the stack to what the program declares, and compares the account with the state. */
  async violations(): Promise<string[]> {
    const { service, stack } = this;
    service.emulator.faults.clear();
    service.clock.advance(2 * MINUTE_MS);
    const machine = await this.machineFor(0);
    await machine.run((process) => stack.refresh(process));
    try {
      await machine.run((process) => stack.up(this.declared(), process));
    } catch (error) {
      if (this.isOwnName(error as Error)) return [];
      throw error;
    }
    const live = await contentsOf(service);
    const recorded = stack.recorded().flatMap(pathsOf);
    const lost = [...live.keys()].filter((path) => !this.ofOthers.has(path) && !recorded.includes(path));
    const steps = await machine.run((process) => stack.preview(this.declared(), process));
    return [
      ...[...this.ofOthers]
        .filter(([path, text]) => live.get(path) !== text)
        .map(([path]) => `${path} of others changed`),
      ...recorded.filter((path) => !live.has(path)).map((path) => `${path} does not exist`),
      ...recorded.filter((path) => this.ofOthers.has(path)).map((path) => `${path} is somebody else's`),
      ...lost
        .filter((path) => !this.forgotten.includes(path) && !this.isNamed(path))
        .map((path) => `${path} is neither in state nor named`),
      ...this.falselyNamed,
      ...(steps.every((step) => step === "same") ? [] : [`the next preview shows ${steps.join()}`]),
    ];
  }

  /**
   * Whether a create failed because the stack's own resource has its name, and the message says which: the old half of an interrupted
   * replacement to whose inputs the program has returned, what an interrupted update created for inputs that the program had left, or what
   * was removed from the state.
   */
  private isOwnName({ message }: Error): boolean {
    const id = /(\d+) (\(.*\) already has|for this resource and ended in order)/.exec(message)?.[1];
    return id !== undefined && !includesId(this.ofOthers, id);
  }

  /**
   * Whether a warning or an error has shown the user the ID, or the declared resource, if the API could not be asked. If the program
   * declares nothing, no provider runs, and only the engine names the interrupted create.
   */
  private isNamed(path: string): boolean {
    const messages = [...this.errors, ...this.explanations, ...this.service.messages()];
    const id = lastPart(path);
    const kinds = [
      ...messages.flatMap((message) => /for (\w+) \w+, but this run has not found it/.exec(message)?.[1] ?? []),
      ...messages.flatMap((message) => {
        const noun = /^Creating this ([\w ]+) got an ambiguous response, .* It may exist\./.exec(message)?.[1];
        return definitions.flatMap((one) => (one.noun === noun ? [one.kind] : []));
      }),
    ];
    const collections = [...kinds, ...this.stack.pendingCreates()].map((kind) => definitionOf(kind).collection);
    return (
      messages.some((message) => message.includes(id)) ||
      collections.some((collection) =>
        new RegExp(`^${collection.replace(/\{\w+\}/, "\\d+")}/(private/)?\\d+$`).test(path),
      )
    );
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
    const named = warnings.filter((warning) => warning.includes("this run has not found"));
    this.falselyNamed.push(...named.filter((warning) => ids.some((id) => new RegExp(`\\b${id}\\b`).test(warning))));
  }

  /** The machine; after a kill on another one, once `recover` has repaired the state, otherwise that other one. */
  private async machineFor(index: number): Promise<Machine> {
    if (this.failedOn) return this.failedOn;
    const machine = this.machines[index] as Machine;
    if (this.killedOn === undefined || this.killedOn === machine) return machine;
    this.service.clock.advance(2 * MINUTE_MS);
    const isResult = (id: string): boolean => !includesId(this.ofOthers, id);
    const { found, isRepaired } = await recoverStack(this.service, this.stack, isResult);
    this.explanations.push(...found.map(({ explanation }) => explanation));
    if (!isRepaired) return this.killedOn;
    this.killedOn = undefined;
    return machine;
  }

  private declared(): Declaration[] {
    return SLOTS.flatMap(({ kind, name, versions }, index) => {
      const version = versions[(this.program[index] ?? 0) - 1];
      return version ? [{ kind, name, args: version(this.zone) }] : [];
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
