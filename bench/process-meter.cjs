/**
 * Loaded into every Node process of a run through NODE_OPTIONS: writes a line of JSON when the process exits. A killed process writes
 * nothing, but process-sampler.mjs has samples of it.
 */
const { appendFileSync, readFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const file = process.env.BENCH_METER_FILE;

if (isMainThread && file) {
  process.once("exit", () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const line = {
      pid: process.pid,
      command: process.argv.join(" "),
      cpuSec: (userCPUTime + systemCPUTime) / 1e6,
      peakBytes: peakBytes(),
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}

/** Not `maxRSS`, where it can be avoided: that is at least the size of the process which started this one. */
function peakBytes() {
  try {
    return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return 1024 * process.resourceUsage().maxRSS;
  }
}
