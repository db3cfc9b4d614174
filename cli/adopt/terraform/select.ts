import type { FoundResource } from "../found";
import type { Gathered } from "../gather";
import { adoptable, parentKind } from "../kinds";
import type { Wish } from "../options";
import { asksFor } from "../select";
import type { FormerResource, TerraformState } from "./former";

/** The wish for what the state contains. It is an error if the token may not list that. */
export function narrowed(wish: Wish, { all }: TerraformState): Wish {
  const isInState = (kind: FormerResource["definition"]): boolean => all.some(({ definition }) => definition === kind);
  const kinds = wish.kinds.filter(isInState);
  return {
    ...wish,
    kinds,
    named: kinds,
    excluded: [...wish.excluded, ...adoptable.filter((kind) => !isInState(kind))],
  };
}

/** Whether the state has resources inside this one. */
export function hasInside({ all }: TerraformState, root: Pick<FoundResource, "definition" | "id">): boolean {
  return all.some((former) => isInside(former, root));
}

function isInside({ definition, id }: FormerResource, root: Pick<FoundResource, "definition" | "id">): boolean {
  return parentKind(definition) === root.definition && id.startsWith(`${root.id}/`);
}

/** Addresses of the resources that the wish includes and the account does not have. */
export function missingIn({ all, of }: TerraformState, { roots, inner }: Gathered, wish: Wish): string[] {
  const present = new Set([...roots, ...inner].map(of));
  const missing = all.filter((former) => {
    if (present.has(former) || !wish.kinds.includes(former.definition)) return false;
    const parent = roots.find((root) => isInside(former, root));
    return parent === undefined || asksFor(wish, parent);
  });
  return missing.map(({ addresses, definition, id }) => `${addresses.join(", ")} (${definition.noun} ${id})`);
}
