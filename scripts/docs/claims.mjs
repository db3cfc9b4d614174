// Which story of the engine lane uses which operation of the documents.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What the stories of a run have written (tests/support/engine-operations.ts). */
export function readRecords(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")));
}

/** The claims with what the records add; one that a record shows to be wrong goes. */
export function mergedClaims(claims, records) {
  const isStory = (claim) => (record) => claim?.file === record.file && claim.title === record.title;
  const operations = [...new Set([...Object.keys(claims), ...records.flatMap((record) => record.operations)])].sort();
  const entries = operations.map((operation) => {
    const own = records.find(isStory(claims[operation]));
    if (claims[operation] && (!own || own.operations.includes(operation))) return [operation, claims[operation]];
    const user = records.find((record) => record.operations.includes(operation));
    return [operation, user && { file: user.file, title: user.title }];
  });
  return Object.fromEntries(entries.filter(([, claim]) => claim));
}
