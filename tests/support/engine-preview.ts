import { expectExit } from "./engine-cli";
import type { Ended } from "./engine-cli";

/** One step of `pulumi preview --json`. */
interface PlannedStep {
  readonly op: string;
  readonly urn: string;
  readonly newState?: { readonly inputs?: Readonly<Record<string, unknown>> };
}

/** Names of the resources of this package for each operation that a `pulumi preview --json` has planned, in order. */
export function plannedBy(preview: Ended): Readonly<Record<string, readonly string[]>> {
  const planned: Record<string, string[]> = {};
  for (const { op, urn } of stepsOf(preview)) (planned[op] ??= []).push(nameIn(urn));
  for (const names of Object.values(planned)) names.sort();
  return planned;
}

/** The inputs that the preview expects a resource to have. */
export function plannedInputs(preview: Ended, name: string): Readonly<Record<string, unknown>> {
  return stepsOf(preview).find(({ urn }) => nameIn(urn) === name)?.newState?.inputs ?? {};
}

function stepsOf(preview: Ended): PlannedStep[] {
  expectExit(preview, 0);
  const { steps } = JSON.parse(preview.stdout) as { steps: PlannedStep[] };
  return steps.filter(({ urn }) => urn.includes("pulumi-nodejs:dynamic/compute:"));
}

function nameIn(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}
