import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { countsLine, runJest } from "./run-jest.mjs";
import { lanesNeedPulumi } from "./test-lanes.mjs";

/** Prepares what is missing, runs the tests, prints the line `N passed, M failed`, and gives the exit code. */
export async function runTests(args, environment = {}) {
  await ensureInstalled();
  await ensureBuilt();
  const env = { ...process.env, ...environment };
  if (lanesNeedPulumi(args)) env.PULUMI_COMPUTE_TEST_CLI_BIN = await preparePulumi();
  const { code, counts } = await runJest(args, { env });
  if (counts) process.stdout.write(`${countsLine(counts)}\n`);
  return code;
}
