import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { fromEngine, PROVIDER_KEY, PULUMI_UNKNOWN, toEngine } from "../../provider/shared/boundary";
import { UNKNOWN } from "../../provider/definition/values";

test("the sentinel is the Pulumi SDK's", () => expect(PULUMI_UNKNOWN).toBe(pulumi.runtime.unknownValue));

test("unknown values survive the round trip to the engine, at every depth", () => {
  const theirs = {
    a: PULUMI_UNKNOWN,
    b: ["x", PULUMI_UNKNOWN, { c: PULUMI_UNKNOWN }],
    d: { e: { f: PULUMI_UNKNOWN } },
  };
  const ours = { a: UNKNOWN, b: ["x", UNKNOWN, { c: UNKNOWN }], d: { e: { f: UNKNOWN } } };
  expect(fromEngine(theirs)).toEqual(ours);
  expect(toEngine(ours)).toEqual(theirs);
});

test("a string that only contains the sentinel stays a string", () => {
  const values = { a: `x${PULUMI_UNKNOWN}` };
  expect(fromEngine(values)).toEqual(values);
});

test("removes the loader text at every depth", () => {
  const values = { [PROVIDER_KEY]: "code", a: { [PROVIDER_KEY]: "code", b: 1 } };
  expect(fromEngine(values)).toEqual({ a: { b: 1 } });
  expect(toEngine(values)).toEqual({ a: { b: 1 } });
});

test("omits or converts what the protocol can't carry, at every depth", () => {
  const date = new Date("2024-05-06T07:08:09.000Z");
  const values = {
    missing: undefined,
    call: () => 1,
    when: date,
    big: 5n,
    nested: { missing: undefined, call: () => 1, list: [undefined, date, 6n, { missing: undefined }] },
  };
  const sent = toEngine(values);
  expect(sent).toEqual({
    when: "2024-05-06T07:08:09.000Z",
    big: 5,
    nested: { list: ["2024-05-06T07:08:09.000Z", 6, {}] },
  });
  expect(Object.keys(sent)).not.toContain("missing");
  expect(Object.keys(sent.nested as object)).toEqual(["list"]);
});

test("keeps null, false, zero and empty values", () => {
  const values = { a: null, b: false, c: 0, d: "", e: [], f: {}, g: [null, false, 0, ""] };
  expect(toEngine(values)).toStrictEqual(values);
  expect(fromEngine(values)).toStrictEqual(values);
});

test("doesn't modify the given values", () => {
  const values = { a: [PULUMI_UNKNOWN], [PROVIDER_KEY]: "code" };
  fromEngine(values);
  expect(values).toEqual({ a: [PULUMI_UNKNOWN], [PROVIDER_KEY]: "code" });
});

test("any JSON survives the round trip", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter((name) => name !== "__proto__"),
        fc.jsonValue(),
      ),
      (values) => {
        const plain = JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
        expect(toEngine(fromEngine(plain))).toEqual(plain);
      },
    ),
  );
});
