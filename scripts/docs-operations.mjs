// npm run docs:operations [-- JEST ARGUMENTS] - runs the engine lane, or a part of it, notes in tests/engine/operations.json which
// of its stories uses which operation of the documents, and writes docs/reference/conformance.md anew. What is noted already stays as long
// as it is true; the lane itself fails where it is not.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { mergedClaims, readRecords } from "./docs/claims.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { projectFolder } from "./paths.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { runCommand } from "./run-command.mjs";
import { runJest } from "./run-jest.mjs";

const FILE = path.join(projectFolder, "tests", "engine", "operations.json");

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-operations-"));
  try {
    const cli = process.env.PULUMI_COMPUTE_TEST_CLI_BIN ?? (await preparePulumi());
    const env = { ...process.env, PULUMI_COMPUTE_TEST_CLI_BIN: cli, RECORD_OPERATIONS: folder };
    const { code } = await runJest(["--selectProjects", "engine", ...args], { env });
    if (code !== 0) return code;
    const claims = mergedClaims(JSON.parse(readFileSync(FILE, "utf8")), readRecords(folder));
    writeFileSync(FILE, `${JSON.stringify(claims, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { code } = await runCommand(process.execPath, ["scripts/generate-docs.mjs"], {
    cwd: projectFolder,
    output: "inherit",
  });
  return code;
});
