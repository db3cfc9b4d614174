// npm run docs - generates the pages of docs/ that are marked as generated, and provider/native/schema.json: from the definitions,
// docs/reference/modules.md from the imports, and docs/reference/conformance.md from the rules of the lane conformance. With --check, it
// only lists pages that are not up to date, except docs/reference/conformance.md, which that lane checks.
// npm run docs:crash-points - kills operations everywhere, and writes docs/reference/crash-points.md; takes about ten minutes.
// npm run docs:operations [-- JEST ARGUMENTS] - first records which story of the lane engine uses which operation (operations.mjs).
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { main, say } from "../shared/script.mjs";
import { runJest } from "../test/run-tests.mjs";
import { noteOperations } from "./operations.mjs";

const FOLDER = path.join(projectFolder, "docs", "reference");

await main(async ([mode, ...others]) => {
  await ensureInstalled();
  await ensureBuilt();
  if (mode === "--crash-points") {
    return writePage({ project: "faults", file: "create-exactly-once/crash-points", env: { TEST_ALL: "1" } });
  }
  if (mode === "--operations") {
    const code = await noteOperations(others);
    if (code !== 0) return code;
  }
  // Imported late, because it needs an installed package.
  const { FOLDERS, generatedPages, tooMany, undocumentedExports, wrongPages } = await import("./pages.mjs");
  const pages = generatedPages();
  const missing = undocumentedExports(pages);
  if (missing.length > 0) {
    say(missing.join("\n"));
    return 1;
  }
  if (mode === "--check") {
    const wrong = wrongPages(FOLDER, pages);
    if (wrong.length > 0) say([...wrong, "Run: npm run docs"].join("\n"));
    return wrong.length > 0 ? 1 : 0;
  }
  for (const name of tooMany(FOLDER, pages)) rmSync(path.join(FOLDER, name));
  for (const name of FOLDERS) mkdirSync(path.join(FOLDER, name), { recursive: true });
  for (const [name, text] of pages) writeFileSync(path.join(FOLDER, name), text);
  return writeConformanceTable();
});

/** The rules are TypeScript in tests/, so a test of the lane writes the table. */
function writeConformanceTable() {
  return writePage({ project: "conformance", file: "tests/conformance/table", test: "docs/reference/conformance.md" });
}

/** Runs the tests whose results are a page, which one of them writes. */
async function writePage({ project, file, test, env = {} }) {
  const args = ["--selectProjects", project, "--testPathPatterns", file, ...(test ? ["-t", test] : [])];
  const { code, stderr } = await runJest(args, {
    env: { ...process.env, ...env, UPDATE_DOCS: "1" },
    output: "capture",
  });
  if (code !== 0) say(stderr);
  return code;
}
