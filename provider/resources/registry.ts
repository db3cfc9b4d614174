import { isAction, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { kinds } from "./kinds";

export { kinds } from "./kinds";

/** Resource types for something that is done once. */
export const actions = kinds.filter(isAction);

/** Resource types that represent several cloud resources at once. */
export const sets = kinds.filter((kind) => recordsOf(kind) !== undefined);

/** Resource types of single cloud resources. */
export const objects = kinds.filter((kind) => !isAction(kind) && !recordsOf(kind));

export function definitionOf(kind: string): Definition {
  const definition = kinds.find((candidate) => candidate.kind === kind);
  if (!definition) {
    const known = kinds.map((one) => one.kind).join(", ");
    throw new Error(
      `This version of pulumi-compute has no resource type "${kind}". Install a newer version. Available: ${known}.`,
    );
  }
  return definition;
}
