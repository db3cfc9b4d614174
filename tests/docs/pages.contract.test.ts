import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { dataSourceRules } from "../../provider/data-sources/registry";
import { argumentsOf } from "../../provider/data-sources/rule";
import { kinds } from "../../provider/resources/registry";
import { filesBelow } from "../support/files-below";
import { typeErrors } from "../support/program-checks";

const PROJECT = path.resolve(__dirname, "..", "..");
const REFERENCE = path.join(PROJECT, "docs", "reference");

/** The cells of each table row on a page, without the headers. */
function rowsOf(page: string, section: string): string[][] {
  const file = path.join(REFERENCE, page);
  if (!existsSync(file)) throw new Error(`docs/reference/${page} is not there. Run: npm run docs`);
  const [, text = ""] = readFileSync(file, "utf8").split(`\n## ${section}\n`);
  const rows = (text.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((line) =>
    line
      .slice(2, -2)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

test.each(kinds)("every input and output of $kind has a description on its page", ({ kind, args }) => {
  const page = `resources/${kind}.md`;
  const rows = [...rowsOf(page, "Inputs"), ...rowsOf(page, "Outputs")];
  expect(rows.length).toBeGreaterThanOrEqual(Object.keys(args).length + 1);
  expect(rows.filter((cells) => cells.at(-1) === "").map(([name]) => name)).toEqual([]);
});

test.each(kinds)("every rule of $kind for equivalent values has a description", ({ args }) => {
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

test.each(dataSourceRules)("every input, output and type of $name has a description on its page", (lookup) => {
  const page = `data-sources/${lookup.name}.md`;
  const [inputs, outputs, types] = ["Inputs", "Outputs", "Types"].map((section) => rowsOf(page, section));
  expect(inputs?.map(([name]) => name)).toEqual(argumentsOf(lookup).map(({ name }) => `\`${name}\``));
  expect(outputs).not.toEqual([]);
  const rows = [inputs, outputs, types].flatMap((all) => all ?? []);
  expect(rows.filter((cells) => cells.at(-1) === "").map(([name]) => name)).toEqual([]);
});

test.each(["resources/Zone.md", "resources/Provider.md", "emulator-api.md"])(
  "every table row of %s has a description",
  (page) => {
    const rows = readFileSync(path.join(REFERENCE, page), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(rows).not.toEqual([]);
    expect(rows.filter((line) => /\|\s+\|$/.test(line))).toEqual([]);
  },
);

test("the migrated program of docs/guide/migrating.md compiles", () => {
  const programs = readFileSync(path.join(PROJECT, "docs/guide/migrating.md"), "utf8").matchAll(
    /^```ts\n(.*?)^```$/gms,
  );
  const [, after = ""] = Array.from(programs, ([, text = ""]) => text);
  expect(after).toContain("// index.ts, after");
  expect(typeErrors({ "index.ts": after })).toEqual([]);
});

test("the page on unit tests shows the beginnings of the example's files, which are tested", () => {
  const page = readFileSync(path.join(PROJECT, "docs/guide/unit-tests.md"), "utf8");
  const blocks = Array.from(page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms), ([, file = "", code = ""]) => ({
    file,
    code,
  }));
  expect(blocks.map(({ file }) => file)).toEqual(["infra.ts", "index.ts", "infra.test.ts", "stack.test.ts"]);
  expect(page.match(/^```ts$/gm)).toHaveLength(blocks.length);
  for (const { file, code } of blocks) {
    const text = readFileSync(path.join(PROJECT, "examples/unit-tests", file), "utf8");
    expect(text.slice(0, code.length)).toBe(code);
  }
});

test("every output of a resource or data source is documented in the declarations, for editors", () => {
  const report = readFileSync(path.join(REFERENCE, "api", "pulumi-compute.api.md"), "utf8");
  const outputs = [...report.matchAll(/^(?:export )?interface (\w+(?:State|Result|Fields|Disk))\b.*\{\n([^}]*)/gm)];
  expect(outputs.length).toBeGreaterThan(40);
  const silent = outputs.filter(([, , members = ""]) => members.includes("(undocumented)"));
  expect(silent.map(([, name]) => name)).toEqual([]);
});

/** Pages for contributors, who have the interface documents. */
const OF_CONTRIBUTORS = /^docs\/(decisions\/|reference\/(conformance\.md|api\/))|^CONTRIBUTING\.md$/;

const filesOf = (...folders: string[]): string[] =>
  folders
    .flatMap((folder) => filesBelow(path.join(PROJECT, folder)).map((file) => path.relative(PROJECT, file)))
    .filter((file) => !/node_modules/.test(file));
const textOf = (file: string): string => readFileSync(path.join(PROJECT, file), "utf8");

/** The sources of the published declarations, with their code and comments. */
const SOURCES = filesOf("provider", "emulator", "cli").filter((file) => file.endsWith(".ts"));

test("no page or declaration for users cites a section of documents that they don't have", () => {
  const pages = ["README.md", ...filesOf("docs", "examples", "drift-action")].filter(
    (file) => file.endsWith(".md") && !OF_CONTRIBUTORS.test(file),
  );
  expect(pages).toContain("docs/reference/resources/Instance.md");
  expect(SOURCES).toContain("provider/sdk/resources/instance.ts");
  const citing = [...pages, ...SOURCES].flatMap((file) =>
    textOf(file)
      .split("\n")
      .filter((line) => /\bdocuments? [1-9]/i.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(citing).toEqual([]);
});

test("CONTRIBUTING.md maps each cited section to its document", () => {
  const [, table = ""] = textOf("CONTRIBUTING.md").split("\n## Where a rule is from\n");
  const rows = (table.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  const sections = rows.slice(2).flatMap((row) => row.split("|")[1]?.trim().split(", ") ?? []);
  const cited = SOURCES.flatMap((file) =>
    [...textOf(file).matchAll(/Linode API\s[\s*]*v4,\s[\s*]*([^().;:,"]+)/g)].flatMap(([, names = ""]) =>
      names
        .split(/\sand\s(?=Managed|Domain|Linode)/)
        .map((name) => `${file}: ${name.replace(/\s[\s*]*/g, " ").trim()}`),
    ),
  );
  expect(cited.length).toBeGreaterThan(200);
  expect(cited.filter((each) => !sections.includes(each.slice(each.indexOf(": ") + 2)))).toEqual([]);
});
