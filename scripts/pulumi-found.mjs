import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

import { pulumiEnvironment } from "./local-backend.mjs";
import { isSupported, parseVersion, rangeText } from "./pulumi-version.mjs";
import { lastLine, runCommand } from "./run-command.mjs";
import { fetchedFolder } from "./pulumi-cache.mjs";

/** What a Node program with dynamic providers needs beside the CLI; every official package of Pulumi carries them. */
export const COMPANIONS = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

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

/** Why this CLI cannot be used, or undefined. */
export async function problemOf(command, folders) {
  const { code, stdout, stderr } = await runCommand(command, ["version"], {
    env: pulumiEnvironment(),
    timeoutMs: 30_000,
  });
  if (code !== 0) return `does not run (${lastLine(stderr) || `exit code ${code}`})`;
  const version = parseVersion(stdout);
  if (!version) return `prints "${lastLine(stdout)}" as its version`;
  if (!isSupported(version)) return `is version ${version.text}, but ${rangeText()} is required`;
  // Pulumi itself looks on PATH and beside its own file, behind any link.
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
