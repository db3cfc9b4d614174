import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { actions, kinds, objects } from "../../provider/resources/registry";
import { actionSpecimens, plainSpecimens, specimenOf, specimens } from "../kinds";

const FOLDER = path.join(__dirname, "..", "kinds");
const namesOf = (all: readonly { kind: string }[]): string[] => all.map(({ kind }) => kind).sort();

test("every resource type has a specimen, and nothing else has one", () => {
  for (const { kind } of kinds) specimenOf(kind);
  expect(namesOf(specimens)).toEqual(namesOf(kinds));
  expect(namesOf(plainSpecimens)).toEqual(namesOf(objects));
  expect(namesOf(actionSpecimens)).toEqual(namesOf(actions));
});

test("a specimen is independent of the definition and of the emulator: it imports only types of them", () => {
  const values = /^import (?!type ).* from "\.\.\/\.\.\/(provider|emulator|cli)\//m;
  const importing = readdirSync(FOLDER).filter((file) => values.test(readFileSync(path.join(FOLDER, file), "utf8")));
  expect(importing).toEqual([]);
});
