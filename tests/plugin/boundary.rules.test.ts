import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { fromEngine, PROVIDER_KEY, PULUMI_UNKNOWN, toEngine } from "../../provider/shared/boundary";
import { UNKNOWN } from "../../provider/definition/values";
import provider from "@pulumi/pulumi/proto/provider_pb";
import { inParts } from "../../provider/plugin/detailed-diff";

test("the sentinel is the Pulumi SDK's", () => expect(PULUMI_UNKNOWN).toBe(pulumi.runtime.unknownValue));

test("unknown values survive the round trip to the engine, at every depth", () => {
  const valuesWith = (unknown: unknown) => ({
    a: unknown,
    b: ["x", unknown, { c: unknown }],
    d: { e: { f: unknown } },
  });
  expect(fromEngine(valuesWith(PULUMI_UNKNOWN))).toEqual(valuesWith(UNKNOWN));
  expect(toEngine(valuesWith(UNKNOWN))).toEqual(valuesWith(PULUMI_UNKNOWN));
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

test("passes on any JSON, with null, false, zero and empty values", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter((name) => name !== "__proto__"),
        fc.jsonValue(),
      ),
      (values) => {
        const plain = JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
        expect(fromEngine(plain)).toStrictEqual(plain);
        expect(toEngine(plain)).toStrictEqual(plain);
      },
    ),
  );
});

/** Builds the message from a response as the SDK's plugin does. */
function messageOf({ changes }: { changes?: boolean }) {
  const response = new provider.DiffResponse();
  if (changes === true) response.setChanges(provider.DiffResponse.DiffChanges.DIFF_SOME);
  else response.setChanges(provider.DiffResponse.DiffChanges.DIFF_UNKNOWN);
  return response.toObject();
}

test("a response passes its parts to the engine, and the next response has none", () => {
  const answerInParts = inParts(provider);
  const answer = answerInParts({ deleteBeforeReplace: false }, [
    { path: "records[3]", kind: "delete" },
    { path: "records[0]", kind: "update" },
    { path: "records[9]", kind: "add" },
  ]);
  const { ADD, DELETE, UPDATE } = provider.PropertyDiff.Kind;
  expect(messageOf(answer)).toMatchObject({
    changes: provider.DiffResponse.DiffChanges.DIFF_SOME,
    hasdetaileddiff: true,
    detaileddiffMap: [
      ["records[0]", { kind: UPDATE, inputdiff: false }],
      ["records[3]", { kind: DELETE, inputdiff: false }],
      ["records[9]", { kind: ADD, inputdiff: false }],
    ],
  });
  expect(messageOf({ changes: true })).toMatchObject({ hasdetaileddiff: false, detaileddiffMap: [] });
});

test.each([undefined, {}, { DiffResponse: class {}, PropertyDiff: class {} }])(
  "an SDK without these messages leaves the response unchanged",
  (messages) => {
    const answer = { replaces: [] };
    expect(inParts(messages ?? null)(answer, [{ path: "records[3]", kind: "delete" }])).toBe(answer);
  },
);
