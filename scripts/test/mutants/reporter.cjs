const { appendFileSync } = require("node:fs");

/** Notes the outcome of each test file when it ends, so that it is known even where the run is cut off. */
module.exports = class {
  onTestResult(_test, { testFilePath, perfStats, testResults, testExecError }) {
    const failing = testResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    if (testExecError) failing.push(`could not run: ${testExecError.message.slice(0, 200)}`);
    const outcome = { file: testFilePath, ms: perfStats.end - perfStats.start, failing };
    appendFileSync(process.env.MUTANTS_OUTCOMES, `${JSON.stringify(outcome)}\n`);
  }
};
