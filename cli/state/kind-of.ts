import type { Definition } from "../../provider/definition/definition";
import { kinds } from "../../provider/resources/registry";

/** The kind of a resource or finding; undefined for one that only a newer version of this package has. */
export function kindOf({ kind }: { readonly kind: string }): Definition | undefined {
  return kinds.find((definition) => definition.kind === kind);
}
