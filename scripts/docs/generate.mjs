// npm run docs - generates the pages of docs/ that are marked as generated, and provider/native/schema.json: from the definitions,
// docs/reference/modules.md from the imports, and docs/reference/conformance.md from the rules of the lane conformance. With --check, it
// only lists pages that are not up to date, except docs/reference/conformance.md, which that lane checks.
// npm run docs:crash-points - kills operations everywhere, and writes docs/reference/crash-points.md; takes about half an hour.
// npm run docs:operations [-- JEST ARGUMENTS] - first records which story of the lane engine uses which operation (operations.mjs).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { main, say } from "../shared/script.mjs";
import { runJest } from "../test/run-tests.mjs";
import { noteOperations } from "./operations.mjs";

const FOLDER = path.join(projectFolder, "docs", "reference");

await main(async ([mode, ...others]) => {
  await ensureInstalled();
  // Imported late, because they need an installed package.
  const { generatedCode } = await import("./code.mjs");
  const { FOLDERS, generatedPages, tooMany, wrongPages } = await import("./pages.mjs");
  const isCheck = mode === "--check";
  const code = await generatedCode();
  if (!isCheck) writeAll(code);
  await ensureBuilt();
  if (mode === "--crash-points") {
    return writePage({ project: "faults", file: "create-exactly-once/crash-points", env: { TEST_ALL: "1" } });
  }
  if (mode === "--operations") {
    const exitCode = await noteOperations(others);
    if (exitCode !== 0) return exitCode;
  }
  const { pages, undocumented } = await generatedPages();
  if (undocumented.length > 0) {
    say(undocumented.join("\n"));
    return 1;
  }
  if (isCheck) {
    const wrong = wrongPages(FOLDER, new Map([...code, ...pages]));
    if (wrong.length > 0) say([...wrong, "Run: npm run docs"].join("\n"));
    return wrong.length > 0 ? 1 : 0;
  }
  for (const name of tooMany(FOLDER, pages)) rmSync(path.join(FOLDER, name));
  for (const name of FOLDERS) mkdirSync(path.join(FOLDER, name), { recursive: true });
  writeAll(pages);
  return writeConformanceTable();
});

function writeAll(files) {
  for (const [name, text] of files) {
    const file = path.join(FOLDER, name);
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  }
}

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
