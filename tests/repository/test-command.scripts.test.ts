import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { SEED } from "../support/chance";
import { runInNode } from "../support/run-in-node";

const repository = path.resolve(__dirname, "../..");

test("each part of test:all is in one share of any number, and every night runs each", async () => {
  const body = `
    const { partsNamed } = await load("test/parts");
    const error = await Promise.resolve("nothing").then(partsNamed).catch(({ message }) => message);
    const shares = (count) => Array.from({ length: count }, (_, index) => partsNamed(index + 1 + "/" + count));
    return { all: partsNamed(undefined), one: partsNamed("engine"), three: shares(3).flat(), error };
  `;
  const { value } = await runInNode<Record<"all" | "one" | "three", string[]> & { error: string }>(body);
  expect(value.one).toEqual(["engine"]);
  expect(value.three.sort()).toEqual([...value.all].sort());
  expect(value.error).toMatch(/^There is no part nothing\. Parts: functions, .*; or 1\/\d+\.$/);
  const nightly = readFileSync(path.join(repository, ".github/workflows/nightly.yml"), "utf8");
  const { jobs } = parse(nightly) as { jobs: { tests: { strategy: { matrix: { part: string[] } } } } };
  expect(jobs.tests.strategy.matrix.part).toEqual(value.all);
});

test("the parts of test:all have every lane, and both hosts; the files that npm test chooses from the slow lanes exist", () => {
  type Lists = Readonly<Record<string, string[]>>;
  const { LANES, HOSTS, PARTS, SHORT } = jest.requireActual<{
    LANES: string[];
    HOSTS: string[];
    PARTS: Lists;
    SHORT: Lists;
  }>("../../scripts/test/lanes.cjs");
  expect(Object.values(PARTS).flat()).toEqual(expect.arrayContaining([...LANES, ...HOSTS]));
  const { native = [], ...lanes } = SHORT;
  const inLanes = Object.entries(lanes).flatMap(([lane, files]) => files.map((file) => `${file}.${lane}`));
  const missing = [...native, ...inLanes].filter((file) => !existsSync(path.join(repository, `tests/${file}.test.ts`)));
  expect(missing).toEqual([]);
});

test("each property test and all randomness in the provider has the test run's seed", () => {
  expect(fc.readConfigureGlobal().seed).toBe(SEED);
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { numRuns: 5, seed: SEED }));
  const fresh = Array.from({ length: 1000 }, () => Math.random());
  expect(fresh.every((chance) => chance >= 0 && chance < 1)).toBe(true);
  expect(new Set(fresh).size).toBeGreaterThan(990);
});

describe("test:matrix", () => {
  const RANGES = ["20.19.0", "22", "24", "latest"];
  const published = [
    { version: "3.250.0", node: ">=22" },
    { version: "3.245.0", node: ">=20" },
    { version: "3.1000.0", node: ">=22.1" },
    { version: "3.248.0", node: ">=20" },
    { version: "3.1001.0-alpha.1", node: ">=22.1" },
  ];
  const call = async (name: string, ...args: unknown[]): Promise<unknown> =>
    (await runInNode(`return (await load("test/matrix")).${name}(...input);`, args)).value;

  test.each<[string, string, unknown[], string[]]>([
    ["all Node versions from the oldest supported", "nodeRanges", [{ engines: { node: ">=20.19" } }], RANGES],
    ["all Node versions without arguments", "chosenRanges", [RANGES, []], RANGES],
    ["the oldest Node by its major version", "chosenRanges", [RANGES, ["20"]], ["20.19.0"]],
    ["the oldest and the newest SDK for Node 20", "fittingSdks", [published, "20.19.0"], ["3.245.0", "3.248.0"]],
    ["a single SDK once", "fittingSdks", [published.slice(1, 2), "20.19.0"], ["3.245.0"]],
  ])("tests with %s", async (_, name, args, expected) => {
    expect(await call(name, ...args)).toEqual(expected);
  });
});
