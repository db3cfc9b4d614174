/**
 * Loaded into every Node process of a run by NODE_OPTIONS: writes a line of JSON at its exit. A process that is killed writes nothing;
 * for that one there are the samples of process-sampler.mjs.
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
