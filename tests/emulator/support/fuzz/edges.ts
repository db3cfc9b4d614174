import type { Body } from "./bodies";

const quoted = (text: string): string => JSON.stringify(text);

/** Strings, as JSON, with a valid type and an unlikely meaning. */
export const STRINGS: readonly string[] = [
  ...["", " ", "\n", "\u0000", "\ud800", "\u202e", "😀", "ａ", "İ"],
  ...[".", "@", "*", "-", "_", "/", "0", "null", "__proto__"],
  ...["constructor", "x".repeat(61), "x".repeat(120), "x".repeat(66_000), "é".repeat(129), `${"a".repeat(64)}.example`],
  ...["a.".repeat(126), "127.0.0.1/33", "fe80::1%eth0", "fe80::1%eth0/64", "::ffff:127.0.0.2", "2001:DB8::1/129"],
  ...["a@b.c\u0000", `${"a".repeat(300)}@b.cd`, "https://a\u0000", "deleting", "compute/", "private/1e3", "mysql/"],
].map(quoted);

/** Numbers, as JSON, at the edges of the range. */
export const NUMBERS: readonly string[] = [
  ...["0", "-0", "-1", "1", "1.0", "1.5", "1e308", "1e400", "5e-324", "256", "65536", "2147483648", "9007199254740991"],
  ...["9007199254740993", "30000001", "299", "2419201"],
];

const OTHERS = ["null", "true", "[null]", "[[]]", '{"__proto__":[]}', "0"];

/** Bodies in which each field is replaced by each edge case once; as JSON. */
export function edgeCases(bodies: readonly Body[]): string[] {
  const seen = new Set<string>();
  return bodies.flatMap((body) => {
    const fields = Object.keys(body).filter((name) => !seen.has(nameOf(body, name)) && !isEmpty(body[name]));
    for (const name of fields) seen.add(nameOf(body, name));
    return withEdges(body, fields);
  });
}

/** A field. The target of a record has another meaning for each type. */
function nameOf(body: Body, field: string): string {
  return field === "target" ? `${String(body["type"])}.target` : field;
}

/** Whether a value gives no hint about valid values of its field. */
function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Copies of the object, each with another value for one of these fields. */
function withEdges(object: Body, fields: readonly string[]): string[] {
  const members = Object.entries(object).map(([name, value]) => ({ name, value }));
  const cases = members
    .filter(({ name }) => fields.includes(name))
    .flatMap(({ name, value }) => edgesOf(value).map((edge) => ({ name, edge })));
  return cases.map((changed, serial) => {
    const parts = members.map(({ name, value }) => {
      return `${quoted(name)}:${name === changed.name ? changed.edge : JSON.stringify(unique(name, value, serial))}`;
    });
    return `{${parts.join(",")}}`;
  });
}

/** A name that no earlier case uses. */
function unique(field: string, value: unknown, serial: number): unknown {
  if (typeof value !== "string") return value;
  if (field === "label") return `n${serial}${value}`;
  return field === "domain" ? `n${serial}.${value}` : value;
}

/** What to try in place of a value: others of its type, and some of every other type. */
function edgesOf(value: unknown): string[] {
  return [...similarTo(value), ...OTHERS];
}

function similarTo(value: unknown): readonly string[] {
  if (typeof value === "string") return STRINGS;
  if (typeof value === "number") return NUMBERS;
  if (Array.isArray(value)) return edgesOf(value[0] ?? "").map((edge) => `[${edge}]`);
  if (typeof value !== "object" || value === null) return [];
  return withEdges(value as Body, Object.keys(value));
}
