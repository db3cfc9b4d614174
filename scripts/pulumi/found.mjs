import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";

import { lastLine, runCommand } from "../shared/run-command.mjs";
import { pulumiEnvironment } from "./local-backend.mjs";

/** What a Node program with dynamic providers needs besides the CLI. Every official Pulumi package contains it. */
const COMPANIONS = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

export async function findOnPath() {
  const folders = (process.env.PATH ?? process.env.Path ?? "").split(path.delimiter).filter(Boolean);
  const command = folders.map((folder) => executableIn(folder, "pulumi")).find(Boolean);
  if (!command) return { failed: "Pulumi CLI: no `pulumi` on PATH." };
  const problem = await problemOf(command, folders);
  return problem ? { failed: `Pulumi CLI: ${command} on PATH ${problem}.` } : { bin: path.dirname(command) };
}

export async function findFetched(cache) {
  const bin = path.join(fetchedFolder(cache), "bin");
  const command = executableIn(bin, "pulumi");
  if (!command) return { failed: "Pulumi CLI: none downloaded by this project yet." };
  const problem = await problemOf(command, [bin]);
  return problem ? { failed: `Pulumi CLI: ${command}, downloaded earlier, ${problem}.` } : { bin };
}

/** Why this CLI can't be used, or undefined. */
export async function problemOf(command, folders) {
  const { code, stdout, stderr } = await runCommand(command, ["version"], {
    env: pulumiEnvironment(),
    timeoutMs: 30_000,
  });
  if (code !== 0) return `does not run (${lastLine(stderr) || `exit code ${code}`})`;
  const version = parseVersion(stdout);
  if (!version) return `prints "${lastLine(stdout)}" as its version`;
  if (!isSupported(version)) return `is version ${version.text}, but ${rangeText()} is required`;
  // Like Pulumi, look on PATH and next to the CLI's real file.
  const places = [...folders, path.dirname(realpathSync(command))];
  const missing = COMPANIONS.find((name) => !places.some((folder) => executableIn(folder, name)));
  return missing && `is missing ${missing}`;
}

function executableIn(folder, name) {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return names.map((candidate) => path.join(folder, candidate)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return existsSync(file) && statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The name includes the platform, because machines may share a home folder. */
export function fetchedFolder(cache) {
  return path.join(cache, `pulumi-${versions.cli}-${process.platform}-${process.arch}`);
}

/**
 * Runs `fill` in a temporary folder and moves the folder into place only when it is complete, so that an interrupted download is never
 * used. `fill` adds programs in `bin`, and returns undefined or why it failed.
 */
export async function fillAtomically(cache, fill, place = fetchedFolder(cache)) {
  const partial = `${path.basename(place)}.partial-`;
  mkdirSync(cache, { recursive: true });
  for (const left of readdirSync(cache)) {
    // The caller holds the cache's lock, so no other process uses these.
    if (left.startsWith(partial)) rmSync(path.join(cache, left), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(cache, partial));
  try {
    const failed = await fill(folder);
    if (failed) return { failed };
    rmSync(place, { recursive: true, force: true });
    renameSync(folder, place);
    return { bin: path.join(place, "bin") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const versions = JSON.parse(readFileSync(new URL("./versions.json", import.meta.url), "utf8"));

/** `v3.250.0`, `3.251.0-alpha.1`, `go1.26.8`: the first version in the last line that has one. */
export function parseVersion(text) {
  const line = text.split(/\r?\n/).findLast((candidate) => /\d+\.\d+/.test(candidate));
  const match = line && /(\d+)\.(\d+)(?:\.(\d+))?(-[0-9A-Za-z.-]+)?/.exec(line);
  if (!match) return undefined;
  const numbers = [match[1], match[2], match[3] ?? "0"].map(Number);
  return { numbers, prerelease: match[4] !== undefined, text: `${numbers.join(".")}${match[4] ?? ""}` };
}

/** Negative, zero or positive, as in a sort; a pre-release comes before its release. */
export function compareVersions(a, b) {
  for (const [index, number] of a.numbers.entries()) {
    if (number !== b.numbers[index]) return number - b.numbers[index];
  }
  return Number(b.prerelease) - Number(a.prerelease);
}

/** A pre-release of the upper bound is out of range too: 4.0.0-alpha already behaves like the new major version. */
export function isSupported(version, range = versions.onPath) {
  const below = parseVersion(range.below);
  return (
    compareVersions(version, parseVersion(range.atLeast)) >= 0 &&
    compareVersions({ ...version, prerelease: false }, below) < 0
  );
}

export function rangeText(range = versions.onPath) {
  return `${range.atLeast} or later and below ${range.below}`;
}
