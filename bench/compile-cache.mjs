// node bench/compile-cache.mjs [RUNS] - measures what NODE_COMPILE_CACHE saves in a preview without changes, on Node 22. RUNS defaults to 7.
import path from "node:path";

import { ensureBuilt } from "../scripts/shared/ensure.mjs";
import { pulumiEnvironment, withFolderOnPath } from "../scripts/pulumi/local-backend.mjs";
import { prepareNode } from "../scripts/test/matrix.mjs";
import { preparePulumi } from "../scripts/pulumi/cli.mjs";
import { startEmulator } from "./emulator-process.mjs";
import { runMeasured } from "./measured-command.mjs";
import { OPERATIONS } from "./operations.mjs";
import { prepareFolder, STACK } from "./project-folder.mjs";
import { spread } from "./statistics.mjs";

const RUNS = Number(process.argv[2] ?? 7);
const PREVIEW = OPERATIONS["preview, no change"];

await ensureBuilt();
const bin = await preparePulumi();
const node = await prepareNode("22");
for (const typescript of [false, true]) await compare(typescript);

/** Alternates previews with and without the cache, so that changing load affects both equally. */
async function compare(typescript) {
  const place = prepareFolder({ program: "ours.cjs" }, { typescript });
  const emulator = await startEmulator(["--provision-ms", "0"]);
  const base = {
    ...pulumiEnvironment({ bin, emulator }),
    PULUMI_BACKEND_URL: `file://${place.state}`,
    COMPUTE_JOURNAL: path.join(place.folder, "journal"),
    KIND: "instances",
    COUNT: "2",
  };
  const env = { ...base, ...withFolderOnPath(base, path.dirname(node.command)), NODE_COMPILE_CACHE: undefined };
  const cached = { ...env, NODE_COMPILE_CACHE: path.join(place.folder, "compile-cache") };
  const run = (args, environment) =>
    runMeasured(path.join(bin, "pulumi"), [...args, "--stack", STACK, "--non-interactive"], {
      cwd: place.program,
      env: environment,
      meterFile: path.join(place.folder, "meter.jsonl"),
      timeoutMs: 300_000,
    });
  try {
    await run(["stack", "init"], env);
    await run(OPERATIONS.up, env);
    await run(PREVIEW, cached);
    const figures = { without: [], with: [] };
    for (let index = 0; index < RUNS; index++) {
      figures.without.push((await run(PREVIEW, env)).figures);
      figures.with.push((await run(PREVIEW, cached)).figures);
    }
    console.log(`Node ${node.version}, \`typescript: ${typescript}\`, ${RUNS} previews of two instances each:`);
    for (const [name, measured] of Object.entries(figures)) console.log(`  ${name.padEnd(8)} ${shown(measured)}`);
  } finally {
    emulator.stop();
    place.remove();
  }
}

function shown(measured) {
  return ["seconds", "cpuSec"].map((name) => `${name} ${inWords(measured.map((one) => one[name]))}`).join(", ");
}

function inWords(values) {
  const { median, min, max } = spread(values);
  return `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;
}
