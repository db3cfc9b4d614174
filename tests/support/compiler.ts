import path from "node:path";
import ts from "typescript";
import type { Values } from "../../provider/definition/values";

const root = path.resolve(__dirname, "..", "..");

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
  const { program, errors } = compiledText(text);
  if (errors.has(0)) throw new Error("the program with the cases does not find the package");
  return { program, refusals: cases.map((_, index) => errors.get(index + 1)) };
}

function compiledText(text: string): { program: ts.Program; errors: Map<number, string> } {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const name = path.join(root, "arguments-in-a-program.ts");
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => file === name || disk.fileExists(file),
    readFile: (file) => (file === name ? text : disk.readFile(file)),
    getSourceFile: (file, target, ...rest) =>
      file === name ? ts.createSourceFile(file, text, target) : disk.getSourceFile(file, target, ...rest),
  };
  const program = ts.createProgram([name], { ...options, noEmit: true }, host);
  const source = program.getSourceFile(name);
  if (!source) throw new Error("the compiler does not see the program");
  const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  const byLine = diagnostics.map(({ start = 0, messageText }) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    return [line, ts.flattenDiagnosticMessageText(messageText, "\n")] as const;
  });
  return { program, errors: new Map(byLine) };
}
