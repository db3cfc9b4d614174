import { readFileSync } from "node:fs";
import path from "node:path";

import * as prettier from "prettier";

import { projectFolder } from "../scripts/shared/paths.mjs";
import { reportPage } from "./report-page.mjs";

export const PAGE = path.join(projectFolder, "docs", "reference", "benchmarks.md");
export const FOLDER = path.join(projectFolder, "docs", "reference", "benchmarks");
const RESULTS = path.join(FOLDER, "results.json");

/** The docs page, its charts and their results, by path. Without files, the results are those of the current page. */
export async function reportFiles(files) {
  const runs = (files.length === 0 ? [RESULTS] : files).flatMap((file) => JSON.parse(readFileSync(file, "utf8")).runs);
  const { page, charts } = reportPage(runs);
  return Object.fromEntries([
    [PAGE, await formatted(PAGE, page)],
    [RESULTS, await formatted(RESULTS, JSON.stringify({ runs }))],
    ...Object.entries(charts).map(([name, chart]) => [path.join(FOLDER, name), chart]),
  ]);
}

async function formatted(file, content) {
  return await prettier.format(content, { ...(await prettier.resolveConfig(file)), filepath: file });
}
