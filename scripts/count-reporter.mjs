import { writeFileSync } from "node:fs";

import { projectFolder } from "./paths.mjs";
import { costsByLane, recordSeconds } from "./test-costs.mjs";

/** A jest reporter that leaves the counts for run-jest.mjs, in the file named by the environment. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { PULUMI_COMPUTE_TEST_COUNTS: file, TEST_COSTS_FOLDER: costs } = process.env;
    const lanes = costs ? costsByLane(results, costs, projectFolder) : [];
    recordSeconds(results, projectFolder);
    writeFileSync(file, JSON.stringify({ ...countTests(results), lanes }));
  }
}

/** A test file that could not even be loaded counts as one failed test: it must never read as "0 failed". */
export function countTests(results) {
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
