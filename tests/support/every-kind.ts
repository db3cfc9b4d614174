import { objects } from "../../provider/resources/registry";

/**
 * The kinds of objects that a table of tests has no row of: a new kind would go untested there, and nobody would see it.
 *
 * @param elsewhere kinds that are left out: where else they are tested, or why not
 */
export function kindsWithoutRow(
  table: readonly { readonly kind: string }[],
  elsewhere: Readonly<Record<string, string>> = {},
): string[] {
  const known = new Set([...table.map(({ kind }) => kind), ...Object.keys(elsewhere)]);
  return objects.map(({ kind }) => kind).filter((kind) => !known.has(kind));
}
