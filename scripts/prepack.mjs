// npm pack and npm publish: compile the package, also in a fresh clone, which has no packages to compile with.
import { ensureInstalled } from "./shared/ensure.mjs";
import { runNpm } from "./shared/run-command.mjs";
import { main } from "./shared/script.mjs";

await main(async () => {
  await ensureInstalled();
  const { code } = await runNpm(["run", "--silent", "build"], { output: "stderr" });
  return code;
});
