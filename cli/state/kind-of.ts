import type { Definition } from "../../provider/definition/definition";
import { kinds } from "../../provider/resources/registry";

/** Definition of the resource type; undefined for a type that only a newer version of this package supports. */
export function kindOf({ kind }: { readonly kind: string }): Definition | undefined {
  return kinds.find((definition) => definition.kind === kind);
}
