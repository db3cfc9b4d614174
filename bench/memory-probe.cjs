/** Preloaded into a process with an IPC channel: answers the message "memory" with what the process uses after a garbage collection. */
const { readFileSync, writeFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** The memory in use, its peak since the last call, and the CPU time since the start. */
function memory() {
  const peakMb = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1e3;
  // So that the peak counts from here (proc(5)).
  writeFileSync("/proc/self/clear_refs", "5");
  const { user, system } = process.cpuUsage();
  collectGarbage();
  return { peakMb, heapMb: process.memoryUsage().heapUsed / 1e6, cpuSec: (user + system) / 1e6 };
}

process.on("message", (message) => message === "memory" && process.send({ memory: memory() }));
process.channel?.unref();

module.exports = { memory };
