import * as pulumi from "@pulumi/pulumi";
import { unknownKeys, warnOfUnknownKeys } from "../../provider/sdk/stack-keys";

test.each([
  ["compute:tokn", "compute:token"],
  ["compute:Token", "compute:token"],
  ["compute:uri", "compute:url"],
  ["compute:default-tags", "compute:defaultTags"],
  ["compute:allowHTTP", "compute:allowHttp"],
])("warns about %s and suggests %s", (key, meant) => {
  const [warning, ...others] = unknownKeys(["shop:size", "compute:token", key], "shop");
  expect(warning).toContain(`Unknown key ${key} in stack config; did you mean ${meant}?`);
  expect(others).toEqual([]);
});

test("warns about a key without a similar one, with all valid keys and the project's namespace", () => {
  expect(unknownKeys(["compute:timeout"], "shop")).toEqual([
    "Unknown key compute:timeout in stack config. Valid keys: compute:token, compute:url, " +
      "compute:brand, compute:allowHttp, compute:defaultTags. For a setting of the program itself, use shop:timeout.",
  ]);
});

test("doesn't warn about valid keys, other namespaces, or a project with the same namespace", () => {
  const known = ["compute:token", "compute:url", "compute:brand", "compute:allowHttp", "compute:defaultTags"];
  expect(unknownKeys([...known, "shop:tokn", "computer:tokn"], "shop")).toEqual([]);
  expect(unknownKeys(["compute:tokn"], "compute")).toEqual([]);
});

test("warns once, for any number of resources and data sources, and shows no value", () => {
  pulumi.runtime.setAllConfig({ "compute:tokn": "geheim", "compute:url": "x" });
  const said = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
  for (let index = 0; index < 3; index++) warnOfUnknownKeys();
  expect(said.mock.calls).toEqual([[expect.stringContaining("Unknown key compute:tokn")]]);
  expect(JSON.stringify(said.mock.calls)).not.toContain("geheim");
});
