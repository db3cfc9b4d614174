import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { withFolderLock } from "./folder-lock.mjs";
import { localFolder, projectFolder } from "./paths.mjs";
import { runNpm } from "./run-npm.mjs";
import { say } from "./say.mjs";

/** Installs from the lockfile, unless what npm recorded inside node_modules is already what the lockfile asks for. */
export async function ensureInstalled(folder = projectFolder) {
  if (isInstalled(folder)) return;
  await withFolderLock(path.join(localFolder, "install.lock"), "installing the npm packages", async () => {
    if (isInstalled(folder)) return;
    say("Installing the npm packages from the lockfile (about a minute) ...");
    const { code } = await runNpm(
      ["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
      { cwd: folder, output: "stderr" },
    );
    if (code !== 0) {
      throw new Error(
        "`npm ci` failed (see above). Check the network and npm's registry setting, then run this command again.",
      );
    }
  });
}

export function isInstalled(folder) {
  const recorded = path.join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(recorded)) return false;
  return differences(readJson(path.join(folder, "package-lock.json")), readJson(recorded)).length === 0;
}

/** The packages that the lockfile asks for and that npm's own record of node_modules lacks or has otherwise. */
export function differences(lockfile, recorded) {
  return Object.entries(lockfile.packages)
    .filter(([place, wanted]) => {
      const found = recorded.packages?.[place];
      if (place === "") return false;
      // Packages for other platforms are optional, and absent.
      if (!found) return !(wanted.optional || wanted.devOptional);
      return found.version !== wanted.version || found.integrity !== wanted.integrity;
    })
    .map(([place]) => place);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
