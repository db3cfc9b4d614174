import * as pulumi from "@pulumi/pulumi";
import { secretsMarkedIn } from "../../provider/lifecycle/state/secrets";
import { secretMarks } from "../../provider/shared/secret-marks";

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

test("marks a secret by its path, with one mark for all items of a list", async () => {
  const records = [{ target: "a" }, { target: pulumi.secret("b") }, { target: pulumi.secret("c"), name: "d" }];
  const args = { target: pulumi.secret("x"), records, later: Promise.resolve(pulumi.secret("y")) };
  expect(await secretMarks(args)).toEqual([["target"], ["records", "*", "target"], ["later"]]);
});

test("marks an output that contains a secret as a whole, as the engine does", async () => {
  expect(await secretMarks({ records: pulumi.output([{ target: pulumi.secret("x") }]) })).toEqual([["records"]]);
});

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
