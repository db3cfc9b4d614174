// node bench/memory.mjs [COUNT...] - measures memory and CPU time of the native plugin, and of the provider's core without an engine, for a
// DomainRecordSet from a zone file of 1,000 and of 10,000 lines. For `drift`, see drift-scan.mjs.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { projectFolder } from "../scripts/shared/paths.mjs";
import { startEmulator } from "./emulator-process.mjs";
import { grouped, table } from "./markdown.mjs";
import { startPlugin } from "./plugin-process.mjs";
import { openProvider } from "./provider-calls.mjs";
import { numbers, zoneArgs } from "./shared-limits.mjs";

const PROBE = path.join(projectFolder, "bench", "memory-probe.cjs");
const ORIGIN = "bench.example";

const [first, ...others] = process.argv.slice(2);
if (first === "--core") await core(JSON.parse(others[0]));
else await all(first === undefined ? [1000, 10_000] : [first, ...others].map(Number));

async function all(counts) {
  const rows = [];
  for (const count of counts) {
    for (const [host, measure] of Object.entries({ "native plugin": inPlugin, core: inCore })) {
      const emulator = await startEmulator();
      try {
        for (const { step, cpuSec, peakMb, heapMb } of await measure({ ...emulator, count }))
          rows.push([host, grouped(count), step, cpuSec.toFixed(1), peakMb.toFixed(0), heapMb.toFixed(1)]);
      } finally {
        emulator.stop();
      }
    }
  }
  console.log(table(["process", "records", "step", "processor, s", "peak, MB", "heap afterwards, MB"], rows, 3));
}

async function inPlugin({ count, ...emulator }) {
  const plugin = await startPlugin(emulator);
  try {
    return await life(plugin, count, plugin.memory);
  } finally {
    await plugin.stop();
  }
}

async function inCore({ url, token, count }) {
  const args = ["--core", JSON.stringify({ url, token, count })];
  const child = fork(fileURLToPath(import.meta.url), args, { execArgv: ["--require", PROBE] });
  const [rows] = await once(child, "message");
  return rows;
}

/** Runs in a process of its own. */
async function core({ count, ...emulator }) {
  const { memory } = createRequire(import.meta.url)(PROBE);
  const provider = openProvider(emulator);
  const host = {
    run: (work) => work(),
    create: async (kind, name, args) => ({ kind, name, ...(await provider.create(kind, name, args)) }),
    preview: (resource, args) => provider.preview(resource.kind, resource.name, resource, args),
    refresh: (resource) => provider.refresh(resource.kind, resource.name, resource),
  };
  process.send(await life(host, count, memory));
}

async function life(host, count, memory) {
  const rows = [];
  const measured = async (step, work) => {
    const before = await memory();
    const result = await host.run(work);
    const after = await memory();
    rows.push({ step, ...after, cpuSec: after.cpuSec - before.cpuSec });
    return result;
  };
  const zone = await measured("up of the domain", () => host.create("Domain", "zone", zoneArgs(ORIGIN)));
  const lines = (target) =>
    numbers(count).map((index) => `host-${index} 300 IN A ${index % 10 === 0 ? target : "192.0.2.1"}`);
  const args = (target) => ({
    domainId: Number(zone.id),
    zoneFile: [`$ORIGIN ${ORIGIN}.`, ...lines(target)].join("\n"),
  });
  const set = await measured("up", () => host.create("DomainRecordSet", "records", args("192.0.2.1")));
  await measured("preview, no change", () => host.preview(set, args("192.0.2.1")));
  await measured("preview, every tenth changed", () => host.preview(set, args("192.0.2.2")));
  await measured("refresh", () => host.refresh(set));
  return rows;
}
