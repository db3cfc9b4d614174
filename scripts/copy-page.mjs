// Part of `npm run build`: the files of the emulator's live page and of the drift report's page, which are not compiled.
import { cpSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "./paths.mjs";

const PAGES = [path.join("emulator", "page"), path.join("cli", "drift", "formats", "html", "page")];

for (const page of PAGES) {
  cpSync(path.join(projectFolder, page), path.join(projectFolder, "dist", page), { recursive: true });
}
