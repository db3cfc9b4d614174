import { readFileSync } from "node:fs";
import path from "node:path";
import type { Options } from "prettier";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import * as typescript from "prettier/plugins/typescript";
import * as yaml from "prettier/plugins/yaml";
import * as prettier from "prettier/standalone";
import ts from "typescript";
import type { Values } from "../../provider/definition/values";

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

/** Inputs, and the exported type that they must have. */
export interface Written {
  readonly type: string;
  readonly args: Values;
}

/** A program with separate objects for the cases, and the compiler's errors for each of them. */
export function compiled(cases: readonly Written[]): { program: ts.Program; refusals: (string | undefined)[] } {
  const lines = cases.map(({ type, args }, index) => {
    const members = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return `export const c${index}: ${type} = { ${members.join(", ")} };`;
  });
  const types = [...new Set(cases.map(({ type }) => type))].join(", ");
  // Each of them has its own line, after the import.
  const text = [`import type { ${types} } from "./provider";`, ...lines].join("\n");
  const { program, problems } = compiledTexts({ "arguments-in-a-program.ts": text });
  const errors = new Map(problems.map(({ line, message }) => [line, message]));
  if (errors.has(1)) throw new Error("the program with the cases does not find the package");
  return { program, refusals: cases.map((_, index) => errors.get(index + 2)) };
}

/** The last compilation: most of the sources, ours and the SDK's, are shared by the next one. */
let last: ts.Program | undefined;
const sources = new Map<string, ts.SourceFile | undefined>();

/** Compiles texts as if they were files of this project, by their paths, and returns the compiler's errors in them. */
function compiledTexts(texts: Readonly<Record<string, string>>, more: ts.CompilerOptions = {}) {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const settings: ts.CompilerOptions = { ...options, noEmit: true, ...more };
  const files = new Map(Object.entries(texts).map(([name, text]) => [path.join(root, name), text]));
  const folders = new Set(Array.from(files.keys(), (file) => path.dirname(file)));
  const disk = ts.createCompilerHost(settings);
  const host: ts.CompilerHost = {
    ...disk,
    directoryExists: (folder) => folders.has(folder) || (disk.directoryExists?.(folder) ?? true),
    fileExists: (file) => files.has(file) || disk.fileExists(file),
    readFile: (file) => files.get(file) ?? disk.readFile(file),
    getSourceFile: (file, target, ...rest) => {
      const text = files.get(file);
      if (text !== undefined) return ts.createSourceFile(file, text, target);
      if (!sources.has(file)) sources.set(file, disk.getSourceFile(file, target, ...rest));
      return sources.get(file);
    },
  };
  const program = (last = ts.createProgram([...files.keys()], settings, host, last));
  const problems = Array.from(files.keys()).flatMap((file) => {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`the compiler does not see ${file}`);
    const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return diagnostics.map(({ start = 0, messageText }) => ({
      file: path.basename(file),
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    }));
  });
  return { program, problems };
}
