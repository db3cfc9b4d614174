import type { Failure } from "../../provider/definition/types";
import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import type { DiffResult } from "../../provider/lifecycle/resource-handlers";
import { definitionOf } from "../../provider/resources/registry";
import { PROVIDER_KEY } from "../../provider/shared/boundary";
import { resourceIn } from "../../provider/shared/loader";
import { asReceived } from "./as-stored";
import { specimenOf } from "../kinds";
import type { Handlers } from "./front-end";

import { ownIn } from "./programs";
import type { ProcessOptions, Service } from "./service";

/** What the engine's state contains for one resource. */
export interface Recorded {
  id: string;
  inputs: Values;
  outputs: Values;
  /** When the engine recorded it. */
  createdAt?: string | undefined;
  /** Why the last operation did not finish. */
  initErrors?: readonly string[];
}

/** Resource options that reach the handlers as a hidden input. */
export interface ResourceOptions {
  readonly import?: string;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly secrets?: readonly (readonly string[])[];
  readonly isPreview?: true;
  readonly retains?: true;
  readonly deletesFirst?: true;
  readonly remarks?: { readonly texts: readonly string[]; readonly digest: string };
  readonly timeouts?: Readonly<Record<string, number>>;
}

export type Step = "create" | "same" | "update" | "replace";

/** An error as the handlers throw it: with an id if something is to be recorded. */
export interface HandlerError extends Error {
  id?: string;
  /** The outputs; through the host, `properties` has them as the engine carries them. */
  state?: Values;
  properties?: Values;
}

/** Each failure as a user sees it. */
export function inWords(failures: readonly Failure[]): string[] {
  return failures.map(({ path, reason }) => (path === "" ? reason : `${path}: ${reason}`));
}

/**
 * One resource of a stack, driven by the engine's calls in the engine's order: every method is one command, in a separate process
 * unless it is given one.
 */
export class Deployment {
  state: Recorded | undefined;
  /** The old halves of replacements, still to be deleted. */
  leaving: Recorded[] = [];

  constructor(
    private readonly service: Service,
    private readonly kind: string,
    private readonly name = "web",
    private readonly stack = "dev",
  ) {}

  /** `pulumi up`. */
  async up(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<Step> {
    const news = this.inputsFrom(args, options);
    const old = this.state;
    if (!old) {
      await this.create(handlers, await this.check(handlers, {}, news));
      await this.deleteLeaving(handlers);
      return "create";
    }
    const { step, inputs, deleteBeforeReplace } = await this.plan(handlers, news);
    if (step === "same") this.state = { ...old, inputs };
    if (step === "update") await this.update(handlers, old, inputs);
    if (step === "replace") await this.replaceBy(handlers, old, news, deleteBeforeReplace);
    await this.deleteLeaving(handlers);
    return step;
  }

  /** `pulumi preview` of an existing resource. */
  async preview(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<Step> {
    return (await this.plan(handlers, this.inputsFrom(args, options))).step;
  }

  /** `pulumi preview` of a resource that does not exist yet: its only call is `check`. */
  async previewNew(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<void> {
    await this.check(handlers, {}, this.inputsFrom(args, { isPreview: true, ...options }));
  }

  /** The failures in a preview of a new resource with these inputs. */
  async refusals(args: Values, handlers = this.process()): Promise<string[]> {
    return inWords((await handlers.check({}, this.inputsFrom(args))).failures);
  }

  /** The result of `diff` itself for the recorded state and these inputs. */
  async difference(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<DiffResult> {
    const { id, inputs, outputs } = this.recorded();
    const checked = await this.check(handlers, inputs, this.inputsFrom(args, options));
    return handlers.diff({ id, state: outputs }, checked);
  }

  /** `pulumi refresh`. */
  async refresh(handlers = this.process()): Promise<"same" | "drift" | "gone"> {
    const old = this.recorded();
    const found = await handlers.read({ id: old.id, state: old.outputs });
    if (!found) {
      this.state = undefined;
      return "gone";
    }
    const outputs = stored(found.state);
    const { hasChanges } = await handlers.diff({ id: found.id, state: outputs }, old.inputs);
    // A refresh discards the mark of an unfinished operation.
    this.state = { id: found.id, outputs, inputs: stored(found.inputs), createdAt: old.createdAt };
    return hasChanges ? "drift" : "same";
  }

  /** What `pulumi refresh` does with the old halves of replacements. */
  async refreshLeaving(handlersFor: (id: string) => Handlers): Promise<void> {
    const before = this.leaving;
    this.leaving = [];
    for (const { id, outputs, createdAt } of before) {
      const found = await handlersFor(id).read({ id, state: outputs });
      if (found) this.leaving.push({ id, outputs: stored(found.state), inputs: stored(found.inputs), createdAt });
    }
  }

  /** `pulumi destroy`. */
  async destroy(handlers = this.process()): Promise<void> {
    await this.deleteLeaving(handlers);
    const { id, outputs } = this.recorded();
    await handlers.delete({ id, state: outputs });
    this.state = undefined;
  }

  /** `pulumi up --replace`: the engine calls `check` without the old inputs, and no `diff`. */
  async forceReplace(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<void> {
    const deletesFirst = options.deletesFirst === true;
    await this.replaceBy(handlers, this.recorded(), this.inputsFrom(args, options), deletesFirst);
  }

  /** `pulumi up` with the options replaceOnChanges and deleteBeforeReplace, which override the result of `diff`. */
  async replaceOnChange(args: Values, options: ResourceOptions = {}, handlers = this.process()): Promise<void> {
    const news = this.inputsFrom(args, options);
    expect((await this.plan(handlers, news)).step).toBe("update");
    await this.replaceBy(handlers, this.recorded(), news, true);
  }

  /** The same resource with a copy of the state, which is independent from now on. */
  copy(): Deployment {
    const copy = new Deployment(this.service, this.kind, this.name);
    copy.state = structuredClone(this.state);
    return copy;
  }

  /** The recorded state; an error if there is none. */
  recorded(): Recorded {
    if (!this.state) throw new Error(`no ${this.kind} is recorded`);
    return this.state;
  }

  process(options?: ProcessOptions): Handlers {
    return this.service.process(options)(this.kind);
  }

  /** The inputs of the program, with what the resource class adds. */
  inputsFrom(args: Values, options: ResourceOptions = {}): Values {
    const urn = `urn:pulumi:${this.stack}::shop::pulumi-nodejs:dynamic/compute:${this.kind}::${this.name}`;
    // The engine replaces ignored inputs with the recorded ones.
    const ignored = (options.ignoreChanges ?? []).filter((name) => this.state?.inputs[name] !== undefined);
    const kept = Object.fromEntries(ignored.map((name) => [name, this.state?.inputs[name]]));
    return stored({ ...args, ...kept, __options: { urn, organization: "acme", ...options } });
  }

  async check(handlers: Handlers, olds: Values, news: Values): Promise<Values> {
    const { inputs, failures } = await handlers.check(olds, news);
    if (failures.length > 0) throw new Error(inWords(failures).join("; "));
    return stored(inputs);
  }

  async create(handlers: Handlers, inputs: Values): Promise<void> {
    const createdAt = new Date(this.service.clock.today()).toISOString();
    const { id, state } = await this.recordingFailure({ inputs, createdAt }, () => handlers.create(inputs));
    this.state = { id, inputs, outputs: stored(state), createdAt };
  }

  private async update(handlers: Handlers, old: Recorded, inputs: Values): Promise<void> {
    // After a failure the engine keeps the old inputs, with the outputs of the error.
    const recorded = { id: old.id, state: old.outputs };
    const { createdAt } = old;
    const kept = { inputs: old.inputs, createdAt };
    const state = await this.recordingFailure(kept, () => handlers.update(recorded, inputs));
    this.state = { id: old.id, inputs, outputs: stored(state), createdAt };
  }

  private async plan(handlers: Handlers, news: Values) {
    const { id, inputs: oldInputs, outputs, initErrors } = this.recorded();
    const inputs = await this.check(handlers, oldInputs, news);
    const { hasChanges, replaces, deleteBeforeReplace } = await handlers.diff({ id, state: outputs }, inputs);
    const isChanged = hasChanges || initErrors !== undefined;
    const step: Step = hasChanges && replaces.length > 0 ? "replace" : isChanged ? "update" : "same";
    return { step, inputs, deleteBeforeReplace };
  }

  private async replaceBy(handlers: Handlers, old: Recorded, news: Values, deleteFirst: boolean): Promise<void> {
    const inputs = await this.check(handlers, {}, news);
    if (deleteFirst) {
      await handlers.delete({ id: old.id, state: old.outputs });
      this.state = undefined;
    }
    try {
      await this.create(handlers, inputs);
    } finally {
      // Also if the create failed and left something to record.
      if (!deleteFirst && this.state !== old) this.leaving.push(old);
    }
    if (!deleteFirst) await this.deleteLeaving(handlers);
  }

  private async deleteLeaving(handlers: Handlers): Promise<void> {
    for (const old of [...this.leaving]) {
      await handlers.delete({ id: old.id, state: old.outputs });
      this.leaving = this.leaving.filter((one) => one !== old);
    }
  }

  private async recordingFailure<T>(kept: Pick<Recorded, "inputs" | "createdAt">, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const {
        id,
        properties = {},
        state = asReceived(resourceIn(properties[PROVIDER_KEY]), properties),
        message,
      } = error as HandlerError;
      if (id !== undefined) this.state = { id, ...kept, outputs: stored(state), initErrors: [message] };
      throw error;
    }
  }
}

/** Values after a round trip through the engine, which only supports JSON, omits undefined values and sorts the members of objects. */
function stored(values: Values): Values {
  return asStored(values) as Values;
}

function asStored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asStored);
  if (value === UNKNOWN || value === null || ["string", "number", "boolean"].includes(typeof value)) return value;
  if (typeof value !== "object") throw new Error(`the engine cannot store a ${typeof value}`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]: [string, unknown]) => [name, asStored(member)]));
}

/** A resource that an `up` created; its requests are cleared from the log. */
export async function deployed(service: Service, kind: string, args: Values, needs = specimenOf(kind).needs) {
  const { args: complete, list } = await placed(service, kind, args, needs);
  const deployment = new Deployment(service, kind);
  await deployment.up(complete);
  service.forget();
  // The inputs that it was created with, those of a record with its zone, its collection and its path.
  return { deployment, args: complete, list, path: pathOf(kind, list, deployment.recorded().id) };
}

/** Expects that what users created in a collection is what these resources manage, and nothing else. */
export async function expectOnly(service: Service, list: string, ...managed: readonly Deployment[]): Promise<void> {
  const ids = (await ownIn(service, list)).map(({ id }) => lastPart(id));
  expect(ids.sort()).toEqual(managed.map((one) => lastPart(one.recorded().id)).sort());
}

/** Of an ID with several parts, the one that differs within a collection. */
function lastPart(id: unknown): string {
  return String(id).split("/").at(-1) ?? "";
}

/** Expects that the recorded state matches the program and the API, before and after a refresh. */
export async function expectSettled(deployment: Deployment, args: Values, options: ResourceOptions = {}) {
  expect(await deployment.up(args, options)).toBe("same");
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up(args, options)).toBe("same");
}

/**
 * Expects no changes for these inputs, before and after a refresh, which itself finds and changes nothing.
 * @param step the step of the last `up` with them
 */
export async function expectNoDifference(deployment: Deployment, args: Values, step: Step): Promise<void> {
  const none = { hasChanges: false, replaces: [] };
  expect(await deployment.difference(args)).toMatchObject(none);
  const { inputs } = deployment.recorded();
  expect(await deployment.refresh()).toBe("same");
  // After a step without a call, the handlers have not seen equivalent inputs.
  if (step !== "same") expect(deployment.recorded().inputs).toEqual(inputs);
  expect(await deployment.difference(args)).toMatchObject(none);
}

/** The path of a resource type's collection: of these inputs, or of all in a fault's path pattern. */
export function collectionOf(kind: string, args: Values = {}): string {
  return definitionOf(kind).collection.replace(/\{(\w+)\}/g, (_, name: string) =>
    name in args ? String(args[name]) : "*",
  );
}

/** The path of a resource: the parts of its ID that its collection's path contains are not repeated. */
export function pathOf(kind: string, list: string, id: string): string {
  const parts = definitionOf(kind).collection.match(/\{\w+\}/g) ?? [];
  return `${list}/${id.split("/").slice(parts.length).join("/")}`;
}

/** Inputs as in a program, and the collection of the resource: what it needs is created first, unless they name its collection. */
export async function placed(service: Service, kind: string, args: Values, needs = specimenOf(kind).needs) {
  const isPlaced = collectionOf(kind, args) !== collectionOf(kind);
  const complete: Values = isPlaced ? args : { ...(await needs(service)), ...args };
  return { args: complete, list: collectionOf(kind, complete) };
}
