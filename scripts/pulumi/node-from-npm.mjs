import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

import { cacheFolder } from "../shared/paths.mjs";
import { lastLine, runCommand, runNpm } from "../shared/run-command.mjs";
import { say } from "../shared/script.mjs";

/**
 * The newest Node of a range, from npm: `{ command, version }`. The package `node` is a script that installs one of these
 * packages, per platform; naming it directly needs no install script.
 */
export async function prepareNode(range) {
  const folder = path.join(cacheFolder(), `node-${range}`);
  const name = nodePackage();
  mkdirSync(folder, { recursive: true });
  say(`Installing Node ${range} from npm, unless it is up to date ...`);
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, stderr } = await runNpm(["install", "--prefix", folder, ...options, `${name}@${range}`], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(`Cannot install Node ${range} from npm (${name}@${range}): ${lastLine(stderr)}`);
  const bin = path.join(folder, "node_modules", name, "bin");
  const command = [path.join(bin, "node"), path.join(bin, "node.exe")].find(existsSync);
  const { stdout } = await runCommand(command, ["--version"]);
  return { command, version: stdout.trim().replace(/^v/, "") };
}

function nodePackage({ platform, arch } = process) {
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
}
