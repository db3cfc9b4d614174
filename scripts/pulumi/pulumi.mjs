// npm run -s pulumi -- ARGS - the Pulumi CLI on the project's local backend and, while one is kept, its emulator.
import path from "node:path";

import { keptEmulator } from "../quickstart/emulator.mjs";
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { runCommand } from "../shared/run-command.mjs";
import { main } from "../shared/script.mjs";
import { preparePulumi } from "./cli.mjs";
import { createLocalBackend, pulumiEnvironment } from "./local-backend.mjs";

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
