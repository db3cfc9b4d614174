import { readFileSync } from "node:fs";
import { UsageError } from "../terminal/command";

/**
 * Reads the JSON file that a flag names.
 * @throws UsageError if it cannot be read, or is not JSON
 */
export function readJson(flag: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    // The message of a syntax error quotes the file, which can contain secrets.
    const reason = error instanceof SyntaxError ? "it is not valid JSON" : (error as Error).message;
    throw new UsageError(`${flag}: cannot read ${path}: ${reason}.`);
  }
}
