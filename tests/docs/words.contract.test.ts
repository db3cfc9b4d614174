import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "../support/files-below";

const PROJECT = path.resolve(__dirname, "..", "..");

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
  [/\bclear (answer|response)/i, "ambiguous response"],
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

/** What users read: all messages are on docs/reference/messages.md, and docstrings on the pages and in editors. */
const pages = [
  ...["README.md", "CHANGELOG.md", "SECURITY.md"],
  ...["docs", "examples", "templates", "drift-action"].flatMap((folder) =>
    filesBelow(path.join(PROJECT, folder)).map((file) => path.relative(PROJECT, file)),
  ),
].filter((file) => file.endsWith(".md") && !/node_modules|^docs\/(decisions|reference\/(api|conformance))/.test(file));
const declarations = ["resources", "data-sources", "sdk/resources", "sdk/data-sources"].flatMap((folder) =>
  filesBelow(path.join(PROJECT, "provider", folder)).map((file) => path.relative(PROJECT, file)),
);

/** Lines without code, which may use any words. */
function proseOf(file: string): string[] {
  const text = readFileSync(path.join(PROJECT, file), "utf8");
  if (file.endsWith(".md")) return text.replace(/^```.*?^```/gms, "").split("\n");
  return text.split("\n").filter((line) => /^\s*(\/\*)?\*/.test(line));
}

const prose = [...pages, ...declarations].flatMap((file) => proseOf(file).map((line) => ({ file, line })));

test.each(REPLACED.map(([pattern, instead]) => ({ pattern, instead })))(
  "no page, message or docstring contains $pattern; use $instead",
  ({ pattern }) => {
    expect(prose.filter(({ line }) => pattern.test(line))).toEqual([]);
  },
);

test("the lists of pages and declarations are not empty", () => {
  expect(pages).toEqual(expect.arrayContaining(["docs/guide/recovery.md", "docs/reference/messages.md"]));
  expect(declarations).toContain("provider/resources/instance-args.ts");
});
