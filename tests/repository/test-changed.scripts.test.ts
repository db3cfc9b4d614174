import { temporaryFolder } from "../support/temporary-folder";
import { runInNode } from "../support/run-in-node";

const root = temporaryFolder({
  "provider/things/lamp.ts": "",
  "provider/things/door.ts": "",
  "provider/things/index.ts": 'import { lamp } from "./lamp";\nimport { door } from "./door";',
  "scripts/shared/say.mjs": "",
  "tests/support/service.ts": 'import {\n  all,\n} from "../../provider/things";',
  "tests/cases/near.rules.test.ts": 'import { lamp } from "../../provider/things/lamp";',
  "tests/cases/types.rules.test.ts": 'import type { Lamp } from "../../provider/things/lamp";',
  "tests/cases/alone.rules.test.ts": "",
  "tests/cases/all.contract.test.ts": 'import { all } from "../../provider/things";',
  "tests/cases/pages.contract.test.ts": "",
  "tests/cases/lamp-life.lifecycle.test.ts": 'import { service } from "../support/service";',
  "tests/cases/doors.lifecycle.test.ts": 'import { service } from "../support/service";',
  "tests/cases/near.lifecycle.test.ts": 'import { all } from "../../provider/things";',
  "tests/cases/lamps.faults.test.ts": 'import { service } from "../support/service";',
  "tests/cases/say.scripts.test.ts": 'await load("shared/say")',
  "tests/resources/life.engine.test.ts": "",
});

interface Choice {
  readonly run: readonly string[];
  readonly notRun: Readonly<Record<string, number>>;
}

async function chosen(changed: readonly string[], more: object = {}): Promise<Choice> {
  const body = `
    const { chooseTests, importsBelow } = await load("test/changed");
    return chooseTests({ ...input.more, changed: input.changed, imports: importsBelow(input.root) });`;
  return (await runInNode<Choice>(body, { root, changed, more })).value;
}

const LAMP = "provider/things/lamp.ts";
const FIRST = ["tests/cases/near.rules.test.ts", "tests/cases/all.contract.test.ts"];

test("tests that import a change run: quick lanes first, then those named after it, then those nearby", async () => {
  expect((await chosen([LAMP])).run).toEqual([
    ...FIRST,
    "tests/cases/lamp-life.lifecycle.test.ts",
    "tests/cases/near.lifecycle.test.ts",
    "tests/cases/doors.lifecycle.test.ts",
  ]);
});

test("tests beyond the budget and in slow lanes are skipped and counted", async () => {
  const seconds = { "tests/cases/lamp-life.lifecycle.test.ts": 60, "tests/cases/near.lifecycle.test.ts": 3 };
  const { run, notRun } = await chosen([LAMP], { seconds, budget: 8 });
  expect(run).toEqual([...FIRST, "tests/cases/near.lifecycle.test.ts", "tests/cases/doors.lifecycle.test.ts"]);
  expect(notRun).toEqual({ lifecycle: 1, faults: 1, engine: 1 });
});

test.each([
  ["of a lane that takes minutes", "tests/cases/lamps.faults.test.ts"],
  ["that exceeds the budget", "tests/cases/doors.lifecycle.test.ts"],
])("a changed test file %s runs, and nothing else for it", async (_, file) => {
  expect(await chosen([file], { budget: 0 })).toEqual({ run: [file], notRun: {} });
});

test("a change of a file that no test imports runs the lane contract, which reads pages", async () => {
  const { run } = await chosen(["docs/README.md"]);
  expect(run).toEqual(["tests/cases/all.contract.test.ts", "tests/cases/pages.contract.test.ts"]);
});

test("a script's test runs for a change of the script", async () => {
  expect((await chosen(["scripts/shared/say.mjs"])).run).toEqual(["tests/cases/say.scripts.test.ts"]);
});

test("the seconds of the last test files are recorded beside the others", async () => {
  const folder = temporaryFolder();
  const body = `
    const { recordSeconds, recordedSeconds } = await load("test/costs");
    const file = input + "/.local/seconds.json";
    const ran = (name, end) => ({ testResults: [{ testFilePath: input + "/tests/" + name, perfStats: { start: 0, end } }] });
    recordSeconds(ran("a.test.ts", 1000), input, file);
    recordSeconds(ran("b.test.ts", 2000), input, file);
    recordSeconds(ran("a.test.ts", 3000), input, file);
    return recordedSeconds(file);`;
  expect((await runInNode(body, folder)).value).toEqual({ "tests/a.test.ts": 3, "tests/b.test.ts": 2 });
});
