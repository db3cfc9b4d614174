import * as pulumi from "@pulumi/pulumi";
import { unknownKeys, warnOfUnknownKeys } from "../../../provider/sdk/stack-keys";

test.each([
  ["compute:tokn", "compute:token"],
  ["compute:Token", "compute:token"],
  ["compute:uri", "compute:url"],
  ["compute:default-tags", "compute:defaultTags"],
  ["compute:allowHTTP", "compute:allowHttp"],
])("of %s it is said that %s may be meant", (key, meant) => {
  const [warning, ...others] = unknownKeys(["shop:size", "compute:token", key], "shop");
  expect(warning).toContain(`Unknown key ${key} in stack config; did you mean ${meant}?`);
  expect(others).toEqual([]);
});

test("a key that is like none is named, too, with all that there are and where one's own belong", () => {
  expect(unknownKeys(["compute:timeout"], "shop")).toEqual([
    "Unknown key compute:timeout in stack config. Valid keys: compute:token, compute:url, " +
      "compute:brand, compute:allowHttp, compute:defaultTags. For a setting of the program itself, use shop:timeout.",
  ]);
});

test("nothing is said of what is read, of other namespaces, and in a project whose own keys are called so", () => {
  const known = ["compute:token", "compute:url", "compute:brand", "compute:allowHttp", "compute:defaultTags"];
  expect(unknownKeys([...known, "shop:tokn", "computer:tokn"], "shop")).toEqual([]);
  expect(unknownKeys(["compute:tokn"], "compute")).toEqual([]);
});

test("it is said once in a run, however many resources and lookups there are, and shows no value", () => {
  pulumi.runtime.setAllConfig({ "compute:tokn": "geheim", "compute:url": "x" });
  const said = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
  for (let index = 0; index < 3; index++) warnOfUnknownKeys();
  expect(said.mock.calls).toEqual([[expect.stringContaining("Unknown key compute:tokn")]]);
  expect(JSON.stringify(said.mock.calls)).not.toContain("geheim");
});
