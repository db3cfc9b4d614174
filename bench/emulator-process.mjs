import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../scripts/shared/paths.mjs";

/** The token that the emulators of the benchmarks accept. It opens nothing else. */
const TOKEN = "bench";

/** Starts an emulator as a process of its own, which is what is measured. */
export async function startEmulator(options = []) {
  const { bin } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  const command = path.join(projectFolder, bin["pulumi-compute"]);
  const args = [command, "emulator", "--port", "0", "--token", TOKEN, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data)));
    child.once("exit", (code) => reject(new Error(`the emulator ended with ${code}`)));
  });
  const [url] = /http:\S+/.exec(line);
  return {
    url,
    token: TOKEN,
    pid: child.pid,
    stop: () => child.kill(),
    kill: () => child.kill("SIGKILL"),
    ended: new Promise((resolve) => child.once("exit", resolve)),
    /** A request to its control API. */
    control: async (method, target, body) => {
      const address = new URL(`/_emulator${target}`, url);
      const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
      if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
  };
}
