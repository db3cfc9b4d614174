// npm run -s pulumi -- ARGS - the Pulumi CLI on the project's local backend and, while one is kept, its emulator.
import path from "node:path";

import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { createLocalBackend, pulumiEnvironment } from "./local-backend.mjs";
import { main } from "./main.mjs";
import { projectFolder } from "./paths.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { keptEmulator } from "./quickstart-emulator.mjs";
import { runCommand } from "./run-command.mjs";

await main(async (args) => {
  await ensureInstalled();
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
});
