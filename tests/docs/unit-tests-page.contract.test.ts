import { readFileSync } from "node:fs";
import path from "node:path";

const PROJECT = path.join(__dirname, "../..");

const page = readFileSync(path.join(PROJECT, "docs/guide/unit-tests.md"), "utf8");
const blocks = Array.from(page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms), ([, file = "", code = ""]) => ({
  file,
  code,
}));

test("the page shows the program and both types of tests", () => {
  expect(blocks.map(({ file }) => file)).toEqual(["infra.ts", "index.ts", "infra.test.ts", "stack.test.ts"]);
  expect(page.match(/^```ts$/gm)).toHaveLength(blocks.length);
});

test.each(blocks)(
  "$file on the page matches the beginning of the example's file, which is tested",
  ({ file, code }) => {
    const text = readFileSync(path.join(PROJECT, "examples/unit-tests", file), "utf8");
    expect(text.slice(0, code.length)).toBe(code);
  },
);
