import type ts from "typescript";
import { edited, inOldText } from "./changes";
import type { Changes } from "./changes";
import type { TypeScript } from "./typescript";

/**
 * Adds what the compiler reports about the edited program to what is to be done by hand, except in lines that are listed already.
 * @returns whether this package is installed in the project; without it, nothing is compiled
 */
export function addErrors(ts: TypeScript, program: ts.Program, all: readonly Changes[]): boolean {
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
    return false;
  const after = ts.createProgram([...program.getRootFileNames()], options, host);
  for (const { source, edits, byHand } of all) {
    const file = after.getSourceFile(source.fileName);
    const found = file ? [...after.getSyntacticDiagnostics(file), ...after.getSemanticDiagnostics(file)] : [];
    const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
    const known = new Set(byHand.map(({ position }) => lineOf(position)));
    for (const { start = 0, messageText } of found) {
      const position = inOldText(edits, start);
      const [says = ""] = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
      if (!known.has(lineOf(position))) byHand.push({ position, says: `the compiler: ${says}` });
    }
  }
  return true;
}
