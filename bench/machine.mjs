import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { projectFolder } from "../scripts/shared/paths.mjs";
import { runCommand } from "../scripts/shared/run-command.mjs";

/** The hardware and versions on which the figures were measured. */
export async function describeMachine(bin) {
  const { stdout } = await runCommand(path.join(bin, "pulumi"), ["version"], { output: "capture" });
  const sdk = path.join(projectFolder, "node_modules", "@pulumi", "pulumi", "package.json");
  return {
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model ?? "unknown",
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.arch()}`,
    node: process.versions.node,
    pulumi: stdout.trim().replace(/^v/, ""),
    sdk: JSON.parse(readFileSync(sdk, "utf8")).version,
    provider: JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8")).version,
  };
}

/** A warning if the machine is too busy for measurements; otherwise undefined. */
export function loadWarning(load, cores) {
  if (load <= cores) return undefined;
  return `The load average was ${load.toFixed(1)} on ${cores} cores at the start: other processes were using the machine.`;
}
