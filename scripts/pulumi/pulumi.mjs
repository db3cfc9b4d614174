// npm run -s pulumi -- ARGS - the Pulumi CLI on the project's local backend and, while one is kept, its emulator.
// npm run -s pulumi:path - prints the one folder to put on PATH for the Pulumi CLI, preparing it first when needed.
import path from "node:path";

import { keptEmulator } from "../quickstart/emulator.mjs";
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { runCommand } from "../shared/run-command.mjs";
import { main, say } from "../shared/script.mjs";
import { preparePulumi } from "./cli.mjs";
import { limitOf } from "./from-go.mjs";
import { createLocalBackend, pulumiEnvironment } from "./local-backend.mjs";

await main(async (args) => {
  await ensureInstalled();
  return args[0] === "--print-path" ? printPath() : runPulumi(args);
});

async function printPath() {
  const bin = await preparePulumi();
  const limit = limitOf(bin);
  if (limit) say(limit);
  process.stdout.write(`${bin}\n`);
}

async function runPulumi(args) {
  await ensureBuilt();
  const bin = await preparePulumi();
  createLocalBackend();
  const env = pulumiEnvironment({ bin, emulator: await keptEmulator() });
  const { code } = await runCommand(path.join(bin, "pulumi"), args, {
    cwd: projectFolder,
    env,
    output: "inherit",
    evenInterrupted: true,
  });
  return code;
}
