import provider from "@pulumi/pulumi/proto/provider_pb";
import { inParts } from "../../provider/plugin/detailed-diff";

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
