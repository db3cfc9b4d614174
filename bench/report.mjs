import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { say } from "../scripts/shared/script.mjs";
import { FOLDER, PAGE, reportFiles } from "./report-files.mjs";

/** Writes the docs page and its charts from results files, and deletes earlier charts. */
export async function writeReport(files) {
  const written = await reportFiles(files);
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER)) if (name.endsWith(".svg")) rmSync(path.join(FOLDER, name));
  for (const [file, content] of Object.entries(written)) writeFileSync(file, content);
  say(`Written: ${path.relative(process.cwd(), PAGE)}`);
}
