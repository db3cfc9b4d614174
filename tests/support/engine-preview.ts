import { expectExit } from "./engine-cli";
import type { Ended } from "./engine-cli";

/** What a preview prints for an unknown value. */
export const UNKNOWN_VALUE = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface PlannedState {
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
}

/** One step of `pulumi preview --json`, which omits unchanged resources. */
interface PlannedStep {
  readonly op: string;
  readonly urn: string;
  readonly newState?: PlannedState;
}

/** Names of this package's resources by the operation that a `pulumi preview --json` planned. */
export function plannedBy(preview: Ended): Readonly<Record<string, readonly string[]>> {
  const planned: Record<string, string[]> = {};
  for (const { op, urn } of stepsOf(preview)) (planned[op] ??= []).push(nameIn(urn));
  for (const names of Object.values(planned)) names.sort();
  return planned;
}

/** The expected state of a resource in the preview. */
export function plannedState(preview: Ended, name: string): PlannedState {
  return stepsOf(preview).find(({ urn, newState }) => nameIn(urn) === name && newState)?.newState ?? {};
}

function stepsOf(preview: Ended): PlannedStep[] {
  expectExit(preview, 0);
  const { steps } = JSON.parse(preview.stdout) as { steps: PlannedStep[] };
  return steps.filter(({ urn }) => urn.includes("pulumi-nodejs:dynamic/compute:"));
}

/** The name of a resource in the program. */
export function nameIn(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}
