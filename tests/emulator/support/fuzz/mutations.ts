import fc from "fast-check";
import { anyText } from "../../../support/arbitrary-text";
import type { Body } from "./bodies";

const quoted = (text: string): string => JSON.stringify(text);

/** Strings, as JSON, with a valid type and an unlikely meaning. */
const STRINGS: readonly string[] = [
  ...["", " ", "\n", "\u0000", "\ud800", "\u202e", "😀", "ａ", "İ"],
  ...[".", "@", "*", "-", "_", "/", "0", "null", "__proto__"],
  ...["constructor", "x".repeat(61), "x".repeat(120), "x".repeat(66_000), "é".repeat(129), `${"a".repeat(64)}.example`],
  ...["a.".repeat(126), "127.0.0.1/33", "fe80::1%eth0", "fe80::1%eth0/64", "::ffff:127.0.0.2", "2001:DB8::1/129"],
  ...["a@b.c\u0000", `${"a".repeat(300)}@b.cd`, "https://a\u0000", "deleting", "compute/", "private/1e3", "mysql/"],
].map(quoted);

/** Numbers, as JSON, at the edges of the range. */
const NUMBERS: readonly string[] = [
  ...["0", "-0", "-1", "1", "1.0", "1.5", "1e308", "1e400", "5e-324", "256", "65536", "2147483648", "9007199254740991"],
  ...["9007199254740993", "30000001", "299", "2419201"],
];

const OTHERS = ["null", "true", "[null]", "[[]]", '{"__proto__":[]}', "0"];

/** Copies of the object, each with another value for one of its fields. */
function withEdges(object: Body): string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    edgesOf(value).map(
      (edge) => `${JSON.stringify({ ...object, [name]: null }).slice(0, -1)},${quoted(name)}:${edge}}`,
    ),
  );
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
  return withEdges(value as Body);
}

const scalar = fc.oneof(
  fc.constantFrom(...STRINGS, ...NUMBERS, "null", "true", "false"),
  fc.string({ unit: "grapheme" }).map(quoted),
);

/** Any JSON text. */
const nasty = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.json() },
  fc.constantFrom("[]", "{}", "[null]", "[[]]", "[{}]", '{"id":1}', '{"__proto__":{"id":1}}', '{"length":1}'),
  fc.constantFrom(`${"[".repeat(500)}${"]".repeat(500)}`, JSON.stringify(Array.from({ length: 2_000 }, () => "a"))),
);

/** Keys that reach JavaScript's own prototype members if they are looked up carelessly. */
const INHERITED = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "length"];

type Members = ReadonlyArray<{ readonly name: string; readonly json: string; readonly value?: unknown }>;

/** A body, as text, with something changed: most often one value, to one of the same type. */
export function mutated(body: Readonly<Record<string, unknown>>): fc.Arbitrary<string | Uint8Array> {
  const members = Object.entries(body).map(([name, value]) => ({ name, value, json: JSON.stringify(value) ?? "null" }));
  const one = fc.nat().chain((index) => {
    const chosen = members[index % members.length];
    if (chosen === undefined) return added(members);
    const others = members.filter((candidate) => candidate !== chosen);
    return changed(chosen).map((instead) => objectOf([...others, ...instead]));
  });
  const all = fc.tuple(...members.map(changed)).map((changes) => objectOf(changes.flat()));
  return fc.oneof(
    { weight: 10, arbitrary: one },
    { weight: 3, arbitrary: all },
    { weight: 2, arbitrary: added(members) },
    { weight: 1, arbitrary: broken(objectOf(members)) },
  );
}

/** A member with an edge case of its value, with any other value, twice, or not at all. */
function changed(member: Members[number]): fc.Arbitrary<Members> {
  const { name, json, value } = member;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...edgesOf(value)).map((other) => [{ name, json: other }]) },
    { weight: 3, arbitrary: nasty.map((other) => [{ name, json: other }]) },
    { weight: 1, arbitrary: nasty.map((other) => [member, { name, json: other }]) },
    fc.constantFrom([], [{ name, json: `[${json}]` }], [{ name, json: `{"a":${json}}` }]),
  );
}

/** Keys that no request has. */
function added(members: Members): fc.Arbitrary<string> {
  const key = fc.oneof(fc.constantFrom(...INHERITED), fc.string());
  const more = fc.array(fc.record({ name: key, json: nasty }), { minLength: 1, maxLength: 2 });
  return more.map((further) => objectOf([...members, ...further]));
}

/** Bodies that are not a JSON object, or not even text. */
function broken(json: string): fc.Arbitrary<string | Uint8Array> {
  return fc.oneof(
    fc.constantFrom(`[${json}]`, `"${json}"`, `\ufeff${json}`, `${json}${json}`, json.slice(0, -1), "null", "[]", " "),
    fc.constantFrom(json.replaceAll('"', "'"), `{"a":${"[".repeat(2_000)}`, "{".repeat(2_000), "\u0000"),
    anyText(),
    fc.uint8Array({ maxLength: 64 }),
  );
}

function objectOf(members: Members): string {
  return `{${members.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

const FILTERS = fc.oneof(
  fc.json(),
  fc.constantFrom("{", "[]", "null", '{"+or":{}}', '{"+and":[1]}', '{"+order":"asc"}', '{"+order_by":"__proto__"}'),
  fc
    .dictionary(
      fc.constantFrom("id", "label", "tags", "domain", "engine", "type", "+and", "+or", "+order_by", "__proto__"),
      fc.oneof(
        fc.constantFrom("a", 1, null, { "+gt": 1 }, { "+contains": "a" }, [{ label: "a" }]),
        fc.dictionary(fc.constantFrom("+gt", "+contains", "+neq"), fc.jsonValue()),
        fc.jsonValue(),
      ),
    )
    .map((filter) => JSON.stringify(filter)),
);

const latin = (text: string): string => text.replace(/[^\x20-\xff]/g, "?").trim();

/** The headers of requests that the emulator reads. */
export const HEADERS: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    "X-Filter": FILTERS.map(latin),
    "Content-Type": fc.constantFrom("text/plain", "application/json; charset=utf-8", "multipart/form-data", "x", ""),
    Authorization: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("Bearer emulator-token", "bearer  emulator-token ") },
      fc.constantFrom("Bearer", "Bearer x y", "Basic YTpi"),
    ),
  },
  { requiredKeys: [] },
);

/** Query strings, valid and invalid. */
export const QUERIES: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  fc.constantFrom(
    "?page=1&page_size=25",
    "?page=2",
    "?page=0",
    "?page_size=1e9",
    "?page=%00",
    "?page=1&page=2",
    "?%ZZ",
  ),
  fc.array(fc.tuple(anyText(), anyText())).map((pairs) => `?${new URLSearchParams(pairs).toString()}`),
  fc.string().map((page) => `?page=${encodeURIComponent(page)}`),
);
