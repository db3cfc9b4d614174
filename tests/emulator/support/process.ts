import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";

const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a script with arguments; it is killed after the test if it is still running. */
export function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => (stdout += String(data)));
  child.stderr.on("data", (data) => (stderr += String(data)));
  /** The exit code, or the signal that ended it. */
  const closed = once(child, "close").then(([code, signal]: (number | string | null)[]) => {
    running.delete(child);
    return code ?? signal ?? null;
  });
  /** The API URL, once the emulator is ready. */
  const ready = () =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const url = /^listening on (\S+) .*\n/.exec(stdout)?.[1];
        if (url !== undefined) resolve(url);
      };
      child.stdout.on("data", look);
      closed.then(() => reject(new Error(`ended early: ${stderr}`)), reject);
      look();
    });
  return { child, stdout: () => stdout, stderr: () => stderr, ready, ended: () => closed };
}
