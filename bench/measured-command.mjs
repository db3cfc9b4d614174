import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { passSignalsTo, throwIfInterrupted } from "../scripts/shared/run-command.mjs";
import { projectFolder } from "../scripts/shared/paths.mjs";
import { cpuOfEndedChildren, startSampler } from "./process-sampler.mjs";
import { byRole } from "./processes.mjs";

const METER = path.join(projectFolder, "bench", "process-meter.cjs");

/** How much of the end of the output a failure shows. */
const SHOWN_CHARACTERS = 4_000;

/** Runs a command; gives its output, and its wall time, processor time and processes. */
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
  return { ...output, figures: { seconds, cpuSec, processes: byRole(samples, linesOf(meterFile)) } };
}

/** What a command said before it failed. Its `reason` is one line, and names no folder. */
class CommandFailed extends Error {
  constructor(args, ended, { stdout, stderr }) {
    const said = `${stdout}\n${stderr}`.trim();
    super(`pulumi ${args.join(" ")} ended with ${ended}:\n${said.slice(-SHOWN_CHARACTERS)}`);
    const reason = /error: (.*)/.exec(said)?.[1] ?? "no reason given";
    this.reason = `pulumi ${args[0]} ended with ${ended}: ${reason.replaceAll(/\/[\w./-]+/g, "…").slice(0, 200)}`;
  }
}

function linesOf(file) {
  if (!existsSync(file)) return [];
  // The end of a process may have cut the last line.
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

function round(seconds) {
  return Math.round(seconds * 1000) / 1000;
}
