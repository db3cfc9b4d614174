import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";

/** A command with all processes that it starts. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** The exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly kill: (signal?: NodeJS.Signals) => void;
}

/** Kills all processes of the session that began with the process `$1`, in whichever groups they are, where there is /proc. */
const SWEEP = `sweep() {
  read -r own _ </proc/self/stat
  for file in /proc/[0-9]*/stat; do
    read -r stat <"$file" && set -- "$1" \${stat##*) } && [ "$5" = "$1" ] || continue
    case "\${stat%% *}" in $own | $$) ;; *) kill -s KILL "\${stat%% *}" ;; esac
  done
} 2>/dev/null`;

/** Runs a command, and kills its session as soon as nothing holds the other end of its stdin: this process was killed. */
const GUARDED = `${SWEEP}
exec 3<&0 </dev/null
(read -r _ <&3; kill -s STOP $$; sweep $$; kill -s KILL 0) & watcher=$!
"$@" 3<&-
code=$?
kill -s KILL $watcher 2>/dev/null
exit $code`;

/** Starts a command in a session of its own, which ends with it, and with this process, however they end. Its stdin is empty. */
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
  const { pid } = child;
  // The CLI starts language hosts and plugins in groups of their own.
  const sweep = (): void =>
    void spawnSync("sh", ["-c", `${SWEEP}\nsweep "$1"`, "sh", String(pid)], { env: { PATH: process.env.PATH } });
  let isClosed = false;
  child.once("close", () => (isClosed = true));
  const kill = (signal: NodeJS.Signals = "SIGKILL"): void => {
    if (pid === undefined || isClosed) return;
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) process.kill(-pid, signal);
    if (signal === "SIGKILL") sweep();
  };
  // After an interrupt, they end themselves.
  child.once("exit", (_code, signal) => signal !== "SIGINT" && sweep());
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { child, ended, kill };
}
