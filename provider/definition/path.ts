import { objectId } from "./types";
import type { AnyType } from "./types";
import { UNKNOWN } from "./values";
import type { Values } from "./values";

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Fills in the `{name}` placeholders of a path with IDs (Linode API v4, Images and Managed Database Engines).
 * @param types of IDs that are not numbers
 * @throws Error for a value that is not an ID, because the path would lead elsewhere.
 */
export function fillPath(path: string, values: Values, types: Readonly<Record<string, AnyType>> = {}): string {
  return path.replace(PLACEHOLDER, (_, name: string) => {
    // Types accept unknown values.
    if (values[name] === UNKNOWN) throw new Error(`Cannot build the path ${path}: ${name} is not known yet.`);
    const [problem] = (types[name] ?? objectId).check(values[name], name);
    if (problem) throw new Error(`Cannot build the path ${path}: ${problem.path} ${problem.reason}.`);
    return encodedId(String(values[name]));
  });
}

/** Encodes an ID for a path, in which its slash stays a slash. */
export function encodedId(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}

/** The path up to its first placeholder: the list of the account's own resources. */
export function rootOf(path: string): string {
  return path.split("/{", 1).join();
}

/** The names of the placeholders, in order. */
export function namesInPath(path: string): string[] {
  return Array.from(path.matchAll(PLACEHOLDER), (match) => match[1] ?? "");
}

/** The IDs in a filled path, by placeholder; undefined if it does not match the path. */
export function argumentsInPath(path: string, filled: string): Values | undefined {
  const [parts, values] = [path.split("/"), filled.split("/")];
  if (parts.length !== values.length) return undefined;
  const found: Record<string, unknown> = {};
  for (const [index, part] of parts.entries()) {
    const [name] = namesInPath(part);
    const value = values[index] ?? "";
    if (name === undefined ? part !== value : !/^\d+$/.test(value)) return undefined;
    if (name !== undefined) found[name] = Number(value);
  }
  return found;
}
