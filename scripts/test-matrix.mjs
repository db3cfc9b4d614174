// npm run test:matrix [-- NODE...] - what users do, on each supported Node with the SDKs that run on it. NODE: 20, 22, 24, latest
import { readFileSync } from "node:fs";
import path from "node:path";

import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { chosenRanges, fittingSdks, nodeRanges } from "./matrix.mjs";
import { prepareNode } from "./node-from-npm.mjs";
import { projectFolder } from "./paths.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { lastLine } from "./run-command.mjs";
import { countsLine, runJest } from "./run-jest.mjs";
import { runNpm } from "./run-npm.mjs";

const SDK = "@pulumi/pulumi";

/** With the SDK of the lockfile, once on each Node: the quickstart's program, a stack's life, drift, adopt, the emulator. */
const STORIES = ["engine/(quickstart|life|drift-command|adopt)", "emulator/(cli|library)"];
const STORIES_ARGS = [
  "--selectProjects",
  "engine",
  "emulator",
  "--testPathPatterns",
  `/tests/(${STORIES.join("|")})\\.test`,
];

await main(async (args) => {
  const manifest = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  const ranges = chosenRanges(nodeRanges(manifest), args);
  await ensureInstalled();
  await ensureBuilt();
  const cli = await preparePulumi();
  const published = await publishedSdks(manifest.peerDependencies[SDK]);
  let failures = 0;
  for (const range of ranges) {
    const node = await prepareNode(range);
    const run = (name, jestArgs, env) => runOn(node, name, jestArgs, { PULUMI_COMPUTE_TEST_CLI_BIN: cli, ...env });
    if (!(await run("stories", STORIES_ARGS))) failures += 1;
    for (const sdk of fittingSdks(published, node.version)) {
      const env = { PULUMI_COMPUTE_MATRIX_SDK: sdk };
      if (!(await run(`SDK ${sdk}`, ["--selectProjects", "package"], env))) failures += 1;
    }
  }
  return failures === 0 ? 0 : 1;
});

/** The tests themselves run on this Node, and so does all that they start. */
async function runOn(node, name, jestArgs, environment) {
  const started = Date.now();
  const env = { ...process.env, ...environment };
  const { code, counts, stderr } = await runJest(jestArgs, { env, output: "capture", node: node.command });
  const passed = code === 0 && counts?.passed > 0;
  if (!passed) process.stderr.write(stderr);
  const cells = [`Node ${node.version}`.padEnd(14), name.padEnd(12), passed ? "passed" : "FAILED"];
  const seconds = `${Math.round((Date.now() - started) / 1000)} s`;
  process.stdout.write(`${[...cells, counts ? countsLine(counts) : "no tests ran", seconds].join("  ")}\n`);
  return passed;
}

async function publishedSdks(range) {
  const { code, stdout, stderr } = await runNpm([
    "view",
    `${SDK}@${range}`,
    "version",
    "engines.node",
    "--json",
    "--loglevel=error",
  ]);
  if (code !== 0) throw new Error(`Cannot determine the newest SDK: \`npm view ${SDK}\` failed (${lastLine(stderr)}).`);
  return JSON.parse(stdout).map((sdk) => ({ version: sdk.version, node: sdk["engines.node"] }));
}
