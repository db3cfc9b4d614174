import type { Definition } from "../../provider/definition/definition";
import { kinds } from "../../provider/resources/registry";

/** Type tokens of dynamic resources, and of those that the native plugin manages. */
const OURS = /^(?:pulumi-nodejs:dynamic\/compute|compute:index):(\w+)$/;

/** The resource type that a type token names; undefined for the tokens of other packages. */
export function kindIn(type: string): string | undefined {
  return OURS.exec(type)?.[1];
}

/** Definition of the resource type; undefined for a type that only a newer version of this package supports. */
export function kindOf({ kind }: { readonly kind: string }): Definition | undefined {
  return kinds.find((definition) => definition.kind === kind);
}
