import { writeFileSync } from "node:fs";

/** A jest reporter that leaves the counts for run-jest.mjs, in the file named by the environment. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    writeFileSync(process.env.PULUMI_COMPUTE_TEST_COUNTS, JSON.stringify(countTests(results)));
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
