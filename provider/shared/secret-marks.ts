import * as pulumi from "@pulumi/pulumi";
import { EACH_MEMBER, unitedPaths } from "../lifecycle/state";
import type { Values } from "../definition/values";

type Path = readonly string[];

/**
 * The paths of the inputs that the program has marked secret. The provider's process gets the values without these marks, so they are
 * passed separately: it must not print these values when it quotes a response.
 */
export async function secretMarks(args: Values, additional: readonly string[] = []): Promise<Path[]> {
  const nested = await Promise.all(Object.entries(args).map(([name, value]) => marksIn(value, [name])));
  return unitedPaths(
    nested.flat(),
    additional.map((name) => [name]),
  );
}

async function marksIn(value: unknown, path: Path): Promise<Path[]> {
  // A promise that rejects is reported where it is awaited.
  if (pulumi.Output.isInstance(value)) return (await pulumi.isSecret(value).catch(() => false)) ? [path] : [];
  if (value instanceof Promise) {
    return value.then(
      (inner: unknown) => marksIn(inner, path),
      () => [],
    );
  }
  if (Array.isArray(value)) {
    return (await Promise.all(value.map((item) => marksIn(item, [...path, EACH_MEMBER])))).flat();
  }
  if (!isPlain(value)) return [];
  const members = Object.entries(value);
  return (await Promise.all(members.map(([name, member]) => marksIn(member, [...path, name])))).flat();
}

/** Whether the value is plain data. A resource or file passed by mistake, or an asset, is not searched. */
function isPlain(value: unknown): value is Values {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
