import { readdirSync } from "node:fs";
import path from "node:path";
import type { Specimen } from "./specimen";

/** Every specimen: the default exports of the files in this folder. */
export const specimens: readonly Specimen[] = readdirSync(__dirname)
  .filter((file) => path.parse(file).name !== "index")
  .flatMap((file) => jest.requireActual<{ default?: Specimen }>(path.join(__dirname, file)).default ?? []);

/** Those of single cloud resources: no actions, no sets. */
export const plainSpecimens = specimens.filter(({ lives }) => lives.length > 0);

/** The first life of each. */
export const firstLives = plainSpecimens.flatMap(({ lives }) => lives.slice(0, 1));

/** The usual lives that begin with a POST to their collection. */
export const postedLives = plainSpecimens.flatMap(({ lives }) => lives.filter(({ post }) => post === undefined));

/** For each way to create a resource, the first life. */
export const creations = plainSpecimens.flatMap(({ lives, otherLives }) => {
  const all = [...lives, ...otherLives];
  return all.filter(({ post }, index) => all.findIndex((life) => life.post === post) === index);
});

export const actionSpecimens = specimens.filter(({ event }) => event !== undefined);

/** @throws Error for a resource type without a specimen, which names the file to add. */
export function specimenOf(kind: string): Specimen {
  const found = specimens.find((one) => one.kind === kind);
  const file = kind.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
  if (!found) throw new Error(`${kind} has no specimen: add tests/kinds/${file}.ts`);
  return found;
}
