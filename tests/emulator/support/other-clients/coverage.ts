import { done } from "./api-v4";
import type { ServedFunction } from "./calls";
import { CALLS } from "./calls";
import { functionsOf } from "./exports";
import { DOCUMENTED, documentedOperations } from "./operations";

const ENGINES = ["mongodb", "mysql"];

/** The functions of the client that the emulator serves. */
export const SERVED = Object.keys(CALLS) as ServedFunction[];

/** The documented operations that functions of the client call. */
export function operationsOf(names: readonly ServedFunction[]): string[] {
  const called = new Set(names.flatMap((name) => ENGINES.map((engine) => CALLS[name].replace("{engine}", engine))));
  return DOCUMENTED.filter((operation) => called.has(operation));
}

/** The last test of a file: checks that it called every served function of these files of the client successfully. */
export function itExercises(...files: readonly string[]): void {
  test(`has called every function of ${files.join(", ")} that is served`, () => {
    const names = SERVED.filter((name) => files.some((file) => functionsOf(file).includes(name)));
    expect(names.filter((name) => !done().called.has(name))).toEqual([]);
    expect(documentedOperations(done().requests)).toEqual(expect.arrayContaining(operationsOf(names)));
  });
}
