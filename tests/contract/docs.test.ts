import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { kinds } from "../../provider/resources/registry";

const FOLDER = path.resolve(__dirname, "..", "..", "docs", "resources");

/** Rows of a page's tables, but for the heads: the cells of each. */
function rowsOf(kind: string, section: string): string[][] {
  const file = path.join(FOLDER, `${kind}.md`);
  if (!existsSync(file)) throw new Error(`docs/resources/${kind}.md is not there. Run: npm run docs`);
  const [, text = ""] = readFileSync(file, "utf8").split(`\n## ${section}\n`);
  const rows = (text.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((line) =>
    line
      .slice(2, -2)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

test.each(kinds)("every argument and output of $kind has a meaning on its page", ({ kind, args }) => {
  const rows = [...rowsOf(kind, "Arguments"), ...rowsOf(kind, "Outputs")];
  expect(rows.length).toBeGreaterThanOrEqual(Object.keys(args).length + 1);
  expect(rows.filter((cells) => cells.at(-1) === "").map(([name]) => name)).toEqual([]);
});

test.each(kinds)("every rule of $kind that makes one spelling of several says what it does", ({ args }) => {
  const silent = Object.entries(args).filter(([, { compare, sent }]) =>
    [compare?.canonical, compare?.by, sent?.mergedIntoLive].some(
      (rule) => typeof rule === "function" && rule.says === undefined,
    ),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test.each(kinds)("every secret output of $kind is marked on its page", (definition) => {
  const { kind, outputs } = definition;
  const secrets = Object.entries(outputs.from).flatMap(([name, { secret }]) => (secret ? [name] : []));
  const marked = rowsOf(kind, "Outputs").filter((cells) => cells.at(-1)?.endsWith("**Secret.**"));
  expect(marked.map(([name]) => name)).toEqual(secrets.map((name) => `\`${name}\``));
});
