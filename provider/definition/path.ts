import { objectId } from "./types";
import type { Values } from "./values";

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Fills the `{name}`s of a path with ids.
 * @throws Error for a value that is not an id: the path would lead elsewhere.
 */
export function fillPath(path: string, values: Values): string {
  return path.replace(PLACEHOLDER, (_, name: string) => {
    const [problem] = objectId.check(values[name], name);
    if (problem) throw new Error(`The path ${path} cannot be filled: ${problem.path} ${problem.reason}.`);
    return String(values[name]);
  });
}

/** The names in a path, in order. */
export function namesInPath(path: string): string[] {
  return Array.from(path.matchAll(PLACEHOLDER), (match) => match[1] ?? "");
}
