import os from "node:os";
import path from "node:path";

import { Interrupted } from "../scripts/shared/run-command.mjs";
import { pulumiEnvironment } from "../scripts/pulumi/local-backend.mjs";
import { variables } from "./contenders.mjs";
import { startEmulator } from "./emulator-process.mjs";
import { runMeasured } from "./measured-command.mjs";
import { noticedSec } from "./noticed.mjs";
import { CHANGED, OPERATIONS } from "./operations.mjs";
import { pluginStartSec } from "./plugin-start.mjs";
import { prepareFolder, STACK } from "./project-folder.mjs";
import { countRequests } from "./requests.mjs";
import { stateBytes, storedBytes } from "./state-bytes.mjs";

/** Measures one life: all operations on a contender's stack, with a new emulator, so that its rate limits are unused. */
export async function measureLife({ contender, cell }, settings) {
  const place = prepareFolder(contender, settings);
  const emulator = await startEmulator(emulatorOptions(cell, settings));
  try {
    if (cell.latencyMs > 0) await emulator.control("POST", "/faults", latencyRule(cell.latencyMs));
    const env = environment({ contender, cell, place, emulator, settings });
    const run = (args, more = {}) =>
      runMeasured(path.join(settings.bin, "pulumi"), [...args, "--stack", STACK, "--non-interactive"], {
        cwd: place.program,
        env: { ...env, ...more },
        meterFile: path.join(place.folder, "meter.jsonl"),
        timeoutMs: settings.timeoutMin * 60_000,
      });
    await run(["stack", "init"]);
    return await goThrough(run, { emulator, place, env, settings });
  } finally {
    emulator.stop();
    place.remove();
  }
}

async function goThrough(run, { emulator, place, env, settings: { bootSec } }) {
  const life = { load: os.loadavg()[0], operations: {} };
  for (const [name, args] of Object.entries(OPERATIONS)) {
    const stopCounting = await countRequests(emulator);
    try {
      const { figures, plugin } = await run(args, { CHANGED: CHANGED[name] });
      life.operations[name] = { ...figures, ...(await stopCounting()) };
      if (name === "up") life.pluginStartSec = await pluginStartSec(plugin, { cwd: place.program, env });
    } catch (error) {
      await stopCounting();
      if (error instanceof Interrupted) throw error;
      // Keep what was measured. Later operations would start from another state, so skip them.
      return { ...life, failed: { operation: name, reason: error.reason ?? error.message }, error };
    }
    if (name === "up") {
      const exported = JSON.parse((await run(["stack", "export"])).stdout);
      const state = { ...stateBytes(exported), stored: storedBytes(place.state, STACK) };
      Object.assign(life, { state, noticedSec: noticedSec(exported, bootSec) });
    }
  }
  return life;
}

function emulatorOptions({ limits }, { bootSec, brand }) {
  const options = ["--provision-ms", String(bootSec * 1000), "--brand", brand];
  return limits ? [...options, "--rate-limits"] : options;
}

function latencyRule(ms) {
  return { path: "/**", times: "always", effect: { kind: "delay", ms } };
}

function environment({ contender, cell, place, emulator, settings }) {
  return {
    ...pulumiEnvironment({ bin: settings.bin, emulator }),
    PULUMI_BACKEND_URL: `file://${place.state}`,
    // Node reads the file at every start. The system's whole bundle takes it longer than the rest of its start.
    NODE_EXTRA_CA_CERTS: "",
    COMPUTE_BRAND: settings.brand,
    COMPUTE_JOURNAL: path.join(place.folder, "journal"),
    KIND: cell.kind,
    COUNT: String(cell.count),
    ...variables(settings.env, "--env", emulator),
    ...(contender.folder === undefined ? {} : variables(settings.peerEnv, "--peer-env", emulator)),
  };
}
