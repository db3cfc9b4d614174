import { spawn } from "node:child_process";

import { spread } from "./statistics.mjs";

const STARTS = 5;

/**
 * The median time until a plugin prints its port, in seconds, when it is started as the engine has started it. Undefined if it ends before.
 * @param words the words of its command; undefined if they are unknown
 */
export async function pluginStartSec(words, { cwd, env }) {
  if (words === undefined) return undefined;
  const seconds = [];
  for (let start = 0; start < STARTS; start++) seconds.push(await onceStarted(words, { cwd, env }));
  return spread(seconds)?.median;
}

async function onceStarted([file, ...args], { cwd, env }) {
  const started = performance.now();
  // With its own process group, because the plugin may be the child of a script.
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "ignore"], detached: true });
  const isReady = await new Promise((resolve) => {
    child.stdout.once("data", () => resolve(true));
    for (const end of ["error", "exit"]) child.once(end, () => resolve(false));
  });
  if (!isReady) return undefined;
  const seconds = (performance.now() - started) / 1000;
  process.kill(-child.pid, "SIGKILL");
  return seconds;
}
