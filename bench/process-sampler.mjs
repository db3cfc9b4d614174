import { readdirSync, readFileSync } from "node:fs";

const INTERVAL_MS = 50;
const TICKS_PER_SECOND = 100;

/**
 * Looks at a process and all below it until it is told to stop, which gives what was last seen of each. Without /proc, that is nothing.
 */
export function startSampler(rootPid) {
  const seen = new Map();
  const strangers = new Set();
  const timer = setInterval(() => sample(rootPid, seen, strangers), INTERVAL_MS);
  sample(rootPid, seen, strangers);
  return () => {
    clearInterval(timer);
    return [...seen.values()];
  };
}

function sample(rootPid, seen, strangers) {
  for (const pid of pidsOf("/proc")) {
    if (strangers.has(pid)) continue;
    const stat = fieldsOf(read(`/proc/${pid}/stat`));
    if (stat === undefined) continue;
    if (!seen.has(pid) && pid !== rootPid && !seen.has(stat.parent)) {
      strangers.add(pid);
      continue;
    }
    const last = seen.get(pid);
    // A process that has ended, but is still listed, shows neither; until it calls exec, it shows those of its parent.
    const command = read(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trim() || last?.command || "";
    const shown = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
    const peakBytes = shown === undefined ? (last?.peakBytes ?? 0) : 1024 * Number(shown);
    seen.set(pid, { pid, command, cpuSec: stat.cpuSec, peakBytes });
  }
}

/** Processor time of all processes below this one that have ended, and been waited for, so far. */
export function cpuOfEndedChildren() {
  const fields = read("/proc/self/stat")?.split(") ").at(-1).split(" ");
  return fields === undefined ? undefined : (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** The name of the program is in parentheses and may hold spaces. */
function fieldsOf(stat) {
  const fields = stat?.split(") ").at(-1).split(" ");
  if (fields === undefined) return undefined;
  return { parent: Number(fields[1]), cpuSec: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
}

function pidsOf(folder) {
  try {
    return readdirSync(folder).map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
