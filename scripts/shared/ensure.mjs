import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { localFolder, projectFolder } from "./paths.mjs";
import { runNpm, throwIfInterrupted } from "./run-command.mjs";
import { say } from "./script.mjs";

/** Installs from the lockfile, unless npm's record in node_modules already matches it. */
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

/** The packages of the lockfile that npm's record of node_modules lacks or has in another version. */
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

/** The packages of a lockfile except the project itself: its fields, with `place` and `name`. */
export function lockedPackages({ packages }) {
  return Object.entries(packages)
    .filter(([place, { link }]) => place !== "" && !link)
    .map(([place, fields]) => ({ ...fields, place, name: place.split("node_modules/").at(-1) }));
}

/** What npm installs together with the published package, direct and transitive, by name. Without the SDK, a peer dependency. */
export function runtimeDependencies(lockfile) {
  return lockedPackages(lockfile)
    .filter(({ dev, devOptional }) => !dev && !devOptional)
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

const SOURCE_FOLDERS = ["provider", "emulator", "cli"];

const BUILD_SETTINGS = [
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
];

/** Compiles the sources to `dist/`, unless it was compiled from the same sources. */
export async function ensureBuilt(folder = projectFolder) {
  const stamp = path.join(localFolder, "build-stamp");
  if (isBuilt(folder, stamp)) return;
  await withFolderLock(path.join(localFolder, "build.lock"), "compiling", async () => {
    if (isBuilt(folder, stamp)) return;
    say("Compiling the TypeScript sources (a few seconds) ...");
    const hash = hashSources(folder);
    rmSync(stamp, { force: true });
    const { code } = await runNpm(["run", "--silent", "build"], { cwd: folder, output: "stderr" });
    if (code !== 0)
      throw new Error("`npm run build` failed. Fix the compiler errors above, then run this command again.");
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  });
}

export function isBuilt(folder, stamp) {
  return (
    existsSync(stamp) && existsSync(path.join(folder, "dist")) && readFileSync(stamp, "utf8") === hashSources(folder)
  );
}

export function hashSources(folder) {
  const hash = createHash("sha256");
  for (const file of [...BUILD_SETTINGS, ...sourcesOf(folder)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(folder, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function sourcesOf(folder) {
  return SOURCE_FOLDERS.flatMap((name) => filesBelow(path.join(folder, name)))
    .map((file) => path.relative(folder, file))
    .sort();
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

const BEAT_MS = 2_000;
const ABANDONED_MS = 30_000;

/**
 * Runs `action` in one process at a time; the others wait. The holder touches the lock every two seconds, so that others can detect and
 * remove the lock of a killed process. `action` must still be atomic, because a suspended process may lose its lock.
 */
export async function withFolderLock(folder, doing, action) {
  mkdirSync(path.dirname(folder), { recursive: true });
  for (let isAnnounced = false; !take(folder); isAnnounced = true) {
    if (!isAnnounced) say(`Waiting for another process that is ${doing} ...`);
    await sleep(300);
    throwIfInterrupted();
  }
  const beat = setInterval(() => touch(folder), BEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(beat);
    rmSync(folder, { recursive: true, force: true });
  }
}

function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isAbandoned(folder)) remove(folder);
    return false;
  }
  writeFileSync(path.join(folder, "owner.json"), JSON.stringify({ host: os.hostname(), pid: process.pid }));
  return true;
}

function isAbandoned(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs > ABANDONED_MS) return true;
    const owner = JSON.parse(readFileSync(path.join(folder, "owner.json"), "utf8"));
    return owner.host === os.hostname() && !isRunning(owner.pid);
  } catch {
    // Its owner is creating or removing it at this moment.
    return false;
  }
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// Renames first, so that only one of several waiting processes removes it.
function remove(folder) {
  const aside = `${folder}.abandoned-${process.pid}`;
  try {
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

function touch(folder) {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // Another process removed the lock during a suspension; see above.
  }
}
