// npm run -s pulumi -- ARGS - runs the Pulumi CLI with the project's local backend and the emulator that `quickstart -- --keep` left running.
// npm run -s pulumi:path - prints the folder to add to PATH for the Pulumi CLI. Downloads or builds the CLI if necessary.
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
