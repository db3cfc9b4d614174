import type ts from "typescript";
import { edited, inOldText } from "./changes";
import type { Changes, Remark } from "./changes";
import type { TypeScript } from "./typescript";

/** A remark about a file. */
export interface Placed extends Remark {
  readonly changes: Changes;
}

/**
 * What the compiler reports about the edited program, and did not before: by positions in the old text.
 * @returns undefined if this package is not installed in the project
 */
export function newErrors(ts: TypeScript, program: ts.Program, all: readonly Changes[]): Placed[] | undefined {
  const options = program.getCompilerOptions();
  const texts = new Map(all.map((one) => [one.source.fileName, edited(one.source, one.edits)]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? (program.getSourceFile(name) ?? getSourceFile.call(host, name, languageVersion, ...rest))
      : ts.createSourceFile(name, text, languageVersion);
  };
  const [first] = all;
  if (!first || !ts.resolveModuleName("pulumi-compute", first.source.fileName, options, host).resolvedModule)
    return undefined;
  const after = ts.createProgram([...program.getRootFileNames()], options, host);
  return all.flatMap((changes) => {
    const messages = (of: ts.Program): readonly ts.Diagnostic[] => {
      const file = of.getSourceFile(changes.source.fileName);
      return file ? [...of.getSyntacticDiagnostics(file), ...of.getSemanticDiagnostics(file)] : [];
    };
    const asText = ({ messageText }: ts.Diagnostic): string => ts.flattenDiagnosticMessageText(messageText, "\n");
    const known = new Set(messages(program).map(asText));
    return messages(after)
      .filter((one) => !known.has(asText(one)))
      .map((one) => {
        const [says = ""] = asText(one).split("\n");
        return { changes, position: inOldText(changes.edits, one.start ?? 0), says: `the compiler: ${says}` };
      });
  });
}
