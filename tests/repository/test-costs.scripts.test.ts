import { writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { runInNode } from "../support/run-in-node";

const root = temporaryFolder({
  "tests/a/other.rules.test.ts": "",
  "tests/a/one.engine.test.ts": "",
  "tests/a/two.engine.test.ts": "",
});
const BUDGETS = { engine: { commands: 10, requests: 20 } };

test.each([
  ["that stays within it", { files: 2, commands: 10, requests: 20 }, []],
  [
    "that exceeds it",
    { files: 2, commands: 11, requests: 21 },
    [
      "Lane engine exceeds its budget: 11 commands instead of 10.",
      "Lane engine exceeds its budget: 21 requests instead of 20.",
    ],
  ],
  ["of which one file ran", { files: 1, commands: 11, requests: 21 }, []],
])("the budget of a lane %s", async (_, costs, expected) => {
  const body = `const { beyondBudget } = await load("test/costs"); return beyondBudget(...input)`;
  const { value } = await runInNode(body, [[{ lane: "engine", ...costs }], BUDGETS, root]);
  expect(value).toEqual(expected);
});

test("the cost table adds up each lane's files", async () => {
  const file = (name: string, seconds: number) => ({
    testFilePath: path.join(root, "tests", "a", `${name}.engine.test.ts`),
    perfStats: { start: 0, end: seconds * 1000 },
    testResults: [{ status: "passed" }, { status: "pending" }],
  });
  writeFileSync(path.join(root, "a!one.engine.test.ts"), "command\ncommand\n7 requests\n");
  const body = `const { costsByLane } = await load("test/costs"); return costsByLane(...input)`;
  const { value } = await runInNode(body, [{ testResults: [file("one", 3), file("two", 4)] }, root, root]);
  expect(value).toEqual([{ lane: "engine", files: 2, tests: 2, seconds: 7, commands: 2, requests: 7 }]);
});
