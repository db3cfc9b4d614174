import type ts from "typescript";
import { edited, inOldText } from "./changes";
import type { Changes, Remark } from "./changes";
import type { TypeScript } from "./typescript";

/** A remark about a file. */
export interface Placed extends Remark {
  readonly changes: Changes;
}

/**
 * What the compiler reports about the edited program, by positions in the old text.
 * @returns undefined if this package is not installed in the project
 */
export function errorsAfter(ts: TypeScript, program: ts.Program, all: readonly Changes[]): Placed[] | undefined {
  const options = program.getCompilerOptions();
  const texts = new Map(all.map((one) => [one.source.fileName, edited(one.source, one.edits)]));
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    return program.getSourceFile(name) ?? read(name, version, ...rest);
  };
  const [first] = all;
  if (!first || !ts.resolveModuleName("pulumi-compute", first.source.fileName, options, host).resolvedModule)
    return undefined;
  const after = ts.createProgram([...program.getRootFileNames()], options, host);
  return all.flatMap((changes) => {
    const file = after.getSourceFile(changes.source.fileName);
    const found = file ? [...after.getSyntacticDiagnostics(file), ...after.getSemanticDiagnostics(file)] : [];
    return found.map(({ start = 0, messageText }) => {
      const [says = ""] = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
      return { changes, position: inOldText(changes.edits, start), says: `the compiler: ${says}` };
    });
  });
}
