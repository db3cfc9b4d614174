import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { startEmulator } from "../../emulator";
import { SEED } from "../support/chance";
import { runInNode } from "../support/run-in-node";

const repository = path.resolve(__dirname, "../..");

test("the last line counts tests, and a file that failed to load as a failed one", async () => {
  const body = `
    const { countTests } = await load("test/costs");
    const { countsLine } = await load("test/run-tests");
    const none = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0, numTodoTests: 0 };
    return input.map((some) => countsLine(countTests({ ...none, ...some })));
  `;
  const { value } = await runInNode<string[]>(body, [
    { numPassedTests: 12 },
    { numPassedTests: 3, numFailedTests: 1, numRuntimeErrorTestSuites: 2 },
    { numPassedTests: 3, numPendingTests: 1, numTodoTests: 1 },
  ]);
  expect(value).toEqual(["12 passed, 0 failed", "3 passed, 3 failed", "3 passed, 0 failed, 2 skipped"]);
});

test("the CLI is prepared for the lanes that run it", async () => {
  const arguments_ = [
    [],
    ["--selectProjects", "rules", "engine"],
    ["tests/rules", "-t", "engine"],
    ["--selectProjects", "rules", "contract", "--verbose"],
    ["--ignoreProjects", "engine", "package", "native"],
    ["--ignoreProjects", "engine"],
  ];
  const body = `const { lanesNeedPulumi } = await load("test/run-tests"); return input.map(lanesNeedPulumi)`;
  expect((await runInNode<boolean[]>(body, arguments_)).value).toEqual([true, true, true, false, false, true]);
});

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
    ["several Node versions, the oldest first", "chosenRanges", [RANGES, ["latest", "22"]], ["22", "latest"]],
    ["the oldest and the newest SDK for Node 20", "fittingSdks", [published, "20.19.0"], ["3.245.0", "3.248.0"]],
    ["no SDK that requires a later Node 22", "fittingSdks", [published, "22.0.0"], ["3.245.0", "3.250.0"]],
    ["no prerelease of the SDK", "fittingSdks", [published, "26.10.0"], ["3.245.0", "3.1000.0"]],
    ["a single SDK once", "fittingSdks", [published.slice(1, 2), "20.19.0"], ["3.245.0"]],
  ])("tests with %s", async (_, name, args, expected) => {
    expect(await call(name, ...args)).toEqual(expected);
  });
});

test("an unknown option of the quickstart is rejected before anything is prepared", async () => {
  const body = `
    process.argv = ["node", "quickstart", "--kepp"];
    await load("quickstart/quickstart");
    process.once("exit", () => { process.exitCode = 0; });
    return process.exitCode;
  `;
  const { value, said } = await runInNode<number>(body);
  expect(value).toBe(1);
  expect(said[0]).toBe("Error: Unknown option `--kepp`.");
});

test("the last lines of the quickstart name the program and, with --keep, the dashboard", async () => {
  const emulator = await startEmulator();
  try {
    const body = `const texts = await load("quickstart/phases"); return [texts.endText(), texts.keptText(input)];`;
    const { value } = await runInNode<[string, string]>(body, { url: emulator.url });
    for (const text of value) {
      const program = /The program that ran: (\S+)/.exec(text)?.[1] ?? "";
      expect(program).toBe("examples/quickstart/index.ts");
      expect(existsSync(path.join(repository, program))).toBe(true);
    }
    const address = /The dashboard: +(\S+)/.exec(value[1])?.[1] ?? "";
    const page = await fetch(address, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toContain("text/html");
  } finally {
    await emulator.close();
  }
});

test("a command reads its input from stdin, so that a secret need not be an argument", async () => {
  const body = `
    const { runCommand } = await load("shared/run-command");
    const script = "process.stdin.on('data', (data) => process.stdout.write('read ' + data))";
    const given = await runCommand(process.execPath, ["-e", script], { input: "a secret" });
    const nothing = await runCommand(process.execPath, ["-e", script]);
    const deaf = await runCommand(process.execPath, ["-e", "process.exit(3)"], { input: "x".repeat(1_000_000) });
    return [given.stdout, nothing.stdout, deaf.code];
  `;
  expect((await runInNode(body)).value).toEqual(["read a secret", "", 3]);
});
