import * as pulumi from "@pulumi/pulumi";
import { secretsMarkedIn } from "../../../provider/lifecycle/state/secrets";
import { secretMarks } from "../../../provider/shared/secret-marks";

test("a program without secrets has no marks", async () => {
  const args = {
    target: "x",
    tags: ["a"],
    nested: { deep: pulumi.output("b") },
    later: Promise.resolve("c"),
    none: null,
  };
  expect(await secretMarks(args)).toEqual([]);
});

test("a secret is marked where it stands, those of a list together", async () => {
  const records = [{ target: "a" }, { target: pulumi.secret("b") }, { target: pulumi.secret("c"), name: "d" }];
  const args = { target: pulumi.secret("x"), records, later: Promise.resolve(pulumi.secret("y")) };
  expect(await secretMarks(args)).toEqual([["target"], ["records", "*", "target"], ["later"]]);
});

test("what has a secret somewhere within one output is marked as a whole, as the engine has it", async () => {
  expect(await secretMarks({ records: pulumi.output([{ target: pulumi.secret("x") }]) })).toEqual([["records"]]);
});

test("outputs that the program wants to be secret are marked", async () => {
  expect(await secretMarks({ target: pulumi.secret("x") }, ["target", "name"])).toEqual([["target"], ["name"]]);
});

test("a value that fails, an asset and a thing with a circle in it end in no mark, and no error", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = new (class {
    readonly it = circle;
  })();
  const failing = Promise.reject(new Error("no"));
  expect(await secretMarks({ failing, source: new pulumi.asset.StringAsset("x"), circle })).toEqual([]);
});

test("marked values are found in the arguments and in what the state has, in whatever order", () => {
  const options = { secrets: [["records", "*", "target"], ["target"], ["missing", "*", "deep"]] };
  const args = { target: "one", records: [{ target: "two" }, {}, "odd"], missing: "text", __options: options };
  const state = { records: [{ target: "three", name: "plain" }] };
  expect(secretsMarkedIn([args, state])).toEqual(["two", "one", "three"]);
});

test("a state that an older version wrote has no marks", () => {
  expect(secretsMarkedIn([{ target: "one", __options: { urn: "u" } }, { target: "two" }])).toEqual([]);
});
