// Records in tests/conformance/operations.json which story of the lane engine uses which operation of the API documents.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { preparePulumi } from "../pulumi/cli.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { runJest } from "../test/run-tests.mjs";

const FILE = path.join(projectFolder, "tests", "conformance", "operations.json");

/**
 * Runs the lane engine, or a part of it, and records the operations that its stories use. Existing claims are kept while they are true.
 * Returns the exit code.
 */
export async function noteOperations(jestArgs) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-operations-"));
  try {
    const cli = process.env.PULUMI_COMPUTE_TEST_CLI_BIN ?? (await preparePulumi());
    const env = { ...process.env, PULUMI_COMPUTE_TEST_CLI_BIN: cli, RECORD_OPERATIONS: folder };
    const { code } = await runJest(["--selectProjects", "engine", ...jestArgs], { env });
    if (code !== 0) return code;
    const claims = mergedClaims(JSON.parse(readFileSync(FILE, "utf8")), readRecords(folder));
    writeFileSync(FILE, `${JSON.stringify(claims, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** What the stories recorded (tests/support/engine-operations.ts). */
function readRecords(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")));
}

/** Adds the records to the claims, and removes claims that a record disproves. */
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
