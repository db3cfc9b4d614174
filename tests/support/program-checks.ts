import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { temporaryFolder } from "./temporary-folder";

const root = path.resolve(__dirname, "..", "..");

/** Texts of files, by name. */
type Files = Readonly<Record<string, string>>;

/** Names of the files that the project's formatter would change. */
export function unformatted(files: Files): string[] {
  const folder = temporaryFolder(files);
  copyFileSync(path.join(root, ".prettierrc.json"), path.join(folder, ".prettierrc.json"));
  const prettier = path.join(root, "node_modules", "prettier", "bin", "prettier.cjs");
  try {
    execFileSync(process.execPath, [prettier, "--list-different", "."], {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
    });
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
  }
}

/** What the compiler says against the programs, with all its strict settings and the sources of this package. */
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
      return text === undefined ? disk.getSourceFile(file, target, ...rest) : ts.createSourceFile(file, text, target);
    },
  };
  const program = ts.createProgram([...texts.keys()], settings, host);
  return Array.from(texts.keys()).flatMap((name) => {
    const source = program.getSourceFile(name);
    if (!source) throw new Error(`the compiler does not see ${name}`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) =>
        `${path.basename(name)}:${source.getLineAndCharacterOfPosition(start).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
}
