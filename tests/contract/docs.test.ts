import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import "../../provider";
import { argumentsOf, everyLookup } from "../../provider/lookups/rule";
import { kinds } from "../../provider/resources/registry";
import { filesBelow } from "../support/files-below";

const PROJECT = path.resolve(__dirname, "..", "..");
const DOCS = path.join(PROJECT, "docs");

/** Rows of a page's tables, but for the heads: the cells of each. */
function rowsOf(page: string, section: string): string[][] {
  const file = path.join(DOCS, page);
  if (!existsSync(file)) throw new Error(`docs/${page} is not there. Run: npm run docs`);
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
  const page = `resources/${kind}.md`;
  const rows = [...rowsOf(page, "Inputs"), ...rowsOf(page, "Outputs")];
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
  const marked = rowsOf(`resources/${kind}.md`, "Outputs").filter((cells) => cells.at(-1)?.endsWith("**Secret.**"));
  expect(marked.map(([name]) => name)).toEqual(secrets.map((name) => `\`${name}\``));
});

test.each(everyLookup)("every argument, output and type of $name has a meaning on its page", (lookup) => {
  const page = `lookups/${lookup.name}.md`;
  const [inputs, outputs, types] = ["Inputs", "Outputs", "Types"].map((section) => rowsOf(page, section));
  expect(inputs?.map(([name]) => name)).toEqual(argumentsOf(lookup).map(({ name }) => `\`${name}\``));
  expect(outputs).not.toEqual([]);
  const rows = [inputs, outputs, types].flatMap((all) => all ?? []);
  expect(rows.filter((cells) => cells.at(-1) === "").map(([name]) => name)).toEqual([]);
});

test.each(["resources/Zone.md", "resources/Provider.md", "emulator-api.md"])(
  "no cell of %s is without a meaning",
  (page) => {
    const rows = readFileSync(path.join(DOCS, page), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(rows).not.toEqual([]);
    expect(rows.filter((line) => /\|\s+\|$/.test(line))).toEqual([]);
  },
);

/** For those who change the code, who have the interface documents. */
const OF_CONTRIBUTORS = /^docs\/(conformance\.md|decisions\/|api\/)|^CONTRIBUTING\.md$/;

test("no page for users cites a section of documents that they do not have", () => {
  const pages = ["docs", "examples", "drift-action"].flatMap((folder) =>
    filesBelow(path.join(PROJECT, folder)).map((file) => path.relative(PROJECT, file)),
  );
  const ofUsers = ["README.md", ...pages].filter(
    (file) => file.endsWith(".md") && !/node_modules/.test(file) && !OF_CONTRIBUTORS.test(file),
  );
  expect(ofUsers).toContain("docs/resources/Instance.md");
  const citing = ofUsers.flatMap((file) =>
    readFileSync(path.join(PROJECT, file), "utf8")
      .split("\n")
      .filter((line) => /\bdocuments? [1-9]/i.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(citing).toEqual([]);
});
