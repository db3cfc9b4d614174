import { spawn } from "node:child_process";

import { spread } from "./statistics.mjs";

const STARTS = 5;

/**
 * The median time until a plugin prints its port, in seconds, when it is started as the engine has started it.
 * @param words the words of its command; undefined if they are unknown, as is then the time
 */
export async function pluginStartSec(words, { cwd, env }) {
  if (words === undefined) return undefined;
  const seconds = [];
  for (let start = 0; start < STARTS; start++) seconds.push(await onceStarted(words, { cwd, env }));
  return spread(seconds).median;
}

async function onceStarted([file, ...args], { cwd, env }) {
  const started = performance.now();
  // With its own process group, because the plugin may be the child of a script.
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "ignore"], detached: true });
  try {
    await new Promise((resolve, reject) => {
      child.stdout.once("data", resolve);
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the plugin exited with ${code} before it printed its port`)));
    });
    return (performance.now() - started) / 1000;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  }
}
