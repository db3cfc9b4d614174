// npm run api-report - writes docs/reference/api/, the public surface, from the declarations. With --check, it only prints whether that is up
// to date.
import { mkdirSync } from "node:fs";
import path from "node:path";

import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { nodeCommand, runCommand } from "../shared/run-command.mjs";
import { main, say } from "../shared/script.mjs";

await main(async (args) => {
  const isCheck = args.includes("--check");
  await ensureInstalled();
  await ensureBuilt();
  mkdirSync(path.join(projectFolder, "docs", "reference", "api"), { recursive: true });
  for (const entry of ["provider", "native", "emulator"]) {
    const [node, script] = nodeCommand("@microsoft/api-extractor", "api-extractor");
    const config = path.join("scripts", "release", "api-reports", `${entry}.json`);
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
