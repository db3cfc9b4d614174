// npm run test:matrix - the tarball test on every supported Node with the oldest and the newest SDK.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { cacheFolder, projectFolder } from "./paths.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { lastLine, runCommand } from "./run-command.mjs";
import { countsLine, runJest } from "./run-jest.mjs";
import { runNpm } from "./run-npm.mjs";
import { say } from "./say.mjs";

const NODE_MAJORS = [22, 24];
const SDK = "@pulumi/pulumi";

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const cli = await preparePulumi();
  const sdks = [oldestSdk(), await newestSdk()];
  let failures = 0;
  for (const major of NODE_MAJORS) {
    const node = await prepareNode(major);
    for (const sdk of sdks) {
      const passed = await runCombination({ cli, node, sdk, args });
      if (!passed) failures += 1;
    }
  }
  return failures === 0 ? 0 : 1;
});

async function runCombination({ cli, node, sdk, args }) {
  const started = Date.now();
  const env = {
    ...process.env,
    PULUMI_COMPUTE_TEST_CLI_BIN: cli,
    PULUMI_COMPUTE_MATRIX_NODE: node.bin,
    PULUMI_COMPUTE_MATRIX_SDK: sdk,
  };
  const { code, counts, stderr } = await runJest(["--selectProjects", "package", ...args], { env, output: "capture" });
  const passed = code === 0 && counts?.passed > 0;
  if (!passed) process.stderr.write(stderr);
  const cells = [`Node ${node.version}`.padEnd(14), `SDK ${sdk}`.padEnd(12), passed ? "passed" : "FAILED"];
  const seconds = `${Math.round((Date.now() - started) / 1000)} s`;
  process.stdout.write(`${[...cells, counts ? countsLine(counts) : "no tests ran", seconds].join("  ")}\n`);
  return passed;
}

/** The lower bound that package.json promises its users. */
function oldestSdk() {
  const { peerDependencies } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  return /\d+\.\d+\.\d+/.exec(peerDependencies[SDK])[0];
}

async function newestSdk() {
  const { code, stdout, stderr } = await runNpm(["view", SDK, "version", "--loglevel=error"]);
  if (code !== 0)
    throw new Error(`\`npm view ${SDK}\` failed (${lastLine(stderr)}): the newest SDK cannot be found out.`);
  return stdout.trim();
}

/**
 * The newest Node of a major version, from npm. The package `node` is a script that installs one of these packages, per
 * platform; naming it directly needs no install script.
 */
async function prepareNode(major) {
  const folder = path.join(cacheFolder(), `node-${major}`);
  const name = nodePackage();
  mkdirSync(folder, { recursive: true });
  say(`Fetching the newest Node ${major} from npm (unless it is there) ...`);
  const { code, stderr } = await runNpm(
    [
      "install",
      "--prefix",
      folder,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `${name}@${major}`,
    ],
    { cwd: folder },
  );
  if (code !== 0) throw new Error(`Node ${major} cannot be had from npm (${name}@${major}): ${lastLine(stderr)}`);
  const bin = path.join(folder, "node_modules", name, "bin");
  const command = [path.join(bin, "node"), path.join(bin, "node.exe")].find(existsSync);
  const { stdout } = await runCommand(command, ["--version"]);
  return { bin, version: stdout.trim().replace(/^v/, "") };
}

function nodePackage({ platform, arch } = process) {
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
}
