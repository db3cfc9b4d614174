import { temporaryFolder } from "../support/temporary-folder";
import { runInNode } from "./run-in-node";

const root = temporaryFolder({
  "provider/resources/domain.ts": "",
  "provider/resources/image.ts": "",
  "provider/resources/index.ts": 'import { domain } from "./domain";\nimport { image } from "./image";',
  "scripts/say.mjs": "",
  "tests/support/service.ts": 'import {\n  all,\n} from "../../provider/resources";',
  "tests/rules/near.test.ts": 'import { domain } from "../../provider/resources/domain";',
  "tests/rules/types.test.ts": 'import type { Domain } from "../../provider/resources/domain";',
  "tests/rules/alone.test.ts": "",
  "tests/contract/all.test.ts": 'import { all } from "../../provider/resources";',
  "tests/contract/pages.test.ts": "",
  "tests/lifecycle/domain-life.test.ts": 'import { service } from "../support/service";',
  "tests/lifecycle/images.test.ts": 'import { service } from "../support/service";',
  "tests/lifecycle/near.test.ts": 'import { all } from "../../provider/resources";',
  "tests/faults/domains.test.ts": 'import { service } from "../support/service";',
  "tests/scripts/say.test.ts": 'await load("say")',
  "tests/engine/life.test.ts": "",
});

interface Choice {
  readonly run: readonly string[];
  readonly notRun: Readonly<Record<string, number>>;
}

async function chosen(changed: readonly string[], more: object = {}): Promise<Choice> {
  const body = `
    const { chooseTests, importsBelow } = await load("changed-tests");
    return chooseTests({ ...input.more, changed: input.changed, imports: importsBelow(input.root) });`;
  return (await runInNode<Choice>(body, { root, changed, more })).value;
}

const DOMAIN = "provider/resources/domain.ts";
const FIRST = ["tests/rules/near.test.ts", "tests/contract/all.test.ts"];

test("what imports a change runs: quick lanes first, then what is named after it, then what is near", async () => {
  expect((await chosen([DOMAIN])).run).toEqual([
    ...FIRST,
    "tests/lifecycle/domain-life.test.ts",
    "tests/lifecycle/near.test.ts",
    "tests/lifecycle/images.test.ts",
  ]);
});

test("what exceeds the budget stays out and is counted, with the lanes that take minutes", async () => {
  const seconds = { "tests/lifecycle/domain-life.test.ts": 60, "tests/lifecycle/near.test.ts": 3 };
  const { run, notRun } = await chosen([DOMAIN], { seconds, budget: 8 });
  expect(run).toEqual([...FIRST, "tests/lifecycle/near.test.ts", "tests/lifecycle/images.test.ts"]);
  expect(notRun).toEqual({ lifecycle: 1, faults: 1, engine: 1 });
});

test.each([
  ["of a lane that takes minutes", "tests/faults/domains.test.ts"],
  ["that exceeds the budget", "tests/lifecycle/images.test.ts"],
])("a changed test file %s runs, and nothing else for it", async (_, file) => {
  expect(await chosen([file], { budget: 0 })).toEqual({ run: [file], notRun: {} });
});

test("a change of what no test imports runs the lane contract, which reads pages", async () => {
  const { run } = await chosen(["docs/README.md"]);
  expect(run).toEqual(["tests/contract/all.test.ts", "tests/contract/pages.test.ts"]);
});

test("a script's test runs for a change of the script", async () => {
  expect((await chosen(["scripts/say.mjs"])).run).toEqual(["tests/scripts/say.test.ts"]);
});

test("the seconds of the files that ran last are remembered beside the others", async () => {
  const folder = temporaryFolder();
  const body = `
    const { recordSeconds, recordedSeconds } = await load("test-costs");
    const file = input + "/.local/seconds.json";
    const ran = (name, end) => ({ testResults: [{ testFilePath: input + "/tests/" + name, perfStats: { start: 0, end } }] });
    recordSeconds(ran("a.test.ts", 1000), input, file);
    recordSeconds(ran("b.test.ts", 2000), input, file);
    recordSeconds(ran("a.test.ts", 3000), input, file);
    return recordedSeconds(file);`;
  expect((await runInNode(body, folder)).value).toEqual({ "tests/a.test.ts": 3, "tests/b.test.ts": 2 });
});
