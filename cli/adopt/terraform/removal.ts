import type { FoundResource } from "../found";
import type { TerraformState } from "./former";

/** The command that removes the adopted resources from Terraform's state, for a POSIX shell. */
export function removal({ of }: TerraformState, adopted: readonly FoundResource[]): string[] {
  const all = adopted.flatMap((one) => one.records ?? [one]);
  const addresses = all.flatMap((one) => of(one)?.addresses ?? []);
  if (addresses.length === 0) return [];
  return [
    "After `pulumi up`, remove these resources from Terraform's state, then from its configuration, before it applies anything:",
    ["terraform state rm", ...addresses.map((address) => `'${address.replaceAll("'", "'\\''")}'`)].join(" \\\n  "),
  ];
}
