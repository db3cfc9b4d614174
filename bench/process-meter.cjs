/**
 * Loaded into every Node process of a run through NODE_OPTIONS: writes a line of JSON when the process exits. A killed process writes
 * nothing, but process-sampler.mjs has samples of it.
 */
const { appendFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const file = process.env.BENCH_METER_FILE;

if (isMainThread && file) {
  process.once("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const line = {
      pid: process.pid,
      command: process.argv.join(" "),
      cpuSec: (userCPUTime + systemCPUTime) / 1e6,
      peakBytes: maxRSS * 1024,
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}
