import { readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "./paths.mjs";

/** How to start an installed package's command with this very Node, without npx or a shell. */
export function nodeCommand(packageName, commandName = packageName) {
  const folder = path.join(projectFolder, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return [process.execPath, path.join(folder, typeof bin === "string" ? bin : bin[commandName])];
}
