import { readFileSync } from "node:fs";
import type { TokenSpec } from "../../emulator/index";
import { UsageError } from "../terminal/command";

/**
 * Reads a JSON array of `{token, username, scopes, restricted, grants, objects}`. The emulator validates the other members when it
 * starts.
 * @throws UsageError if the file cannot be read, or is not a nonempty JSON array of objects with a token
 */
export function readTokensFile(path: string): TokenSpec[] {
  const parsed = parseFile(path);
  if (!Array.isArray(parsed) || parsed.length === 0 || !parsed.every(isTokenSpec)) {
    throw new UsageError(`--tokens: ${path} must contain a JSON array of objects with a token.`);
  }
  return parsed;
}

function parseFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    // The message of a syntax error quotes the file, which contains secrets.
    const reason = error instanceof SyntaxError ? "it is not valid JSON" : (error as Error).message;
    throw new UsageError(`--tokens: cannot read ${path}: ${reason}.`);
  }
}

function isTokenSpec(entry: unknown): entry is TokenSpec {
  return typeof entry === "object" && entry !== null && "token" in entry && typeof entry.token === "string";
}
