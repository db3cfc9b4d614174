import { spawnSync } from "node:child_process";
import path from "node:path";
import { repository } from "../support/engine-project";

/** What a user has who has just installed Jest and a transform for TypeScript. */
const PLAIN_CONFIG = { testEnvironment: "node", transform: { "\\.ts$": "@swc/jest" } };

test("the example of a unit test with mocks runs under a Jest that knows nothing of this package", () => {
  const rootDir = path.join(repository, "examples", "unit-tests");
  const config = JSON.stringify({ ...PLAIN_CONFIG, rootDir });
  const jest = path.join(repository, "node_modules", "jest", "bin", "jest.js");
  const { status, stderr } = spawnSync(process.execPath, [jest, "--config", config], { encoding: "utf8" });
  expect(`${status}\n${stderr}`).toMatch(/^0\n[^]*Tests: +[1-9]\d* passed, [1-9]\d* total/);
});
