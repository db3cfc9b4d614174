import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../scripts/paths.mjs";

/** The token that the emulators of the benchmarks accept. It opens nothing else. */
const TOKEN = "bench";

/** Starts an emulator as a process of its own, which is what is measured. */
export async function startEmulator(options = []) {
  const { bin } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  const command = path.join(projectFolder, bin["pulumi-compute"]);
  const args = [command, "emulator", "--port", "0", "--token", TOKEN, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
  const [url] = /http:\S+/.exec(line);
  const control = new URL("/_emulator/requests", url);
  return {
    url,
    token: TOKEN,
    pid: child.pid,
    stop: () => child.kill(),
    kill: () => child.kill("SIGKILL"),
    ended: new Promise((resolve) => child.once("exit", resolve)),
    requests: async () => (await (await fetch(control)).json()).total,
  };
}
