import { secretOutputs } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { optionsOf } from "./state";
import type { Options } from "./state";

/** Path part that matches all members of a list, because the API or the user may reorder them. */
export const EACH_MEMBER = "*";

/** All values in one resource's inputs and states to redact from messages. */
export function secretsIn(definition: Definition, all: readonly Values[]): unknown[] {
  const names = secretOutputs(definition);
  return [...all.flatMap((values) => names.map((name) => values[name])), ...secretsMarkedIn(all)];
}

/** The values that the program marked as secret. A mark in one of the inputs and states applies to all of them. */
export function secretsMarkedIn(all: readonly Values[]): unknown[] {
  const paths = all.flatMap((values) => optionsOf(values).secrets ?? []);
  return all.flatMap((values) => paths.flatMap((path) => valuesAt(values, path)));
}

/** The options, in which what is derived from an input is as secret as that one. */
export function withDerived(options: Options, from: string, ...derived: readonly (readonly string[])[]): Options {
  const { secrets = [] } = options;
  return secrets.some(([name]) => name === from) ? { ...options, secrets: [...secrets, ...derived] } : options;
}

/** All of these paths, each once. */
export function unitedPaths(...lists: readonly (readonly (readonly string[])[])[]): (readonly string[])[] {
  return Array.from(new Map(lists.flat().map((path) => [JSON.stringify(path), path])).values());
}

/** Whether the value at a path is secret, by definition or because the program marked it or something that contains it. */
export function isSecretAt(definition: Definition, args: Values, path: readonly string[]): boolean {
  const marks = optionsOf(args).secrets ?? [];
  const isMarked = marks.some((mark) => mark.every((part, index) => part === EACH_MEMBER || part === path[index]));
  return isMarked || secretOutputs(definition).some((name) => name === path[0]);
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (name === EACH_MEMBER && Array.isArray(value)) return value.flatMap((item) => valuesAt(item, rest));
  return Object.hasOwn(value, name) ? valuesAt((value as Values)[name], rest) : [];
}
