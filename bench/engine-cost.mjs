// node bench/engine-cost.mjs [COUNT] [RUNS] [NAME] - what the engine's operations cost with our provider and with one that does nothing.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { pulumiEnvironment } from "../scripts/local-backend.mjs";
import { projectFolder } from "../scripts/paths.mjs";
import { preparePulumi } from "../scripts/pulumi-cli.mjs";
import { contenders } from "./contenders.mjs";
import { startEmulator } from "./emulator-process.mjs";

const COUNT = Number(process.argv[2] ?? 100);
const RUNS = Number(process.argv[3] ?? 3);
const NAME = process.argv[4] ?? "";
const OPERATIONS = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

const bin = await preparePulumi();
const chosen = contenders.filter(({ name }) => name.includes(NAME));
const emulator = chosen.some(({ needsEmulator }) => needsEmulator)
  ? await startEmulator(["--provision-ms", "0"])
  : undefined;
const results = chosen.map((contender) => ({ ...contender, seconds: {}, requests: {} }));
try {
  for (let run = 0; run < RUNS; run++) for (const contender of results) await measure(contender);
  print();
} finally {
  emulator?.stop();
}

async function measure(contender) {
  const folder = prepareProject(contender);
  const env = {
    ...pulumiEnvironment({ bin, emulator }),
    PULUMI_BACKEND_URL: `file://${path.join(folder, "state")}`,
    COUNT: String(COUNT),
  };
  pulumi(folder, env, ["stack", "init", "bench"]);
  for (const [operation, args] of Object.entries(OPERATIONS)) {
    const before = await emulator?.requests();
    const started = performance.now();
    pulumi(folder, env, [...args, "--stack", "bench"]);
    (contender.seconds[operation] ??= []).push((performance.now() - started) / 1000);
    contender.requests[operation] = (await emulator?.requests()) - before;
    if (operation === "up") contender.state = sizes(pulumi(folder, env, ["stack", "export", "--stack", "bench"]));
  }
  rmSync(folder, { recursive: true, force: true });
}

function prepareProject({ program, modules }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-bench-"));
  mkdirSync(path.join(folder, "state"));
  writeFileSync(
    path.join(folder, "Pulumi.yaml"),
    "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  writeFileSync(path.join(folder, "package.json"), '{ "name": "bench", "main": "index.js" }\n');
  writeFileSync(path.join(folder, "index.js"), program);
  const installed = path.join(folder, "node_modules");
  mkdirSync(path.join(installed, "@pulumi"), { recursive: true });
  symlinkSync(path.join(projectFolder, "node_modules", "@pulumi", "pulumi"), path.join(installed, "@pulumi", "pulumi"));
  symlinkSync(projectFolder, path.join(installed, "pulumi-compute"));
  for (const [name, source] of Object.entries(modules)) {
    mkdirSync(path.join(installed, name));
    writeFileSync(path.join(installed, name, "package.json"), JSON.stringify({ name, main: "index.js" }));
    writeFileSync(path.join(installed, name, "index.js"), source);
  }
  return folder;
}

function pulumi(folder, env, args) {
  const { status, stdout, stderr } = spawnSync(path.join(bin, "pulumi"), [...args, "--non-interactive"], {
    cwd: folder,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

function sizes(exported) {
  const { deployment } = JSON.parse(exported);
  const resources = deployment.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic"));
  const total = resources.reduce((sum, resource) => sum + JSON.stringify(resource).length, 0);
  return {
    providerBytes: String(resources[0].inputs.__provider).length,
    bytesPerResource: Math.round(total / resources.length),
  };
}

function print() {
  const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const operations = Object.keys(OPERATIONS);
  console.log(`\n${COUNT} resources, median of ${RUNS} runs: seconds (requests)\n`);
  console.log(`| provider | ${operations.join(" | ")} | bytes of __provider | bytes of state per resource |`);
  console.log(`|---|${operations.map(() => "---|").join("")}---|---|`);
  for (const { name, seconds, requests, state, needsEmulator } of results) {
    const cells = operations.map(
      (one) => median(seconds[one]).toFixed(1) + (needsEmulator ? ` (${requests[one]})` : ""),
    );
    console.log(`| ${name} | ${cells.join(" | ")} | ${state.providerBytes} | ${state.bytesPerResource} |`);
  }
}
