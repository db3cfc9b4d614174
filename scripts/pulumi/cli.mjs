import path from "node:path";
import { fileURLToPath } from "node:url";

import { withFolderLock } from "../shared/ensure.mjs";
import { cacheFolder } from "../shared/paths.mjs";
import { lastLine, runCommand } from "../shared/run-command.mjs";
import { say, sayEveryMinute } from "../shared/script.mjs";
import { fillAtomically, findFetched, findOnPath, problemOf, rangeText, versions } from "./found.mjs";
import { buildFromGoModules } from "./from-go.mjs";

/** Look for a CLI on this machine. They run every time, so they must be fast. */
const FOUND = [findOnPath, findFetched];

/** Download or build a CLI: minutes, once per user. */
const FETCHED = [installOfficially, buildFromGoModules];

/**
 * Returns the folder with the Pulumi CLI, its Node language host and its launcher of dynamic providers.
 *
 * Each function in `found` and `fetched` takes the cache folder and returns `{ bin }`, or `{ failed }` with the reason in one line.
 */
export async function preparePulumi({ found = FOUND, fetched = FETCHED, cache = cacheFolder() } = {}) {
  const first = await firstThatWorks(found, cache);
  if (first.bin) return first.bin;
  return await withFolderLock(path.join(cache, "pulumi.lock"), "fetching the Pulumi CLI", async () => {
    const again = await firstThatWorks(found, cache);
    if (again.bin) return again.bin;
    for (const line of again.failures) say(line);
    const last = await firstThatWorks(fetched, cache, say);
    if (last.bin) return last.bin;
    throw new Error(
      `No usable Pulumi CLI. Install Pulumi ${rangeText()} so that \`pulumi\` is on PATH (https://www.pulumi.com/docs/install/), ` +
        `or install Go ${versions.goModules.go} or later. Then run this command again.`,
    );
  });
}

async function firstThatWorks(ways, cache, onFailure = () => {}) {
  const failures = [];
  for (const way of ways) {
    const { bin, failed } = await way(cache);
    if (bin) return { bin, failures };
    failures.push(failed);
    onFailure(failed);
  }
  return { failures };
}

const HOST = "https://get.pulumi.com";
const REACHABLE_MS = 15_000;
const DOWNLOAD_MS = 20 * 60_000;

/** Runs the official installer through the Automation API. */
async function installOfficially(cache) {
  const unreachable = await whyUnreachable();
  if (unreachable) return { failed: `Pulumi CLI: the official installer at ${HOST} is unreachable (${unreachable}).` };
  say(`Downloading the Pulumi CLI ${versions.cli} with the official installer (about 150 MB, once per user) ...`);
  return await fillAtomically(cache, async (folder) => {
    // In a separate process: the SDK's function has no timeout and can't be stopped.
    const script = fileURLToPath(new URL("./run-official-installer.mjs", import.meta.url));
    const installing = runCommand(process.execPath, [script, folder, versions.cli], { timeoutMs: DOWNLOAD_MS });
    const { code, stderr } = await sayEveryMinute("Still downloading the Pulumi CLI", installing);
    if (code !== 0) return `Pulumi CLI: the official installer failed (${lastLine(stderr) || `exit code ${code}`}).`;
    const bin = path.join(folder, "bin");
    const problem = await problemOf(path.join(bin, process.platform === "win32" ? "pulumi.exe" : "pulumi"), [bin]);
    return problem && `Pulumi CLI: the one from the official installer ${problem}.`;
  });
}

async function whyUnreachable() {
  try {
    await fetch(HOST, { method: "HEAD", signal: AbortSignal.timeout(REACHABLE_MS) });
    return undefined;
  } catch (error) {
    return error.cause?.code ?? error.cause?.message ?? error.message;
  }
}
