import { objectId } from "./types";
import type { AnyType } from "./types";
import { UNKNOWN } from "./values";
import type { Values } from "./values";

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Fills the `{name}`s of a path with ids (Linode API v4, Images and Managed Database Engines).
 * @param types of ids that are not numbers
 * @throws Error for a value that is not an id: the path would lead elsewhere.
 */
export function fillPath(path: string, values: Values, types: Readonly<Record<string, AnyType>> = {}): string {
  return path.replace(PLACEHOLDER, (_, name: string) => {
    // Types let through what is not known yet.
    if (values[name] === UNKNOWN) throw new Error(`Cannot build the path ${path}: ${name} is not known yet.`);
    const [problem] = (types[name] ?? objectId).check(values[name], name);
    if (problem) throw new Error(`Cannot build the path ${path}: ${problem.path} ${problem.reason}.`);
    return encodedId(String(values[name]));
  });
}

/** An id as a part of a path; a slash in it remains one. */
export function encodedId(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}

/** The path as far as it has no placeholder: the list of the account's own objects. */
export function rootOf(path: string): string {
  return path.split("/{", 1).join();
}

/** The names in a path, in order. */
export function namesInPath(path: string): string[] {
  return Array.from(path.matchAll(PLACEHOLDER), (match) => match[1] ?? "");
}

/** The ids that fill the path's placeholders in a filled path, by name; undefined if it is another path. */
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
