import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { UsageError } from "./command";

/** A format and where its output goes: stdout if there is no file. */
export interface Output<Format extends string> {
  readonly format: Format;
  readonly file?: string;
}

/**
 * Reads the values of `--format`: FORMAT or FORMAT=FILE.
 * @throws UsageError
 */
export function outputsIn<Format extends string>(
  given: readonly string[],
  formats: Readonly<Record<Format, unknown>>,
): Output<Format>[] {
  const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);
  const outputs = given.map((text) => {
    const [name = "", ...rest] = text.split("=");
    if (!isFormat(name)) {
      throw new UsageError(`--format: unknown format ${name}. Valid formats: ${Object.keys(formats).join(", ")}.`);
    }
    const file = rest.join("=");
    if (rest.length > 0 && file === "") throw new UsageError(`--format ${name}=FILE: the file name is missing.`);
    if (rest.length === 0) return { format: name };
    requireWritable(file, `--format ${text}`);
    return { format: name, file };
  });
  if (outputs.filter((output) => !("file" in output)).length > 1) {
    throw new UsageError(
      "--format: only one format can go to stdout. Give the others a file, for example json=report.json.",
    );
  }
  return outputs;
}

/** Before a long run, not after it. */
function requireWritable(file: string, option: string): void {
  try {
    accessSync(existsSync(file) ? file : path.dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`${option}: cannot write the report: ${(error as Error).message}.`);
  }
}

/** What a terminal can show. */
export function screenOf(stream: NodeJS.WriteStream): { readonly color: boolean; readonly columns: number } {
  return { color: stream.isTTY && stream.hasColors(), columns: stream.columns ?? 100 };
}

/** Writes a report in each format. If none goes to stdout, prints the outcome to stderr. */
export function writeOutputs<Format extends string>(
  outputs: readonly Output<Format>[],
  rendered: (format: Format) => string,
  outcome: string,
): void {
  for (const { format, file } of outputs) {
    const text = rendered(format);
    if (file === undefined) process.stdout.write(text);
    else writeOutput(format, file, text);
  }
  if (outputs.every(({ file }) => file !== undefined)) process.stderr.write(`${outcome}\n`);
}

function writeOutput(format: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(`--format ${format}=${file}: cannot write the report: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
