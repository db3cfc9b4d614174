import { toUSVString } from "node:util";
import fc from "fast-check";
import { anyText } from "../../support/arbitrary-text";
import { redact } from "../../../provider/shared/redact";

test("every occurrence of a secret is taken out of a text", () => {
  expect(redact("a hunter22 and hunter22!", ["hunter22"])).toBe("a [secret] and [secret]!");
});

test("a secret that contains another is taken out as a whole", () => {
  expect(redact("pass and password1", ["pass", "password1"])).toBe("[secret] and [secret]");
});

test("a secret with special characters is taken literally", () => {
  expect(redact("a.c+$& abc", ["a.c+$&"])).toBe("[secret] abc");
});

test("what is no text, or too short to be distinguished from ordinary words, is not searched for", () => {
  expect(redact("the id is 5", [undefined, null, 5, "", "the"])).toBe("the id is 5");
});

test("every text in a secret object is taken out, at any depth", () => {
  const secret = { site: "shop", deep: [{ token: "hunter22" }, 5, null], none: undefined };
  expect(redact("shop has hunter22 and 5", [secret])).toBe("[secret] has [secret] and 5");
});

const SECRET = 'a/b "c" d=é+\\&<e>';

test.each<[string, string]>([
  ["as JSON has it", JSON.stringify({ reason: SECRET })],
  ["as JSON in JSON has it", JSON.stringify(JSON.stringify({ reason: SECRET }))],
  ["as JSON with escaped slashes has it", JSON.stringify(SECRET).replaceAll("/", "\\/")],
  ["as JSON in ASCII has it", JSON.stringify(SECRET).replaceAll("é", "\\u00e9")],
  ["as a query has it", encodeURIComponent(SECRET)],
  ["as a query in lower case has it", encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
  ["as an address has it", encodeURI(SECRET)],
  ["as a form has it", new URLSearchParams({ field: SECRET }).toString()],
  [
    "as a page has it",
    SECRET.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ],
  ["in base64", Buffer.from(SECRET).toString("base64")],
  ["in base64 without padding", Buffer.from(SECRET).toString("base64").replace(/=+$/, "")],
  ["in base64 for addresses", Buffer.from(SECRET).toString("base64url")],
  ["in lower case", SECRET.toLowerCase()],
])("a secret is taken out %s", (_, text) => {
  const masked = redact(`you sent ${text} to us`, [SECRET]);
  expect(masked).toMatch(/^you sent .*\[secret\].* to us$/);
  expect(masked.length).toBeLessThan("you sent [secret] to us".length + 25);
});

test.each(["user:", "ab", "a", ""])("a secret is taken out of the base64 of a longer text (%p before it)", (before) => {
  const text = Buffer.from(`${before}correct-horse-1 after`).toString("base64");
  const masked = redact(text, ["correct-horse-1"]);
  expect(masked).toContain("[secret]");
  expect(Buffer.from(masked.replace("[secret]", ""), "base64").toString()).not.toMatch(/orrect|horse/);
});

test("base64 for addresses is found where it differs from the other", () => {
  const secret = "?>?>?>~~~ÿÿ";
  const text = Buffer.from(secret).toString("base64url");
  expect(text).toMatch(/[-_]/);
  expect(redact(text, [secret])).toBe("[secret]");
});

test("no secret survives in a text that quotes it, whatever its letters", () => {
  fc.assert(
    fc.property(anyText({ minLength: 6 }), fc.constantFrom(...QUOTES), (secret, quote) => {
      const text = quote(secret);
      expect(redact(`told: ${text}.`, [secret])).not.toContain(text);
    }),
    { seed: 7 },
  );
});

const QUOTES: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => encodeURIComponent(toUSVString(secret)),
  (secret) => Buffer.from(secret).toString("base64"),
];

test("ordinary words stay as they are beside a secret that does not occur", () => {
  const text = "POST /domains returned HTTP 400: domain: is too long";
  expect(redact(text, ["correct-horse-1", "abcd", { deep: "something else" }])).toBe(text);
});

test("thousands of secrets that do not occur are not spelled out: that would take seconds for each message", () => {
  const spelled = jest.spyOn(globalThis, "encodeURIComponent");
  const secrets = Array.from({ length: 10_000 }, (_, index) => ({ name: `host-${index}`, target: `192.0.2.${index}` }));
  expect(redact("2,340 of 10,000 records", secrets)).toBe("2,340 of 10,000 records");
  expect(spelled).not.toHaveBeenCalled();
  expect(redact("records[3]: A host%2D3 is taken", secrets)).toBe("records[3]: A host%2D3 is taken");
  expect(spelled.mock.calls.length).toBeLessThan(200);
  spelled.mockRestore();
});

test("a text of a million words is searched, too", () => {
  expect(redact("word ".repeat(1_000_000) + "hunter22", ["hunter22"]).endsWith("word [secret]")).toBe(true);
});
