import path from "node:path";
import fc from "fast-check";
import { SEED } from "../support/chance";
import { runInNode } from "../support/run-in-node";

const FOLDER = path.resolve(__dirname, "../..");
const BODY = `
  const { exploration } = await load("test/explore");
  return exploration(input.args, input.folder, input.env);
`;
interface Exploration {
  seed: string;
  jestArgs: string[];
  repeat: string;
}

async function exploration(args: string[], env: Record<string, string> = {}): Promise<Exploration> {
  return (await runInNode<Exploration>(BODY, { args, folder: FOLDER, env })).value;
}

test("seeds every property test and all randomness in the provider from the test run's seed", () => {
  expect(fc.readConfigureGlobal().seed).toBe(SEED);
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { numRuns: 5, seed: SEED }));
  const fresh = Array.from({ length: 1000 }, () => Math.random());
  expect(fresh.every((chance) => chance >= 0 && chance < 1)).toBe(true);
  expect(new Set(fresh).size).toBeGreaterThan(990);
});

test("explores with a new seed and runs the tests with random input", async () => {
  const [one, other] = [await exploration([]), await exploration([])];
  expect(one.seed).toMatch(/^\d+$/);
  expect(one.seed).not.toBe(other.seed);
  expect(one.jestArgs).toEqual(
    expect.arrayContaining(["tests/emulator/fuzz.emulator.test.ts", "tests/record-sets/plan.rules.test.ts"]),
  );
  expect(one.repeat).toBe(`PROPERTY_SEED=${one.seed} npm run test:explore`);
});

test("repeats an exploration with the seed it printed", async () => {
  const { seed, jestArgs, repeat } = await exploration(["tests/emulator/fuzz", "--verbose"], { PROPERTY_SEED: "42" });
  expect([seed, jestArgs]).toEqual(["42", ["tests/emulator/fuzz", "--verbose"]]);
  expect(repeat).toBe("PROPERTY_SEED=42 npm run test:explore -- tests/emulator/fuzz --verbose");
});
