// Part of `npm run build`: the files of the emulator's live page, which are not compiled.
import { cpSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "./paths.mjs";

const PAGE = path.join("emulator", "page");

cpSync(path.join(projectFolder, PAGE), path.join(projectFolder, "dist", PAGE), { recursive: true });
