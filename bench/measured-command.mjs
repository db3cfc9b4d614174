import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { passSignalsTo, throwIfInterrupted } from "../scripts/shared/run-command.mjs";
import { projectFolder } from "../scripts/shared/paths.mjs";
import { cpuOfEndedChildren, startSampler } from "./process-sampler.mjs";
import { byRole, pluginCommand } from "./processes.mjs";

const METER = path.join(projectFolder, "bench", "process-meter.cjs");

/** How much of the end of the output an error contains. */
const SHOWN_CHARACTERS = 4_000;

/** Runs a command. Returns its output, wall time, CPU time, processes and the command of a plugin. */
export async function runMeasured(file, args, { cwd, env, meterFile, timeoutMs }) {
  rmSync(meterFile, { force: true });
  const options = `${env.NODE_OPTIONS ?? ""} --require ${JSON.stringify(METER)}`.trim();
  const cpuBefore = cpuOfEndedChildren();
  const started = performance.now();
  const child = spawn(file, args, {
    cwd,
    env: { ...env, NODE_OPTIONS: options, BENCH_METER_FILE: meterFile },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  passSignalsTo(child);
  const stopSampling = startSampler(child.pid);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (data) => (output[name] += data));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...ended) => resolve(ended));
  });
  const seconds = round((performance.now() - started) / 1000);
  const samples = stopSampling();
  throwIfInterrupted();
  if (code !== 0) throw new CommandFailed(args, code ?? signal, output);
  const cpuSec = cpuBefore === undefined ? undefined : round(cpuOfEndedChildren() - cpuBefore);
  const figures = { seconds, cpuSec, processes: byRole(samples, linesOf(meterFile)) };
  return { ...output, figures, plugin: pluginCommand(samples) };
}

/** Contains the end of the command's output. `reason` is one line without paths, for the report. */
class CommandFailed extends Error {
  constructor(args, exit, { stdout, stderr }) {
    const output = `${stdout}\n${stderr}`.trim();
    super(`pulumi ${args.join(" ")} exited with ${exit}:\n${output.slice(-SHOWN_CHARACTERS)}`);
    const reason = /error: (.*)/.exec(output)?.[1] ?? "no error message";
    this.reason = `pulumi ${args[0]} exited with ${exit}: ${reason.replaceAll(/\/[\w./-]+/g, "…").slice(0, 200)}`;
  }
}

function linesOf(file) {
  if (!existsSync(file)) return [];
  // A killed process may have left the last line incomplete.
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

function round(seconds) {
  return Math.round(seconds * 1000) / 1000;
}
