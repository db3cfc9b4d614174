import { readFileSync } from "node:fs";
import path from "node:path";
import * as estree from "prettier/plugins/estree";
import * as babel from "prettier/plugins/babel";
import * as markdown from "prettier/plugins/markdown";
import * as typescript from "prettier/plugins/typescript";
import * as yaml from "prettier/plugins/yaml";
import type { Options } from "prettier";
import * as prettier from "prettier/standalone";
import ts from "typescript";
import { compiledTexts } from "./compiler";

const root = path.resolve(__dirname, "..", "..");

/** File contents by name. */
type Files = Readonly<Record<string, string>>;

/** Names of the files that the project's formatter would change. */
export async function unformatted(files: Files): Promise<string[]> {
  const rules = JSON.parse(readFileSync(path.join(root, ".prettierrc"), "utf8")) as Options;
  const plugins = [babel, estree, markdown, typescript, yaml];
  const names: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    if (!(await prettier.check(text, { ...rules, plugins, filepath: name }))) names.push(name);
  }
  return names;
}

/** The compiler's errors in the programs, with all strict settings and the sources of this package. */
export function typeErrors(files: Files): string[] {
  const adopted = Object.entries(files).map(([name, text]) => [path.join("adopted", name), text]);
  const { problems } = compiledTexts(Object.fromEntries(adopted) as Files, {
    module: ts.ModuleKind.NodeNext,
    paths: { "pulumi-compute": [path.join(root, "provider", "index.ts")] },
    noUnusedLocals: true,
  });
  return problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}
