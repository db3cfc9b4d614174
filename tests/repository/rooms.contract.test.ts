import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { kinds } from "../../provider/resources/registry";

const PROJECT = path.resolve(__dirname, "..", "..");
const PROVIDER = path.join(PROJECT, "provider");

const LIFECYCLE = path.join(PROVIDER, "lifecycle");
const sources = (readdirSync(LIFECYCLE, { recursive: true }) as string[])
  // These rooms are about one resource type each.
  .filter((name) => name.endsWith(".ts") && !/^(record-set|generic)\b/.test(name))
  .map((name) =>
    ts.createSourceFile(name, readFileSync(path.join(LIFECYCLE, name), "utf8"), ts.ScriptTarget.ES2022, true),
  );

const nouns = kinds.flatMap(({ kind, noun }) => [kind, wordsOf(kind), noun]);
const asNoun = new RegExp(`\\b(${nouns.join("|")})s?\\b`, "i");
const segments = kinds.flatMap(({ collection }) => collection.match(/(?<=\/)[a-z]+/g) ?? []);
const asPath = new RegExp(`(?<![.\\w])/(${segments.join("|")})\\b`);

const namesKind = (node: ts.Node): boolean => {
  if (ts.isIdentifier(node)) return asNoun.test(wordsOf(node.text));
  return isText(node) && (asNoun.test(node.text) || asPath.test(node.text));
};

test.each(sources)("the lifecycle mentions no resource type: $fileName", (source) => {
  expect(nodesOf(source).filter(namesKind).map(shown)).toEqual([]);
});

const decisions = readdirSync(path.join(PROJECT, "docs", "decisions")).map((name) => `docs/decisions/${name}`);

test.each(["CONTRIBUTING.md", ...decisions])("the paths that %s names exist", (page) => {
  const text = readFileSync(path.join(PROJECT, page), "utf8");
  const named = Array.from(text.matchAll(/`([\w./-]+\/([\w.-]+\.(?:ts|mjs|cjs))?)`/g), ([, name = ""]) => name);
  const isThere = (name: string): boolean =>
    [PROJECT, PROVIDER, path.dirname(path.join(PROJECT, page))].some((from) => existsSync(path.join(from, name)));
  expect(named.filter((name) => !isThere(name) && !/[A-Z]{2}/.test(name))).toEqual([]);
});

function nodesOf(source: ts.Node): ts.Node[] {
  const all: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    all.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return all;
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node);
}

/** The words of a camel-case name, as in a noun: "domain record". */
function wordsOf(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();
}

/** The location and the first line of the node. */
function shown(node: ts.Node): string {
  const source = node.getSourceFile();
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const [text = ""] = node.getText().split("\n");
  return `${source.fileName}:${line} ${text}`;
}
