import { textsIn } from "../../typescript/texts";
import type { FoundResource } from "../found";
import type { TerraformState } from "./former";

/** A text that only the API determines, such as an address. */
export interface ComputedOutput {
  readonly of: FoundResource;
  /** As in a program: `hosts.primary`. */
  readonly path: string;
  readonly value: string;
}

/** Finds outputs that may be the source of a value: of resources on which the resource depends in the state. */
export function outputsFor(
  all: readonly FoundResource[],
  terraform: TerraformState | undefined,
): (one: FoundResource, value: string) => readonly ComputedOutput[] {
  const byValue = new Map<string, ComputedOutput[]>();
  for (const of of all) {
    const resource = terraform?.of(of)?.resource;
    if (resource === undefined) continue;
    for (const output of outputsOf(of)) {
      const key = keyOf(resource, output.value);
      const known = byValue.get(key);
      if (known) known.push(output);
      else byValue.set(key, [output]);
    }
  }
  return (one, value) =>
    (terraform?.of(one)?.dependencies ?? []).flatMap((resource) => byValue.get(keyOf(resource, value)) ?? []);
}

/** The length of a range may differ. */
function keyOf(resource: string, value: string): string {
  return `${resource} ${value.split("/", 1).join()}`;
}

/** Members of lists come last: another output may have a name for them. */
function outputsOf(of: FoundResource): ComputedOutput[] {
  const { from } = of.definition.outputs;
  const names = Object.keys(from).filter((name) => !from[name]?.secret);
  const found = names.flatMap((name) => textsIn(name, of.state[name]));
  return found
    .sort(([one], [other]) => Number(one.endsWith("]")) - Number(other.endsWith("]")))
    .map(([path, value]) => ({ of, path, value }));
}
