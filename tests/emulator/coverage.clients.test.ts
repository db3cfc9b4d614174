import { operationsOf, SERVED } from "./support/other-clients/coverage";
import { EXPORTED, FILES, functionsOf } from "./support/other-clients/exports";
import { OTHER_FILES, OTHER_FUNCTIONS } from "./support/other-clients/left-out";
import { DOCUMENTED } from "./support/other-clients/operations";

/** Documented operations without a function in the client. For databases, it covers what MySQL and PostgreSQL have today. */
const UNREACHED = [
  "GET /compute/instances/{}/backups/{}",
  "POST /databases/mongodb/instances/{}/backups",
  "DELETE /databases/mongodb/instances/{}/backups/{}",
];

const OTHERS = Object.values(OTHER_FUNCTIONS).flat();

describe("@linode/api-v4", () => {
  test("has no function for our resources that is neither served nor left out for a reason", () => {
    const known = new Set<string>([...SERVED, ...OTHERS]);
    const files = FILES.filter((file) => !(file in OTHER_FILES));
    expect(files.flatMap(functionsOf).filter((name) => !known.has(name))).toEqual([]);
  });

  test("still has every function that is served or left out", () => {
    expect([...SERVED, ...OTHERS].filter((name) => !EXPORTED.has(name))).toEqual([]);
    expect(Object.keys(OTHER_FILES).filter((file) => !FILES.includes(file))).toEqual([]);
  });

  test("has no function that is both served and left out", () => {
    const leftOut = new Set([...OTHERS, ...Object.keys(OTHER_FILES).flatMap(functionsOf)]);
    expect(SERVED.filter((name) => leftOut.has(name))).toEqual([]);
  });

  test("reaches 53 of the 56 documented operations", () => {
    const reached = operationsOf(SERVED);
    expect([reached.length, DOCUMENTED.length]).toEqual([53, 56]);
    expect(DOCUMENTED.filter((operation) => !reached.includes(operation))).toEqual(UNREACHED);
  });
});
