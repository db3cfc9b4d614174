import type { TokenSpec } from "../../emulator/index";
import { UsageError } from "../terminal/command";
import { readJson } from "./json-file";

/**
 * Reads a JSON array of `{token, username, scopes, restricted, grants, objects}`. The emulator validates the other members when it
 * starts.
 * @throws UsageError if the file cannot be read, or is not a nonempty JSON array of objects with a token
 */
export function readTokensFile(path: string): TokenSpec[] {
  const parsed = readJson("--tokens", path);
  if (!Array.isArray(parsed) || parsed.length === 0 || !parsed.every(isTokenSpec)) {
    throw new UsageError(`--tokens: ${path} must contain a JSON array of objects with a token.`);
  }
  return parsed;
}

function isTokenSpec(entry: unknown): entry is TokenSpec {
  return typeof entry === "object" && entry !== null && "token" in entry && typeof entry.token === "string";
}
