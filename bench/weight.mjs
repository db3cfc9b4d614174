// node bench/weight.mjs [FOLDER] - how much code there is in a clone, and in how many places a fact stands: by default this clone, or another
// one, to compare two commits.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import ts from "typescript";

import { projectFolder } from "../scripts/shared/paths.mjs";

const folder = path.resolve(process.argv[2] ?? projectFolder);
const tracked = execFileSync("git", ["ls-files"], { cwd: folder, encoding: "utf8", maxBuffer: 1e8 }).split("\n");
const code = new Map(
  tracked
    .filter(
      (file) => /\.(ts|mts|mjs|cjs)$/.test(file) && !file.endsWith(".d.ts") && existsSync(path.join(folder, file)),
    )
    .map((file) => [file, readFileSync(path.join(folder, file), "utf8")]),
);
const below = (...folders) => [...code.keys()].filter((file) => folders.some((one) => file.startsWith(one)));
const isGenerated = (file) => /^\/\/ Generated/.test(code.get(file));
const linesOf = (files) => files.reduce((sum, file) => sum + code.get(file).split("\n").length - 1, 0);

/** Where a resource type is declared and exported. */
const DECLARATIONS = [
  "provider/resources/",
  "provider/data-sources/",
  "provider/normalise/",
  "provider/sdk/resources/",
  "provider/sdk/data-sources/",
  "provider/sdk/generated/",
  "provider/native.ts",
  "provider/native-declarations.ts",
  "provider/index.ts",
];
const PLAIN = ["Instance", "Image", "Domain", "DomainRecord", "MongoDatabase", "MysqlDatabase"];
const REPEATED_LINES = 6;

const declarations = below(...DECLARATIONS);
const options = optionsOfDefinitions();
console.table({
  ...Object.fromEntries(
    ["provider", "emulator", "cli", "tests", "scripts", "bench"].map((name) => [
      `lines of ${name}/`,
      linesOf(below(`${name}/`)),
    ]),
  ),
  "lines that declare and export resource types and data sources, by hand": linesOf(
    declarations.filter((file) => !isGenerated(file)),
  ),
  "the same, generated": linesOf(declarations.filter(isGenerated)),
  "test files that name five or more of the six plain resource types": below("tests/").filter(namesMostKinds).length,
  "files of tests/support/": below("tests/support/").length,
  "options of definitions": options.length,
  "options that one file uses": options.filter(({ users }) => users === 1).length,
  [`pairs of places that repeat ${REPEATED_LINES} lines or more`]: repetitions(below("provider/", "emulator/", "cli/")),
});

function namesMostKinds(file) {
  const named = PLAIN.filter((kind) =>
    new RegExp(`["'\`]${kind}["'\`]|^\\s*${kind}:|compute\\.${kind}\\b`, "m").test(code.get(file)),
  );
  return named.length >= 5;
}

/** Members of the interfaces that a definition consists of, with the number of files with definitions that set them. */
function optionsOfDefinitions() {
  const names = new Set();
  for (const file of below("provider/definition/").filter(
    (one) => !/\/(types|values|path|check-values)\.ts$/.test(one),
  )) {
    visit(ts.createSourceFile(file, code.get(file), ts.ScriptTarget.Latest, true), (node) => {
      if (ts.isPropertySignature(node)) names.add(node.name.getText());
    });
  }
  const users = new Map([...names].map((name) => [name, 0]));
  for (const file of below("provider/resources/")) {
    const set = new Set();
    visit(ts.createSourceFile(file, code.get(file), ts.ScriptTarget.Latest, true), (node) => {
      const isSet =
        ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node);
      if (isSet && ts.isObjectLiteralExpression(node.parent)) set.add(node.name.getText());
    });
    for (const name of set) if (users.has(name)) users.set(name, users.get(name) + 1);
  }
  return [...users].filter(([, count]) => count > 0).map(([name, count]) => ({ name, users: count }));
}

function visit(node, see) {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** Counts each run of equal lines in two places once, however long it is. Imports and lines without letters don't count. */
function repetitions(files) {
  const places = new Map();
  let count = 0;
  for (const file of files) {
    const lines = code
      .get(file)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => /[a-z]{3}/i.test(line) && !/^(import|export \{|\}? from)/.test(line));
    let matching = new Set();
    for (let at = 0; at + REPEATED_LINES <= lines.length; at++) {
      const text = lines.slice(at, at + REPEATED_LINES).join("\n");
      const earlier = places.get(text) ?? [];
      // A run goes on where the place before it matched as well.
      count += earlier.filter((place) => !matching.has(previous(place))).length;
      matching = new Set(earlier);
      places.set(text, [...earlier, `${file}:${at}`]);
    }
  }
  return count;
}

function previous(place) {
  const [, file, at] = /^(.*):(\d+)$/.exec(place);
  return `${file}:${Number(at) - 1}`;
}
