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

/** The compilation of the last programs: most of their sources, ours and the SDK's, are shared by the next ones. */
let last: ts.Program | undefined;
const sources = new Map<string, ts.SourceFile | undefined>();

/** The compiler's errors in the programs, with all strict settings and the sources of this package. */
export function typeErrors(files: Files): string[] {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const texts = new Map(Object.entries(files).map(([name, text]) => [path.join(root, "adopted", name), text]));
  const settings: ts.CompilerOptions = {
    ...options,
    module: ts.ModuleKind.NodeNext,
    paths: { "pulumi-compute": [path.join(root, "provider", "index.ts")] },
    noEmit: true,
    noUnusedLocals: true,
  };
  const disk = ts.createCompilerHost(settings);
  const host: ts.CompilerHost = {
    ...disk,
    directoryExists: (folder) =>
      folder.startsWith(path.join(root, "adopted")) || (disk.directoryExists?.(folder) ?? true),
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
    readFile: (file) => texts.get(file) ?? disk.readFile(file),
    getSourceFile: (file, target, ...rest) => {
      const text = texts.get(file);
      if (text !== undefined) return ts.createSourceFile(file, text, target);
      if (!sources.has(file)) sources.set(file, disk.getSourceFile(file, target, ...rest));
      return sources.get(file);
    },
  };
  const program = ts.createProgram([...texts.keys()], settings, host, last);
  last = program;
  return Array.from(texts.keys()).flatMap((name) => {
    const source = program.getSourceFile(name);
    if (!source) throw new Error(`the compiler does not see ${name}`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) =>
        `${path.basename(name)}:${source.getLineAndCharacterOfPosition(start).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
}
