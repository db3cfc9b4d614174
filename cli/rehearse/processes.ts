import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";

/** A command with all processes of its group. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** The exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly kill: (signal?: NodeJS.Signals) => void;
}

/** Runs a command, and kills its group as soon as nothing holds the other end of its stdin: this process was killed. */
const GUARDED =
  'exec 3<&0 </dev/null; (read -r _ <&3; kill -s KILL 0) & watcher=$!; "$@" 3<&-; code=$?; kill -s KILL $watcher 2>/dev/null; exit $code';

/** Starts a command in a process group of its own, which ends with this process, however that ends. Its stdin is empty. */
export function startGroup(
  [command, ...args]: readonly [string, ...string[]],
  { stdio, ...options }: SpawnOptions & { readonly stdio: ["pipe" | "ignore", "pipe" | "ignore"] },
): ProcessGroup {
  const child = spawn("sh", ["-c", GUARDED, "sh", command, ...args], {
    ...options,
    detached: true,
    stdio: ["pipe", ...stdio],
  });
  child.stdin?.on("error", () => undefined);
  const kill = (signal: NodeJS.Signals = "SIGKILL"): void => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, signal);
  };
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { child, ended, kill };
}
