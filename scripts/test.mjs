// npm test [-- JEST ARGUMENTS] - prepares what is missing, runs the tests, and ends with the line `N passed, M failed`.
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { countsLine, runJest } from "./run-jest.mjs";
import { lanesNeedPulumi } from "./test-lanes.mjs";

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const env = { ...process.env };
  if (lanesNeedPulumi(args)) env.PULUMI_COMPUTE_TEST_CLI_BIN = await preparePulumi();
  const { code, counts } = await runJest(args, { env });
  if (counts) process.stdout.write(`${countsLine(counts)}\n`);
  return code;
});
