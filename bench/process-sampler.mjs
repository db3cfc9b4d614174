import { readdirSync, readFileSync } from "node:fs";

const INTERVAL_MS = 50;
const TICKS_PER_SECOND = 100;

/**
 * Samples a process and its descendants. Returns a function that stops and returns the last sample of each; without /proc, none.
 */
export function startSampler(rootPid) {
  const seen = new Map();
  const unrelated = new Set();
  const timer = setInterval(() => sample(rootPid, seen, unrelated), INTERVAL_MS);
  sample(rootPid, seen, unrelated);
  return () => {
    clearInterval(timer);
    return [...seen.values()];
  };
}

function sample(rootPid, seen, unrelated) {
  for (const pid of pidsOf("/proc")) {
    if (unrelated.has(pid)) continue;
    const stat = fieldsOf(read(`/proc/${pid}/stat`));
    if (stat === undefined) continue;
    if (!seen.has(pid) && pid !== rootPid && !seen.has(stat.parent)) {
      unrelated.add(pid);
      continue;
    }
    const last = seen.get(pid);
    // A zombie has no command line and no peak. Until a new process calls exec, it shows its parent's.
    const shownWords = read(`/proc/${pid}/cmdline`)?.split("\0").filter(Boolean) ?? [];
    const words = shownWords.length > 0 ? shownWords : (last?.words ?? []);
    const shown = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
    const peakBytes = shown === undefined ? (last?.peakBytes ?? 0) : 1024 * Number(shown);
    seen.set(pid, { pid, words, command: words.join(" "), cpuSec: stat.cpuSec, peakBytes });
  }
}

/** CPU time of all descendants that have exited and been waited for. */
export function cpuOfEndedChildren() {
  const fields = read("/proc/self/stat")?.split(") ").at(-1).split(" ");
  return fields === undefined ? undefined : (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Parses /proc/PID/stat, in which the program's name is in parentheses and may contain spaces. */
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
