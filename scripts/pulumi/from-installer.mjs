import path from "node:path";
import { fileURLToPath } from "node:url";

import { lastLine, runCommand } from "../shared/run-command.mjs";
import { say, sayEveryMinute } from "../shared/script.mjs";
import { fillAtomically, problemOf, versions } from "./found.mjs";

const HOST = "https://get.pulumi.com";
const REACHABLE_MS = 15_000;
const DOWNLOAD_MS = 20 * 60_000;

/** Runs the official installer through the Automation API. */
export async function installOfficially(cache) {
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
