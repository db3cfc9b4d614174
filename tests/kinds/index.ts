import { readdirSync } from "node:fs";
import path from "node:path";
import type { Specimen } from "./specimen";

/** Every specimen: the default exports of the files in this folder. */
export const specimens: readonly Specimen[] = readdirSync(__dirname)
  .filter((file) => path.parse(file).name !== "index")
  .flatMap((file) => jest.requireActual<{ default?: Specimen }>(path.join(__dirname, file)).default ?? []);

/** Those of single cloud resources: no actions, no sets. */
export const plainSpecimens = specimens.filter(({ lives }) => lives.length > 0);

/** The first life of each resource type. */
export const firstLives = plainSpecimens.flatMap(({ lives }) => lives.slice(0, 1));

/** The lives that need nothing besides what their resource type needs. */
export const usualLives = plainSpecimens.flatMap(({ needs, lives }) => lives.filter((life) => life.needs === needs));

/** For each way to create a resource, its first life. */
export const creations = plainSpecimens.flatMap(({ lives }) =>
  lives.filter(({ post }, index) => lives.findIndex((life) => life.post === post) === index),
);

export const actionSpecimens = specimens.filter(({ event }) => event !== undefined);

/** @throws Error for a resource type without a specimen, which names the file to add. */
export function specimenOf(kind: string): Specimen {
  const found = specimens.find((one) => one.kind === kind);
  const file = kind.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
  if (!found) throw new Error(`${kind} has no specimen: add tests/kinds/${file}.ts`);
  return found;
}
