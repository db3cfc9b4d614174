import { createRequire } from "node:module";
import path from "node:path";
import type ts from "typescript";
import { PACKAGE } from "../bridged";

/** The compiler's API, which is the program's own: this package does not depend on it. */
export type TypeScript = typeof ts;

/** @throws Error if the project has no TypeScript, or one without this API */
export function typescriptIn(directory: string): TypeScript {
  const load = createRequire(path.join(path.resolve(directory), "package.json"));
  const found = resolved(() => load("typescript") as Partial<TypeScript>);
  if (typeof found?.createProgram === "function") return found as TypeScript;
  throw new Error(
    `No TypeScript 4 or 5 in ${directory}. Run \`npm install --save-dev typescript@5\` there: a program is read with its own compiler.`,
  );
}

function resolved<T>(load: () => T): T | undefined {
  try {
    return load();
  } catch {
    return undefined;
  }
}

/**
 * The program of a project: the given files, or those of its tsconfig.json, or index.ts.
 * @throws Error if the bridged provider's package, whose types tell what a name means, is not installed
 */
export function programIn(ts: TypeScript, directory: string, files: readonly string[]): ts.Program {
  const config = ts.findConfigFile(path.resolve(directory), (file) => ts.sys.fileExists(file));
  const parsed =
    config === undefined
      ? undefined
      : ts.getParsedCommandLineOfConfigFile(config, undefined, {
          ...ts.sys,
          onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
            throw new Error(`${config}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
          },
        });
  const roots = files.map((file) => path.resolve(directory, file));
  const options: ts.CompilerOptions = {
    ...(parsed?.options ?? { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, strict: true }),
    noEmit: true,
    skipLibCheck: true,
  };
  const from = path.resolve(directory, "index.ts");
  if (ts.resolveModuleName(PACKAGE, from, options, ts.sys).resolvedModule === undefined) {
    throw new Error(`${PACKAGE} is not installed in ${directory}. Run \`npm install\` there first.`);
  }
  return ts.createProgram(roots.length > 0 ? roots : (parsed?.fileNames ?? [from]), options);
}

/** The files that belong to the program itself. */
export function ownFiles(program: ts.Program): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
}
