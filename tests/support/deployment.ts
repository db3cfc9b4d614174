import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../provider/definition/values";
import { loaderText } from "../../provider/sdk/loader";
import type { Handlers } from "./contract";
import type { ProcessOptions, Service } from "./service";

/** What the engine's state holds of one resource. */
export interface Recorded {
  id: string;
  inputs: Values;
  outputs: Values;
  /** Why the last operation did not finish. */
  initErrors?: readonly string[];
}

/** Options of a resource that reach the handlers as a hidden input. */
export interface ResourceOptions {
  readonly import?: string;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly secrets?: readonly (readonly string[])[];
  readonly isPreview?: true;
  readonly deletesFirst?: true;
  readonly timeouts?: Readonly<Record<string, number>>;
}

export type Step = "create" | "same" | "update" | "replace";

/** An error as the handlers throw it. */
export interface HandlerError extends Error {
  id?: string;
  properties?: Values;
  reasons?: string[];
}

/** What `check` found wrong with the arguments. */
class CheckFailed extends Error {
  constructor(readonly failures: readonly { property: string; reason: string }[]) {
    super(failures.map(({ property, reason }) => `${property}: ${reason}`).join("; "));
  }
}

/**
 * One resource of a stack, driven by the calls that the engine makes, in its order: every method is one run, in a process of
 * its own unless it is given one.
 */
export class Deployment {
  state: Recorded | undefined;

  constructor(
    private readonly service: Service,
    private readonly kind: string,
    private readonly name = "web",
  ) {}

  /** `pulumi up`. */
  async up(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<Step> {
    const news = this.inputsFrom(args, options);
    const old = this.state;
    if (!old) {
      await this.create(handlers, await this.check(handlers, {}, news));
      return "create";
    }
    const { step, inputs, deleteBeforeReplace } = await this.plan(handlers, news);
    if (step === "same") this.state = { ...old, inputs };
    if (step === "update") await this.update(handlers, old, inputs);
    if (step === "replace") await this.replaceBy(handlers, old, news, deleteBeforeReplace);
    return step;
  }

  /** `pulumi preview` of a resource that exists. */
  async preview(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<Step> {
    return (await this.plan(handlers, this.inputsFrom(args, options))).step;
  }

  /** What `diff` itself says of the recorded state and these arguments. */
  async difference(args: Values, options: ResourceOptions = {}, handlers = this.process()) {
    const { id, inputs, outputs } = this.recorded();
    return handlers.diff(id, outputs, await this.check(handlers, inputs, this.inputsFrom(args, options)));
  }

  /** `pulumi refresh`. */
  async refresh(handlers = this.process()): Promise<"same" | "drift" | "gone"> {
    const old = this.recorded();
    const found = await handlers.read(old.id, old.outputs);
    if (found.id === undefined || found.id === "") {
      this.state = undefined;
      return "gone";
    }
    const outputs = this.carried(found.props ?? {});
    const { changes } = await handlers.diff(found.id, outputs, old.inputs);
    // A refresh forgets that the last operation did not finish.
    this.state = { id: found.id, outputs, inputs: found.inputs ? this.carried(found.inputs) : old.inputs };
    return changes === false ? "same" : "drift";
  }

  /** `pulumi destroy`. */
  async destroy(handlers = this.process()): Promise<void> {
    const { id, outputs } = this.recorded();
    await handlers.delete(id, outputs);
    this.state = undefined;
  }

  /** `pulumi up --replace`: the engine asks neither with the old inputs nor for a diff. */
  async forceReplace(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<void> {
    await this.replaceBy(handlers, this.recorded(), this.inputsFrom(args, options), false);
  }

  /** `pulumi up` with the options replaceOnChanges and deleteBeforeReplace, which overrule what `diff` says. */
  async replaceOnChange(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<void> {
    const news = this.inputsFrom(args, options);
    expect((await this.plan(handlers, news)).step).toBe("update");
    await this.replaceBy(handlers, this.recorded(), news, true);
  }

  /** What is recorded; an error where there is nothing. */
  recorded(): Recorded {
    if (!this.state) throw new Error(`no ${this.kind} is recorded`);
    return this.state;
  }

  process(options?: ProcessOptions): Handlers {
    return this.service.process(options)(this.kind);
  }

  /** The inputs of the program, with what the resource class adds. */
  inputsFrom(args: Values, options: ResourceOptions = {}): Values {
    const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:${this.kind}::${this.name}`;
    // The engine puts the recorded inputs in the place of what is to be ignored.
    const ignored = (options.ignoreChanges ?? []).filter((name) => this.state?.inputs[name] !== undefined);
    const kept = Object.fromEntries(ignored.map((name) => [name, this.state?.inputs[name]]));
    return this.carried({ ...args, ...kept, __options: { urn, organization: "acme", ...options } });
  }

  async check(handlers: Handlers, olds: Values, news: Values): Promise<Values> {
    const { inputs = news, failures = [] } = await handlers.check(olds, news);
    if (failures.length > 0) throw new CheckFailed(failures);
    return this.carried(inputs);
  }

  async create(handlers: Handlers, inputs: Values): Promise<void> {
    const { id, outs = {} } = await this.recordingFailure(inputs, () => handlers.create(inputs));
    this.state = { id, inputs, outputs: this.carried(outs) };
  }

  private async update(handlers: Handlers, old: Recorded, inputs: Values): Promise<void> {
    // After a failure the old inputs stay, with the outputs of the error.
    const result = await this.recordingFailure(old.inputs, () => handlers.update(old.id, old.outputs, inputs));
    this.state = { id: old.id, inputs, outputs: this.carried(result.outs ?? {}) };
  }

  private async plan(handlers: Handlers, news: Values) {
    const { id, inputs: oldInputs, outputs, initErrors } = this.recorded();
    const inputs = await this.check(handlers, oldInputs, news);
    const { changes, replaces = [], deleteBeforeReplace = false } = await handlers.diff(id, outputs, inputs);
    const differs = changes ?? !isDeepStrictEqual(plain(oldInputs), plain(inputs));
    const isChanged = differs || initErrors !== undefined;
    const step: Step = differs && replaces.length > 0 ? "replace" : isChanged ? "update" : "same";
    return { step, inputs, deleteBeforeReplace };
  }

  private async replaceBy(handlers: Handlers, old: Recorded, news: Values, deleteFirst: boolean): Promise<void> {
    const inputs = await this.check(handlers, {}, news);
    if (deleteFirst) {
      await handlers.delete(old.id, old.outputs);
      this.state = undefined;
    }
    await this.create(handlers, inputs);
    if (!deleteFirst) await handlers.delete(old.id, old.outputs);
  }

  private async recordingFailure<T>(inputs: Values, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const { id, properties, reasons } = error as HandlerError;
      if (id !== undefined) this.state = { id, inputs, outputs: plain(properties ?? {}), initErrors: reasons ?? [] };
      throw error;
    }
  }

  /** As the plugin hands values on: as plain JSON, with the loader text. */
  private carried(values: Values): Values {
    return { ...plain(values), __provider: loaderText(this.kind) };
  }
}

/**
 * Values after a way through the engine, which sorts the members of objects: members that are undefined would not survive it, so
 * they may not occur.
 */
function plain(values: Values): Values {
  const copy = JSON.parse(JSON.stringify(values)) as Values;
  expect(copy).toStrictEqual(values);
  return sorted(copy) as Values;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]: [string, unknown]) => [name, sorted(member)]));
}
