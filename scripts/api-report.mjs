// npm run api-report - writes docs/reference/api/, the public surface as the declarations have it; with --check it only says whether that is up to
// date.
import { mkdirSync } from "node:fs";
import path from "node:path";

import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { nodeCommand } from "./node-command.mjs";
import { projectFolder } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";
import { say } from "./say.mjs";

await main(async (args) => {
  const isCheck = args.includes("--check");
  await ensureInstalled();
  await ensureBuilt();
  mkdirSync(path.join(projectFolder, "docs", "reference", "api"), { recursive: true });
  for (const entry of ["provider", "emulator"]) {
    const [node, script] = nodeCommand("@microsoft/api-extractor", "api-extractor");
    const config = path.join("scripts", "api-reports", `${entry}.json`);
    const { code, stdout, stderr } = await runCommand(
      node,
      [script, "run", "-c", config, ...(isCheck ? [] : ["--local"])],
      { cwd: projectFolder },
    );
    if (code === 0) continue;
    say(`${stdout}${stderr}`);
    if (isCheck) say("docs/reference/api is out of date. Run: npm run api-report");
    return code;
  }
  return 0;
});
