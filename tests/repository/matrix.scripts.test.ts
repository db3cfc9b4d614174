import { runInNode } from "../support/run-in-node";

const RANGES = ["20.19.0", "22", "24", "latest"];

async function call<T>(expression: string, input: unknown = {}): Promise<T> {
  return (await runInNode<T>(`const matrix = await load("test/matrix"); return ${expression};`, input)).value;
}

describe("the Node versions to test", () => {
  test("start with the oldest version that package.json supports", async () => {
    expect(await call("matrix.nodeRanges(input)", { engines: { node: ">=20.19" } })).toEqual(RANGES);
  });

  test.each([
    [[], RANGES],
    [["20"], ["20.19.0"]],
    [
      ["latest", "22"],
      ["22", "latest"],
    ],
  ])("are for %j: %j", async (args, chosen) => {
    expect(await call("matrix.chosenRanges(...input)", [RANGES, args])).toEqual(chosen);
  });

  test("reject any other version", async () => {
    await expect(call("matrix.chosenRanges(...input)", [RANGES, ["21"]])).rejects.toThrow(
      "Unknown Node version `21`. Valid versions: 20, 22, 24, latest.",
    );
  });
});

describe("the SDKs to test on a Node version", () => {
  const published = [
    { version: "3.250.0", node: ">=22" },
    { version: "3.245.0", node: ">=20" },
    { version: "3.1000.0", node: ">=22.1" },
    { version: "3.248.0", node: ">=20" },
    { version: "3.1001.0-alpha.1", node: ">=22.1" },
  ];

  test.each([
    ["20.19.0", ["3.245.0", "3.248.0"]],
    ["22.0.0", ["3.245.0", "3.250.0"]],
    ["26.10.0", ["3.245.0", "3.1000.0"]],
  ])("for %s are the oldest and the newest that require no later one", async (node, sdks) => {
    expect(await call("matrix.fittingSdks(...input)", [published, node])).toEqual(sdks);
  });

  test("include a single SDK only once", async () => {
    expect(await call("matrix.fittingSdks(...input)", [published.slice(1, 2), "20.19.0"])).toEqual(["3.245.0"]);
  });

  test("fail if none is compatible, or if a range is not a lower bound", async () => {
    await expect(call("matrix.fittingSdks(...input)", [published, "18.0.0"])).rejects.toThrow("No SDK");
    await expect(call("matrix.fittingSdks(...input)", [[{ version: "3.245.0" }], "20.0.0"])).rejects.toThrow(
      "must be a lower bound",
    );
  });
});
