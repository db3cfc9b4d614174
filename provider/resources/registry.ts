import { isAction, isGeneric, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { kinds as allKinds } from "./kinds";

export { kinds as allKinds } from "./kinds";

/** Resource types with a collection, or an action, of their own. */
export const kinds = allKinds.filter((kind) => !isGeneric(kind));

/** Resource types for something that is done once. */
export const actions = kinds.filter(isAction);

/** Resource types that represent several cloud resources at once. */
export const sets = kinds.filter((kind) => recordsOf(kind) !== undefined);

/** Resource types of single cloud resources. */
export const objects = kinds.filter((kind) => !isAction(kind) && !recordsOf(kind));

/** Type tokens of dynamic resources, and of those that the native plugin manages. */
const OURS = /^(?:pulumi-nodejs:dynamic\/compute|compute:index):(\w+)$/;

/** The resource type that a type token names; undefined for the tokens of other packages. */
export function kindIn(type: string): string | undefined {
  return OURS.exec(type)?.[1];
}

/** Definition of the resource type; undefined for a type that only a newer version of this package supports. */
export function kindOf({ kind }: { readonly kind: string }): Definition | undefined {
  return allKinds.find((definition) => definition.kind === kind);
}

/** What a resource with this type token manages: one of this package, or of the bridged provider, from which resources move here. */
export function managedAs(type: string): Definition | undefined {
  const kind = kindIn(type);
  return allKinds.find((definition) => definition.kind === kind || definition.bridged?.type === type);
}

export function definitionOf(kind: string): Definition {
  const definition = allKinds.find((candidate) => candidate.kind === kind);
  if (!definition) {
    const known = allKinds.map((one) => one.kind).join(", ");
    throw new Error(
      `This version of pulumi-compute has no resource type "${kind}". Install a newer version. Available: ${known}.`,
    );
  }
  return definition;
}
