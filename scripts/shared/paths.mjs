import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const projectFolder = path.resolve(fileURLToPath(import.meta.url), "..", "..", "..");

/** Git-ignored: Pulumi's state and home, the quickstart's record and log, the build stamp. */
export const localFolder = path.join(projectFolder, ".pulumi-local");

/** Per user and outside the clone, so that all clones share downloads. */
export function cacheFolder(env = process.env, platform = process.platform) {
  if (env.PULUMI_COMPUTE_CACHE) return path.resolve(env.PULUMI_COMPUTE_CACHE);
  if (platform === "win32") {
    return path.join(env.LOCALAPPDATA || path.join(os.homedir(), "AppData", "Local"), "pulumi-compute");
  }
  if (platform === "darwin") return path.join(os.homedir(), "Library", "Caches", "pulumi-compute");
  // The XDG specification requires that relative values are ignored.
  const xdg = env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : undefined;
  return path.join(xdg ?? path.join(os.homedir(), ".cache"), "pulumi-compute");
}

/** Folders whose files are copied without compiling: the emulator's dashboard, and the page of a drift report. */
export const PAGE_FOLDERS = [path.join("emulator", "page"), path.join("cli", "report", "html", "page")];

/** What the compiler writes, one file for each module. No user gets these: the package contains what `scripts/build.mjs` makes of them. */
export const compiledFolder = path.join(localFolder, "compiled");

/** The package's code. */
export const distFolder = path.join(projectFolder, "dist");

/** The plugin's package schema, which that step copies. */
export const SCHEMA_FILE = path.join("provider", "native", "schema.json");
