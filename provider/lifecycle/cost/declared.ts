import type { Definition } from "../../definition/definition";
import { UNKNOWN } from "../../definition/values";
import type { Values } from "../../definition/values";
import type { ResourceCall, RunMemory } from "../context";
import { argsOf, isReplacedOnChange, optionsOf } from "../state";
import type { Recorded } from "../state";
import { plannedValues, valuesInState } from "./price";

/** A resource of the program that the service charges for, and the values that it is charged by. */
export interface DeclaredResource {
  readonly definition: Definition;
  /** Undefined for a resource that is not in state. */
  readonly before?: Values | undefined;
  readonly after: Values;
}

interface Run {
  readonly declared: Map<string, DeclaredResource>;
  isPreview: boolean;
  hasFailed: boolean;
}

const newRun = (): Run => ({ declared: new Map<string, DeclaredResource>(), isPreview: false, hasFailed: false });

/** Notes that the run is known to be a preview. */
export function rememberPreview(memory: RunMemory): void {
  memory.of(newRun).isPreview = true;
}

/** Notes that a call failed, so that the program may not have declared everything. */
export function rememberFailure(memory: RunMemory): void {
  memory.of(newRun).hasFailed = true;
}

export function hasFailed(memory: RunMemory): boolean {
  return memory.of(newRun).hasFailed;
}

/** Notes what the program declares for a resource that is created, possibly as a replacement. */
export function rememberCreated({ definition, args, context: { address, memory } }: ResourceCall): void {
  const { urn } = optionsOf(args);
  if (!address.showsCost || !definition.cost || urn === undefined) return;
  const { declared } = memory.of(newRun);
  const after = plannedValues(definition, withoutSecrets(args, args), undefined);
  declared.set(urn, { definition, before: declared.get(urn)?.before, after });
}

/** What an update does with a resource in state. */
interface Compared {
  readonly recorded: Recorded;
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
}

/** Notes what the program declares for a resource in state, and what the state has. */
export function rememberCompared(call: ResourceCall, { recorded: { state }, changed, replaces }: Compared): void {
  const { definition, args, context } = call;
  const { urn } = optionsOf(args);
  if (!context.address.showsCost || !definition.cost || urn === undefined) return;
  const shown = withoutSecrets(state, state, args);
  const before = valuesInState(definition, shown, withoutSecrets(argsOf(state), state, args));
  const isReplaced = replaces.length > 0 || changed.some((name) => isReplacedOnChange(args, name));
  const planned = plannedValues(definition, withoutSecrets(args, args), isReplaced ? undefined : before);
  context.memory.of(newRun).declared.set(urn, { definition, before, after: changed.length > 0 ? planned : before });
}

/** The values, of which those that are secret in one of these are unknown. */
function withoutSecrets(values: Values, ...marked: readonly Values[]): Values {
  const names = marked.flatMap((one) => (optionsOf(one).secrets ?? []).map(([name]) => String(name)));
  return { ...values, ...Object.fromEntries(names.map((name) => [name, UNKNOWN])) };
}

/** What the program declares, by URN; empty unless the run is known to be a preview, in which nothing has failed. */
export function declaredIn(memory: RunMemory): ReadonlyMap<string, DeclaredResource> {
  const { declared, isPreview, hasFailed } = memory.of(newRun);
  return isPreview && !hasFailed ? declared : new Map();
}
