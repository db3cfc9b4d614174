import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition";

/** The package of the bridged provider. */
const BRIDGED = "linode";

/**
 * The aliases of a resource with the type of the bridged provider, in a stack whose config says that resources move from there: its name, and
 * what the program's aliases name without a type.
 */
export function formerTypes({ bridged }: Definition, { aliases }: pulumi.CustomResourceOptions): pulumi.Alias[] {
  if (!bridged || !isMoving()) return [];
  const others = Array.isArray(aliases) ? aliases.filter(isWithoutType) : [];
  return [{}, ...others].map((alias) => ({ ...alias, type: bridged.type }));
}

function isWithoutType(alias: pulumi.Input<pulumi.URN | pulumi.Alias>): alias is pulumi.Alias {
  return typeof alias === "object" && ("name" in alias || "parent" in alias) && !("type" in alias);
}

/** The same for a provider. */
export function formerProviderTypes(): pulumi.Alias[] {
  return isMoving() ? [{ type: `pulumi:providers:${BRIDGED}` }] : [];
}

/** @throws RunError for a package from which resources cannot move */
function isMoving(): boolean {
  const from = new pulumi.Config("compute").get("moveFrom");
  if (from === undefined || from === BRIDGED) return from !== undefined;
  throw new pulumi.RunError(`compute:moveFrom is "${from}", but resources move only from "${BRIDGED}".`);
}
