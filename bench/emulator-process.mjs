import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../scripts/shared/paths.mjs";

/** Valid only for the benchmarks' emulators. */
const TOKEN = "bench";

/** Starts an emulator in a separate process, so that its own CPU time and memory can be measured. */
export async function startEmulator(options = []) {
  const { bin } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  const command = path.join(projectFolder, bin["pulumi-compute"]);
  const args = [command, "emulator", "--port", "0", "--token", TOKEN, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data)));
    child.once("exit", (code) => reject(new Error(`the emulator exited with ${code}`)));
  });
  const [url] = /http:\S+/.exec(line);
  return {
    url,
    token: TOKEN,
    stop: () => child.kill(),
    kill: () => child.kill("SIGKILL"),
    /** Sends a request to the emulator's control API. */
    control: async (method, target, body) => {
      const address = new URL(`/_emulator${target}`, url);
      const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
      if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
  };
}
