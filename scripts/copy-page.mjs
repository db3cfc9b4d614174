// Part of `npm run build`: the files of the pages, which are not compiled.
import { cpSync } from "node:fs";
import path from "node:path";

import { PAGE_FOLDERS } from "./page-folders.mjs";
import { projectFolder } from "./paths.mjs";

for (const page of PAGE_FOLDERS) {
  cpSync(path.join(projectFolder, page), path.join(projectFolder, "dist", page), { recursive: true });
}
