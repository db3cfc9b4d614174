import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { withFolderLock } from "./folder-lock.mjs";
import { PAGE_FOLDERS } from "./page-folders.mjs";
import { localFolder, projectFolder } from "./paths.mjs";
import { runNpm } from "./run-npm.mjs";
import { say } from "./say.mjs";

const SOURCE_FOLDERS = ["provider", "emulator", "cli"];

const BUILD_SETTINGS = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];

/** Compiles the sources to `dist/`, unless `dist/` is what these very sources were compiled to. */
export async function ensureBuilt(folder = projectFolder) {
  const stamp = path.join(localFolder, "build-stamp");
  if (isBuilt(folder, stamp)) return;
  await withFolderLock(path.join(localFolder, "build.lock"), "compiling", async () => {
    if (isBuilt(folder, stamp)) return;
    say("Compiling the TypeScript sources (a few seconds) ...");
    const hash = hashSources(folder);
    const { code } = await runNpm(["run", "--silent", "build"], { cwd: folder, output: "stderr" });
    if (code !== 0)
      throw new Error("`npm run build` failed. Fix the compiler errors above, then run this command again.");
    removeOrphans(folder);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  });
}

export function isBuilt(folder, stamp) {
  const outputs = sourcesOf(folder).map((source) => outputOf(folder, source));
  if (!existsSync(stamp) || !outputs.every((output) => existsSync(output))) return false;
  return readFileSync(stamp, "utf8") === hashSources(folder);
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

/** The compiler leaves in place what it no longer makes, where it would still be packed and could still be loaded. */
export function removeOrphans(folder) {
  const expected = new Set(sourcesOf(folder).map((source) => stem(outputOf(folder, source))));
  for (const file of filesBelow(path.join(folder, "dist"))) {
    if (!expected.has(stem(file))) rmSync(file);
  }
}

function sourcesOf(folder) {
  return SOURCE_FOLDERS.flatMap((name) => filesBelow(path.join(folder, name)))
    .map((file) => path.relative(folder, file))
    .filter((file) => file.endsWith(".ts") || PAGE_FOLDERS.includes(path.dirname(file)))
    .sort();
}

function outputOf(folder, source) {
  return path.join(folder, "dist", source.replace(/\.ts$/, ".js"));
}

function stem(file) {
  return file.replace(/(\.d\.ts|\.js)$/, "");
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}
