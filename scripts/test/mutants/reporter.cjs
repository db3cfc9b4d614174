const { appendFileSync } = require("node:fs");

/** Records the outcome of each test file when it ends, in case the run is killed later. */
module.exports = class {
  onTestResult(_test, { testFilePath, perfStats, testResults, testExecError }) {
    const failing = testResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    if (testExecError) failing.push(`could not run: ${testExecError.message.slice(0, 200)}`);
    const outcome = { file: testFilePath, ms: perfStats.end - perfStats.start, failing };
    appendFileSync(process.env.MUTANTS_OUTCOMES, `${JSON.stringify(outcome)}\n`);
  }
};
