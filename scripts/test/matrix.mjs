import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { preparePulumi } from "../pulumi/cli.mjs";
import { compareVersions, parseVersion } from "../pulumi/found.mjs";
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { cacheFolder, projectFolder } from "../shared/paths.mjs";
import { lastLine, runCommand, runNpm } from "../shared/run-command.mjs";
import { say } from "../shared/script.mjs";
import { countsLine, runJest } from "./run-tests.mjs";

const SDK = "@pulumi/pulumi";

/** With the SDK of the lockfile, once on each Node: the quickstart's program, a stack's life, drift, adopt, interrupts, the emulator. */
const STORIES = [
  "(examples/quickstart|resources/life|drift/command|adopt/accounts|plugin/engine-gone|create-exactly-once/interruption)\\.engine",
  "emulator/(cli|library)\\.emulator",
];
const STORIES_ARGS = [
  "--selectProjects",
  "engine",
  "emulator",
  "--testPathPatterns",
  `/tests/(${STORIES.join("|")})\\.test`,
];

/** Runs the stories and the lane `package` on the Node versions in the arguments. Returns the exit code. */
export async function testMatrix(args) {
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
}

/** Runs the tests, and everything that they start, on this Node. */
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

/** The Node versions to test, as npm ranges: the oldest supported one, the LTS lines after it, and the newest. */
export function nodeRanges({ engines }) {
  return [lowerBound(engines.node), "22", "24", "latest"];
}

/** The ranges in the arguments, by major version or as `latest`; all without arguments. */
export function chosenRanges(ranges, args) {
  const nameOf = (range) => range.split(".")[0];
  const unknown = args.find((arg) => !ranges.some((range) => nameOf(range) === arg));
  if (unknown)
    throw new Error(`Unknown Node version \`${unknown}\`. Valid versions: ${ranges.map(nameOf).join(", ")}.`);
  return args.length === 0 ? ranges : ranges.filter((range) => args.includes(nameOf(range)));
}

/**
 * The oldest and the newest SDK that run on this Node.
 * @param published `{ version, node }` of each; `node` is `engines.node` in the SDK's package.json
 */
export function fittingSdks(published, nodeVersion) {
  const node = parseVersion(nodeVersion);
  const fitting = published
    .filter((sdk) => compareVersions(node, parseVersion(lowerBound(sdk.node))) >= 0)
    .map(({ version }) => parseVersion(version))
    .filter(({ prerelease }) => !prerelease)
    .sort(compareVersions)
    .map(({ text }) => text);
  if (fitting.length === 0) throw new Error(`No SDK that package.json accepts runs on Node ${nodeVersion}.`);
  return Array.from(new Set([fitting.at(0), fitting.at(-1)]));
}

/** The bound of a range like `>=20`, as `20.0.0`. */
function lowerBound(range) {
  const bound = /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(range ?? "")?.[1];
  if (!bound) throw new Error(`\`engines.node\` is \`${range}\`, but must be a lower bound like >=20.`);
  return [...bound.split("."), "0", "0"].slice(0, 3).join(".");
}

/**
 * Installs the newest Node of a range from npm: `{ command, version }`. The npm package `node` would use an install script to install
 * one of these packages, by platform.
 */
export async function prepareNode(range) {
  const folder = path.join(cacheFolder(), `node-${range}`);
  const name = nodePackage();
  mkdirSync(folder, { recursive: true });
  say(`Installing Node ${range} from npm, unless it is up to date ...`);
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, stderr } = await runNpm(["install", "--prefix", folder, ...options, `${name}@${range}`], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(`Cannot install Node ${range} from npm (${name}@${range}): ${lastLine(stderr)}`);
  const bin = path.join(folder, "node_modules", name, "bin");
  const command = [path.join(bin, "node"), path.join(bin, "node.exe")].find(existsSync);
  const { stdout } = await runCommand(command, ["--version"]);
  return { command, version: stdout.trim().replace(/^v/, "") };
}

function nodePackage({ platform, arch } = process) {
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
}
