/** The texts in a value, with their paths as in a program: `hosts.primary`. */
export function textsIn(path: string, value: unknown): [path: string, value: string][] {
  if (typeof value === "string" && value !== "") return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => textsIn(`${path}[${index}]`, item));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(`${path}.${name}`, member));
}
