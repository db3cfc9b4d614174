import { objects } from "../../provider/resources/registry";

/**
 * The resource types without a row in a table of tests: otherwise a new type would silently go untested there.
 *
 * @param elsewhere resource types that are left out: where else they are tested, or why not
 */
export function kindsWithoutRow(
  table: readonly { readonly kind: string }[],
  elsewhere: Readonly<Record<string, string>> = {},
): string[] {
  const known = new Set([...table.map(({ kind }) => kind), ...Object.keys(elsewhere)]);
  return objects.map(({ kind }) => kind).filter((kind) => !known.has(kind));
}
