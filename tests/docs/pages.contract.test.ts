import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { dataSourceRules } from "../../provider/data-sources/registry";
import { argumentsOf } from "../../provider/data-sources/rule";
import { kinds } from "../../provider/resources/registry";
import { filesBelow } from "../support/files-below";
import { typeErrors } from "../support/program-checks";

const PROJECT = path.resolve(__dirname, "..", "..");
const REFERENCE = path.join(PROJECT, "docs", "reference");

const filesOf = (...folders: string[]): string[] =>
  folders
    .flatMap((folder) => filesBelow(path.join(PROJECT, folder)).map((file) => path.relative(PROJECT, file)))
    .filter((file) => !/node_modules/.test(file));
const textOf = (file: string): string => readFileSync(path.join(PROJECT, file), "utf8");

const pages = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"],
  ...filesOf("docs", "examples", "templates", "drift-action").filter((file) => file.endsWith(".md")),
];
/** Contributors have the interface documents. */
const pagesForUsers = pages.filter(
  (file) => !/^docs\/(decisions\/|reference\/(conformance\.md|api\/))|^CO[A-Z_]+\.md$/.test(file),
);

/** The sources of the published declarations, with their code and comments. */
const SOURCES = filesOf("provider", "emulator", "cli").filter((file) => file.endsWith(".ts"));

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
    const rows = textOf(`docs/reference/${page}`)
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(rows).not.toEqual([]);
    expect(rows.filter((line) => /\|\s+\|$/.test(line))).toEqual([]);
  },
);

test("the migrated program of docs/guide/migrating.md compiles", () => {
  const programs = textOf("docs/guide/migrating.md").matchAll(/^```ts\n(.*?)^```$/gms);
  const [, after = ""] = Array.from(programs, ([, text = ""]) => text);
  expect(after).toContain("// index.ts, after");
  expect(typeErrors({ "index.ts": after })).toEqual([]);
});

test("the program of docs/guide/beside-linode.md compiles, with the types of both packages", () => {
  const [, program = ""] = /^```ts\n(.*?)^```$/ms.exec(textOf("docs/guide/beside-linode.md")) ?? [];
  expect(program).toContain("new linode.Volume");
  expect(typeErrors({ "index.ts": program })).toEqual([]);
});

test("the page on unit tests shows the beginnings of the example's files, which are tested", () => {
  const page = textOf("docs/guide/unit-tests.md");
  const blocks = Array.from(page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms), ([, file = "", code = ""]) => ({
    file,
    code,
  }));
  expect(blocks.map(({ file }) => file)).toEqual(["infra.ts", "index.ts", "infra.test.ts", "stack.test.ts"]);
  expect(page.match(/^```ts$/gm)).toHaveLength(blocks.length);
  for (const { file, code } of blocks) {
    const text = textOf(`examples/unit-tests/${file}`);
    expect(text.slice(0, code.length)).toBe(code);
  }
});

test("no page or declaration for users cites a section of documents that they don't have", () => {
  expect(pagesForUsers).toContain("docs/reference/resources/Instance.md");
  expect(SOURCES).toContain("provider/sdk/resources/instance.ts");
  const citing = [...pagesForUsers, ...SOURCES].flatMap((file) =>
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

const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");

/** Targets of links and images in this repository. */
function linksIn(page: string): string[] {
  const targets = Array.from(withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchor that a heading has on the usual hosts. */
function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}

function anchorsIn(page: string): string[] {
  return Array.from(textOf(page).matchAll(/^#+ +(.*?) *$/gm), ([, heading = ""]) => anchorOf(heading));
}

function isFound(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : path.join(path.dirname(page), decodeURI(file));
  // A directory is a page only on a host that shows it as one.
  if (!existsSync(path.join(PROJECT, target)) || !statSync(path.join(PROJECT, target)).isFile()) return false;
  if (anchor === undefined) return true;
  return anchorsIn(target).includes(anchor);
}

test.each(pages)("every link in %s resolves", (page) => {
  expect(linksIn(page).filter((link) => !isFound(page, link))).toEqual([]);
});

test("a message that refers to a page names where the installed package has it", () => {
  const code = filesOf("provider", "cli", "emulator").map((file) => textOf(file).replace(/^\s*(\/?\*|\/\/).*$/gm, ""));
  const named = code.flatMap((text) => text.match(/[\w./-]*\bdocs\/[\w./-]+\.md[\w#-]*/g) ?? []);
  const installed = "node_modules/pulumi-compute/";
  expect(named).not.toEqual([]);
  expect(named.filter((link) => !link.startsWith(installed))).toEqual([]);
  expect(named.filter((link) => !isFound("README.md", link.slice(installed.length)))).toEqual([]);
});

test("the docs index links every page of the guide and the reference", () => {
  const named = linksIn("docs/README.md").map((link) => path.join("docs", link));
  const own = pages.filter((page) => ["docs/guide", "docs/reference"].includes(path.dirname(page)));
  expect(own.filter((page) => !named.includes(page))).toEqual([]);
});

test("the README is short and fits in a terminal", () => {
  const lines = textOf("README.md").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(110);
  expect(lines.filter(({ length }) => length > 120)).toEqual([]);
});

/** Former wording, and the term to use instead. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b(take|takes|took|taken|taking) (it |them |one )?over\b/i, "adopt"],
  [/\bbase address/i, "API URL"],
  [/\boperator's word/i, "brand"],
  [/\blive page/i, "dashboard"],
  [/\bbehind \w+('s|s'|s)? back\b/i, "out of band"],
  [/\b(stopped|killed) run/i, "interrupted update"],
  [/\bmade again\b/i, "recreated"],
  [/\bleft alone\b/i, "not modified"],
  [/\b(got|gets) lost\b/i, "no response"],
  [/\b(clear answer|(clear|ambiguous) responses?)\b|\bresponses? .*\bambiguous\b/i, "the service did not confirm it"],
  [/\bis (refused|gone)\b/i, "preview rejects, is deleted"],
  [/\bnothing (is )?to (do|change)\b/i, "no changes"],
  [/\bstandard (error )?output\b/i, "stdout, stderr"],
  [/\bfindings that count\b/i, "active findings"],
  [/\bwarn(s|ed)? of\b/i, "warn about"],
  [/\bchanges? in place\b/i, "update in place"],
  [/\btoken that (may )?only read/i, "read-only token"],
  [/\bcontrol interface/i, "control API"],
  [/\bstrangers?\b/i, "third party"],
  [/\bprovider names?\b/i, "brand"],
  [/\bfolders?\b/i, "directory"],
  [/\b(lost|late|truncated) answer/i, "response"],
  [/\blook(s|ing) for (its|the) result\b/i, "searches for the result"],
];

/** Users read the docstrings of these in editors. */
const declarations = filesOf(
  ...["resources", "data-sources", "sdk/resources", "sdk/generated"].map((folder) => `provider/${folder}`),
);

/** Lines without code, which may use any words. */
function proseOf(file: string): string[] {
  const text = textOf(file);
  if (file.endsWith(".md")) return text.replace(/^```.*?^```/gms, "").split("\n");
  return text.split("\n").filter((line) => /^\s*(\/\*)?\*/.test(line));
}

/** The texts in the code that have words: messages, and parts of them. */
function messagesOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const text = textIn(node);
    if (text !== undefined && / [a-z]/.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ES2022, true));
  return found;
}

/** The text of a literal, a template or a concatenation; undefined for anything else. */
function textIn(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => `${textIn(expression) ?? "…"}${literal.text}`);
    return [node.head.text, ...spans].join("");
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const parts = [node.left, node.right].map(textIn);
  return parts.some((part) => part !== undefined) ? parts.map((part) => part ?? "…").join("") : undefined;
}

const prose = [
  ...[...pagesForUsers, ...declarations].flatMap((file) => proseOf(file).map((line) => ({ file, line }))),
  ...SOURCES.flatMap((file) => messagesOf(file).map((line) => ({ file, line }))),
];

test.each(REPLACED.map(([pattern, instead]) => ({ pattern, instead })))(
  "no page, message or docstring contains $pattern; use $instead",
  ({ pattern }) => {
    expect(prose.filter(({ line }) => pattern.test(line))).toEqual([]);
  },
);

test("the lists of pages, declarations and messages are not empty", () => {
  expect(pagesForUsers).toContain("docs/guide/recovery.md");
  expect(prose.filter(({ file }) => file === "provider/lifecycle/ownership/once.ts")).not.toEqual([]);
  expect(declarations).toContain("provider/resources/instance-args.ts");
});
