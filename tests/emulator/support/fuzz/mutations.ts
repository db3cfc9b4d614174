import fc from "fast-check";
import { anyText } from "../../../support/arbitrary-text";
import { NUMBERS, STRINGS } from "./edges";

const strings = fc.oneof(
  fc.constantFrom(...STRINGS),
  fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
);
const numbers = fc.constantFrom(...NUMBERS);
const scalar = fc.oneof(strings, numbers, fc.constantFrom("null", "true", "false"));

/** Any JSON text. */
const nasty = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.json() },
  fc.constantFrom("[]", "{}", "[null]", "[[]]", "[{}]", '{"id":1}', '{"__proto__":{"id":1}}', '{"length":1}'),
  fc.constantFrom(`${"[".repeat(500)}${"]".repeat(500)}`, JSON.stringify(Array.from({ length: 2_000 }, () => "a"))),
);

/** Keys that reach JavaScript's own prototype members if they are looked up carelessly. */
const INHERITED = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "length"];

type Members = ReadonlyArray<{ readonly name: string; readonly json: string }>;

/** A body, as text, with something changed: most often one value, to one of the same type. */
export function mutated(body: Readonly<Record<string, unknown>>): fc.Arbitrary<string | Uint8Array> {
  const members = Object.entries(body).map(([name, value]) => ({ name, json: JSON.stringify(value) ?? "null" }));
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

/** A member with a similar value, with any other value, twice, or not at all. */
function changed(member: Members[number]): fc.Arbitrary<Members> {
  const { name, json } = member;
  return fc.oneof(
    { weight: 6, arbitrary: similar(json).map((other) => [{ name, json: other }]) },
    { weight: 3, arbitrary: nasty.map((other) => [{ name, json: other }]) },
    { weight: 1, arbitrary: nasty.map((other) => [member, { name, json: other }]) },
    fc.constantFrom([], [{ name, json: `[${json}]` }], [{ name, json: `{"a":${json}}` }]),
  );
}

/** JSON of the same type, judged by its first character; inside arrays and objects, one value is replaced. */
function similar(json: string): fc.Arbitrary<string> {
  if (json.startsWith('"')) return strings;
  if (/^[-\d]/.test(json)) return numbers;
  const inside = fc.oneof(strings, nasty).map((other) => json.replace(/"[^"]*"(?!:)|\d+/, () => other));
  if (json.startsWith("["))
    return fc.oneof(
      inside,
      fc.array(strings).map((items) => `[${items.join(",")}]`),
    );
  return json.startsWith("{") ? inside : fc.constantFrom("true", "false", "null");
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

/** Headers that change the meaning of a request, and some that must not. */
export const HEADERS: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    "X-Filter": FILTERS.map(latin),
    "Content-Type": fc.constantFrom("text/plain", "application/json; charset=utf-8", "multipart/form-data", "x", ""),
    "Content-Encoding": fc.constantFrom("gzip", "identity", "br"),
    Accept: fc.constantFrom("text/html", "*/*", ""),
    "X-HTTP-Method-Override": fc.constantFrom("DELETE", "__proto__"),
    Authorization: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("Bearer emulator-token", "bearer  emulator-token ") },
      fc.constantFrom("Bearer", "Bearer x y", "Basic YTpi"),
    ),
    "X-Forwarded-For": fc.string().map(latin),
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
