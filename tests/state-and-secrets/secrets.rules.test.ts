import { toUSVString } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { secretsMarkedIn } from "../../provider/lifecycle/state/secrets";
import { redact } from "../../provider/shared/redact";
import { secretMarks } from "../../provider/shared/secret-marks";
import { anyText } from "../support/arbitrary-text";

const { secret, output } = pulumi;
const PLAIN = { target: "x", tags: ["a"], nested: { deep: output("b") }, later: Promise.resolve("c"), none: null };
const RECORDS = [{ target: "a" }, { target: secret("b") }, { target: secret("c"), name: "d" }];

test.each<[string, Record<string, unknown>, string[][]]>([
  ["nothing in a program without secrets", PLAIN, []],
  ["a secret by its path", { target: secret("x"), later: Promise.resolve(secret("y")) }, [["target"], ["later"]]],
  ["all items of a list with one mark", { records: RECORDS }, [["records", "*", "target"]]],
  ["an output that contains a secret as a whole", { records: output([{ target: secret("x") }]) }, [["records"]]],
])("marks %s, as the engine does", async (_, args, marks) => expect(await secretMarks(args)).toEqual(marks));

test("marks additional secret outputs", async () => {
  expect(await secretMarks({ target: pulumi.secret("x") }, ["target", "name"])).toEqual([["target"], ["name"]]);
});

test("a rejected promise, an asset and a circular value cause no mark and no error", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = new (class {
    readonly it = circle;
  })();
  const failing = Promise.reject(new Error("no"));
  expect(await secretMarks({ failing, source: new pulumi.asset.StringAsset("x"), circle })).toEqual([]);
});

test("finds marked values in the inputs and the state, in any order", () => {
  const options = { secrets: [["records", "*", "target"], ["target"], ["missing", "*", "deep"], ["none", "deep"]] };
  const args = {
    target: "one",
    records: [{ target: "two" }, {}, "odd"],
    missing: "text",
    none: null,
    __options: options,
  };
  const state = { records: [{ target: "three", name: "plain" }] };
  expect(secretsMarkedIn([args, state])).toEqual(["two", "one", "three"]);
});

test("a state from an older version has no marks", () => {
  expect(secretsMarkedIn([{ target: "one", __options: { urn: "u" } }, { target: "two" }])).toEqual([]);
});

const DEEP = { site: "shop", deep: [{ token: "hunter22" }, 5, null], none: undefined };
const UNQUOTED = "POST /domains returned HTTP 400: domain: is too long";

test.each<[string, string, unknown[], string]>([
  ["removes every occurrence of a secret", "a hunter22 and hunter22!", ["hunter22"], "a [secret] and [secret]!"],
  ["removes a secret that contains another one", "pass and password1", ["pass", "password1"], "[secret] and [secret]"],
  ["takes special characters literally", "a.c+$& abc", ["a.c+$&"], "[secret] abc"],
  ["ignores what is no string, or short", "the id is 5", [undefined, null, 5, "", "the"], "the id is 5"],
  ["removes the strings in an object", "shop has hunter22 and 5", [DEEP], "[secret] has [secret] and 5"],
  ["leaves a text without secrets", UNQUOTED, ["correct-horse-1", "abcd", { deep: "something else" }], UNQUOTED],
])("%s", (_, text, secrets, redacted) => expect(redact(text, secrets)).toBe(redacted));

const SECRET = 'a/b "c" d=é+\\&<e>';

test.each<[string, string]>([
  ["in JSON", JSON.stringify({ reason: SECRET })],
  ["in JSON within JSON", JSON.stringify(JSON.stringify({ reason: SECRET }))],
  ["in JSON with escaped slashes", JSON.stringify(SECRET).replaceAll("/", "\\/")],
  ["in JSON as ASCII", JSON.stringify(SECRET).replaceAll("é", "\\u00e9")],
  ["in a query", encodeURIComponent(SECRET)],
  ["in a lowercase query", encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
  ["in a URL", encodeURI(SECRET)],
  ["in a form", new URLSearchParams({ field: SECRET }).toString()],
  [
    "in an HTML page",
    SECRET.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ],
  ["in base64", Buffer.from(SECRET).toString("base64")],
  ["in base64 without padding", Buffer.from(SECRET).toString("base64").replace(/=+$/, "")],
  ["in URL-safe base64", Buffer.from(SECRET).toString("base64url")],
  ["in lowercase", SECRET.toLowerCase()],
])("removes a secret %s", (_, text) => {
  const masked = redact(`you sent ${text} to us`, [SECRET]);
  expect(masked).toMatch(/^you sent .*\[secret\].* to us$/);
  expect(masked.length).toBeLessThan("you sent [secret] to us".length + 25);
});

test.each(["user:", "ab", "a", ""])("removes a secret from the base64 of a longer text (after %p)", (before) => {
  const text = Buffer.from(`${before}correct-horse-1 after`).toString("base64");
  const masked = redact(text, ["correct-horse-1"]);
  expect(masked).toContain("[secret]");
  expect(Buffer.from(masked.replace("[secret]", ""), "base64").toString()).not.toMatch(/orrect|horse/);
});

test("removes URL-safe base64 that differs from standard base64", () => {
  const secret = "?>?>?>~~~ÿÿ";
  const text = Buffer.from(secret).toString("base64url");
  expect(text).toMatch(/[-_]/);
  expect(redact(text, [secret])).toBe("[secret]");
});

test("removes any secret from a text that quotes it", () => {
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

test("doesn't encode thousands of secrets that don't occur, which would take seconds, and searches a million words", () => {
  const spelled = jest.spyOn(globalThis, "encodeURIComponent");
  const secrets = Array.from({ length: 10_000 }, (_, index) => ({ name: `host-${index}`, target: `192.0.2.${index}` }));
  expect(redact("2,340 of 10,000 records", secrets)).toBe("2,340 of 10,000 records");
  expect(spelled).not.toHaveBeenCalled();
  expect(redact("records[3]: A host%2D3 is taken", secrets)).toBe("records[3]: A host%2D3 is taken");
  expect(spelled.mock.calls.length).toBeLessThan(200);
  spelled.mockRestore();
  expect(redact("word ".repeat(1_000_000) + "hunter22", ["hunter22"]).endsWith("word [secret]")).toBe(true);
});
