import path from "node:path";

import { runCommand } from "./run-command.mjs";

/** npm without a shell where npm itself started us; by its name otherwise. */
export function runNpm(args, options = {}) {
  const started = process.env.npm_execpath;
  if (started && path.basename(started) === "npm-cli.js") {
    return runCommand(process.execPath, [started, ...args], options);
  }
  const windows = process.platform === "win32";
  return runCommand(windows ? "npm.cmd" : "npm", args, { ...options, shell: windows });
}
