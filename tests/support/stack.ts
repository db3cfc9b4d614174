import { openSecrets } from "../../provider/shared/state-secrets";
import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { PROVIDER_KEY } from "../../provider/shared/boundary";
import { resourceIn } from "../../provider/shared/loader";
import { asReceived } from "./as-stored";
import { Deployment } from "./deployment";
import type { Recorded, ResourceOptions, Step } from "./deployment";
import { exportOf } from "./exported-stack";
import type { Exported, ExportedPending } from "./exported-stack";
import type { FrontEnd, Handlers, ProviderName } from "./front-end";
import { Killed, MOMENTS as POINTS } from "./killed-process";
import { Machine } from "./machine";
import type { Service } from "./service";

/** What the state has of the resource with this name, which is declared earlier. */
export type RecordedOf = (name: string) => Recorded;

/** A resource as a program declares it. */
export interface Declaration {
  readonly kind: string;
  readonly name: string;
  readonly args: Values | ((of: RecordedOf) => Values);
  /** The ID to import while it is not in the state. */
  readonly imports?: (of: RecordedOf) => string;
  readonly options?: ResourceOptions;
  readonly provider?: ProviderName | undefined;
}

/** An `up` that failed at a resource. */
export class FailedResource extends Error {
  constructor(
    readonly declaration: Declaration,
    message: string,
  ) {
    super(message);
  }
}

interface Resource {
  readonly declaration: Declaration;
  readonly deployment: Deployment;
}

/**
 * A stack of several resources, driven by the engine's calls in the engine's order, one after another. As in the engine, an operation
 * is pending in its state from before the call until its result is recorded.
 */
export class Stack {
  /** The other stacks of the backend. */
  readonly beside: Stack[] = [];
  private resources: Resource[] = [];
  private pending: ExportedPending[] = [];
  /** The providers that created the resources, by name and ID. */
  private readonly providers = new Map<string, ProviderName>();
  private writtenAt = 0;

  constructor(private readonly service: Service) {}

  /**
   * `pulumi up`.
   * @param targets the names of the only resources to update, as with `--target`; the provider gets no call for others
   * @param forced the names of those to replace, as with `--replace`
   */
  async up(
    program: readonly Declaration[],
    process: FrontEnd,
    { targets, forced = [] }: { targets?: readonly string[] | undefined; forced?: readonly string[] | undefined } = {},
  ): Promise<Step[]> {
    const steps: Step[] = [];
    for (const declaration of program) {
      if (targets && !targets.includes(declaration.name)) continue;
      const { deployment } = this.declared(declaration);
      const handlers = this.tracked(declaration, deployment, process);
      try {
        const { name, imports, provider = "first" } = declaration;
        const args = this.argsOf(declaration);
        const imported = imports && !deployment.state ? { import: imports(this.recordedOf) } : {};
        const options = { ...declaration.options, ...imported };
        // The engine also replaces a resource that gets another provider.
        const hasMoved = deployment.state && this.providerOf(declaration, deployment.state.id) !== provider;
        if (deployment.state && (forced.includes(name) || hasMoved))
          await deployment.forceReplace(args, options, handlers);
        else steps.push(await deployment.up(args, options, handlers));
      } catch (error) {
        throw error instanceof Killed ? error : new FailedResource(declaration, (error as Error).message);
      }
    }
    const names = new Set(program.map(({ name }) => name));
    if (!targets) await this.remove(({ declaration }) => !names.has(declaration.name), process);
    return steps;
  }

  /** `pulumi preview`: the step of each resource. */
  async preview(program: readonly Declaration[], process: FrontEnd): Promise<Step[]> {
    const steps: Step[] = [];
    for (const declaration of program) {
      const deployment = this.resources.find(({ declaration: { name } }) => name === declaration.name)?.deployment;
      if (!deployment?.state) steps.push("create");
      else {
        const { kind, options, provider } = declaration;
        steps.push(await deployment.preview(this.argsOf(declaration), options, process(kind, provider)));
      }
    }
    return steps;
  }

  /** `pulumi preview`, with the checks of new resources and replacements; unknown are the IDs of what does not exist yet. */
  async foresee(program: readonly Declaration[], process: FrontEnd): Promise<void> {
    for (const declaration of program) {
      const { kind, args, imports, provider } = declaration;
      const { deployment } = this.declared(declaration);
      const isNew = deployment.state === undefined;
      const known = (of: string): Recorded => {
        const { state } = this.declared({ kind, name: of, args: {} }).deployment;
        return state ?? { id: UNKNOWN as unknown as string, inputs: {}, outputs: {} };
      };
      const wanted = typeof args === "function" ? args(known) : args;
      const imported = isNew && imports ? { import: imports(known) } : {};
      const options = { ...declaration.options, ...imported, isPreview: true } as const;
      try {
        const handlers = process(kind, provider);
        const step = isNew ? "create" : await deployment.preview(wanted, options, handlers);
        if (step === "create" || step === "replace") await deployment.previewNew(wanted, options, handlers);
      } catch (error) {
        throw new FailedResource(declaration, (error as Error).message);
      }
    }
  }

  /** `pulumi refresh`, which also removes pending operations, but creates only with `--clear-pending-creates`. */
  async refresh(process: FrontEnd, { clearsPendingCreates = false } = {}): Promise<void> {
    for (const { declaration, deployment } of this.resources) {
      const handlersFor = (id: string) => process(declaration.kind, this.providerOf(declaration, id));
      if (deployment.state) await deployment.refresh(handlersFor(deployment.state.id));
      await deployment.refreshLeaving(handlersFor);
    }
    // Only now: if its preview fails, the engine writes nothing.
    this.setPending(clearsPendingCreates ? [] : this.pending.filter(({ type }) => type === "creating"));
  }

  /** `pulumi state delete`. */
  forget(name: string): void {
    this.resources = this.resources.filter(({ declaration }) => declaration.name !== name);
  }

  /** `pulumi state move`: the provider gets no call. */
  move(name: string, other: Stack): void {
    const moved = this.resources.find(({ declaration, deployment }) => declaration.name === name && deployment.state);
    if (!moved || other.recorded().some((one) => one.name === name)) return;
    for (const [key, provider] of this.providers) other.providers.set(key, provider);
    this.forget(name);
    other.forget(name);
    other.resources.push(moved);
  }

  /** `pulumi destroy`. */
  async destroy(process: FrontEnd): Promise<void> {
    await this.remove(() => true, process);
  }

  /** The recorded resources, the old halves of replacements included. */
  recorded(): Exported[] {
    return this.resources.flatMap(({ declaration: { kind, name }, deployment: { state, leaving } }) => [
      ...(state ? [{ kind, name, ...state }] : []),
      ...leaving.map((old) => ({ kind, name, ...old, more: { delete: true } })),
    ]);
  }

  /** The resource types of creates that were interrupted, which the engine lists before each update. */
  pendingCreates(): string[] {
    return this.pending.filter(({ type }) => type === "creating").map(({ kind }) => kind);
  }

  /** `pulumi stack export`. */
  export(): string {
    return exportOf(this.recorded(), { pending: this.pending, writtenAt: this.writtenAt });
  }

  /** `pulumi stack import`, which removes pending operations. */
  import(text: string): void {
    this.pending = [];
    const { deployment } = JSON.parse(text) as { deployment: { resources: Values[] } };
    for (const { deployment } of this.resources) {
      deployment.state = undefined;
      deployment.leaving = [];
    }
    for (const { urn, id, inputs, outputs, created, delete: isLeaving } of deployment.resources) {
      const [, kind, name] = /dynamic\/compute:(\w+)::(.+)$/.exec(String(urn)) ?? [];
      if (kind === undefined || name === undefined) continue;
      const loaded = resourceIn((inputs as Values)[PROVIDER_KEY]);
      const plain = (marked: unknown): Values => asReceived(loaded, openSecrets(marked as Values).values);
      const createdAt = created as string | undefined;
      const recorded = { id: String(id), inputs: plain(inputs), outputs: plain(outputs), createdAt };
      const { deployment: one } = this.declared({ kind, name, args: {} });
      if (isLeaving === true) one.leaving.push(recorded);
      else one.state = recorded;
    }
  }

  private declared(declaration: Declaration): Resource {
    const known = this.resources.find(({ declaration: { name } }) => name === declaration.name);
    if (known) return known;
    const { kind, name } = declaration;
    const resource = { declaration, deployment: new Deployment(this.service, kind, name) };
    this.resources.push(resource);
    return resource;
  }

  private argsOf({ args }: Declaration): Values {
    return typeof args === "function" ? args(this.recordedOf) : args;
  }

  private readonly recordedOf = (name: string): Recorded => {
    const resource = this.resources.find(({ declaration }) => declaration.name === name);
    if (!resource) throw new Error(`the program declares no ${name} before it is used`);
    return resource.deployment.recorded();
  };

  private providerOf({ name, provider = "first" }: Declaration, id: string): ProviderName {
    return this.providers.get(`${name} ${id}`) ?? provider;
  }

  private async remove(isRemoved: (resource: Resource) => boolean, process: FrontEnd): Promise<void> {
    for (const resource of this.resources.filter(isRemoved).reverse()) {
      const { declaration, deployment } = resource;
      if (deployment.state) await deployment.destroy(this.tracked(declaration, deployment, process));
      this.resources = this.resources.filter((one) => one !== resource);
    }
  }

  private setPending(pending: ExportedPending[]): void {
    this.pending = pending;
    this.writtenAt = this.service.clock.today();
  }

  private tracked(declaration: Declaration, deployment: Deployment, process: FrontEnd): Handlers {
    const { kind, name, provider = "first" } = declaration;
    const handlers = process(kind, provider);
    const during = async <T>(operation: Omit<ExportedPending, "kind" | "name">, call: () => Promise<T>): Promise<T> => {
      const pending = { kind, name, ...operation };
      // The engine's first write of a run drops all operations of earlier runs but creates.
      this.setPending([...this.pending.filter(({ type }) => type === "creating"), pending]);
      const remove = () => this.setPending(this.pending.filter((one) => one !== pending));
      try {
        const result = await call();
        remove();
        return result;
      } catch (error) {
        if (!(error instanceof Killed)) remove();
        throw error;
      }
    };
    return {
      ...handlers,
      create: (args) =>
        during({ type: "creating", inputs: args, createdAt: deployment.state?.createdAt }, async () => {
          const created = await handlers.create(args);
          this.providers.set(`${name} ${created.id}`, provider);
          return created;
        }),
      update: (recorded, args) =>
        during({ type: "updating", id: recorded.id, inputs: args }, () => handlers.update(recorded, args)),
      delete: (recorded) =>
        during({ type: "deleting", id: recorded.id, inputs: deployment.state?.inputs ?? {} }, () =>
          process(kind, this.providerOf(declaration, recorded.id)).delete(recorded),
        ),
    };
  }
}

/** When an update is killed: in each case, its operation does not reach the state. */
export const MOMENTS = ["before the request", "before the response", "before the state is written"] as const;
export type Moment = (typeof MOMENTS)[number];

/** The updates of one stack on one machine, a new one for each test. */
export function useStoppedRuns(service: Service) {
  let machine: Machine;
  const inState: { kind: string; name: string; deployment: Deployment }[] = [];
  const exportState = (): string =>
    exportOf(inState.flatMap(({ deployment: { state }, ...one }) => (state ? [{ ...one, ...state }] : [])));
  const startOver = (): void => void (machine = new Machine(service, exportState));
  beforeEach(() => {
    inState.length = 0;
    startOver();
  });
  return {
    /** Puts a resource in the state that the processes read. */
    showInState: (kind: string, name: string, deployment: Deployment) => void inState.push({ kind, name, deployment }),
    /** @param run the same for all processes of one run; by default, a run of its own */
    journal: (run?: string) => machine.journal(run),
    /** Another machine, if a test starts over. */
    forget: startOver,
    /** A new process of the stack. */
    process: (): FrontEnd => service.process({ journal: machine.journal() }),
    /** A command of the stack, in a process that exits cleanly. */
    complete: <T>(kind: string, command: (handlers: Handlers) => Promise<T>): Promise<T> =>
      machine.run((process) => command(process(kind))),
    /** An `up`, by default of a new resource, in a process that is killed at that moment of its first POST. */
    async killUp(moment: Moment, kind: string, args: Values, up = new Deployment(service, kind)): Promise<void> {
      const point = { exchange: "first POST", moment: POINTS[MOMENTS.indexOf(moment)] ?? POINTS[0] } as const;
      const { wasKilled } = await machine.runCounted((process) => up.up(args, {}, process(kind)), point);
      if (!wasKilled) throw new Error("the run was not killed");
    },
  };
}
