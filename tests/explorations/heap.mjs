// node tests/explorations/heap.mjs [--minutes M] - keeps one process of the native plugin busy with creates, previews, updates, refreshes and
// deletes, each in a run of its own, and shows its heap after garbage collections. Fails if the heap keeps growing. Five minutes by default.
import { parseArgs } from "node:util";

import { startEmulator } from "../../bench/emulator-process.mjs";
import { startPlugin } from "../../bench/plugin-process.mjs";
import { INSTANCE, numbers, recordArgs, zoneArgs } from "../../bench/shared-limits.mjs";
import { ensureBuilt } from "../../scripts/shared/ensure.mjs";

const { values: options } = parseArgs({ options: { minutes: { type: "string", default: "5" } } });
const LENGTH_MS = Number(options.minutes) * 60_000;
const SAMPLES = 12;
/** Until then, code is still being compiled. */
const WARM_UP = SAMPLES / 4;
const MOST_BYTES_A_ROUND = 20_000;
const MOST_MB = 2;

await ensureBuilt();
const emulator = await startEmulator(["--provision-ms", "0", "--database-provision-ms", "0"]);
const plugin = await startPlugin(emulator);
const samples = [];
try {
  const startedAt = performance.now();
  for (let round = 0; samples.length < SAMPLES; round++) {
    await life(round);
    if (performance.now() - startedAt < ((samples.length + 1) * LENGTH_MS) / SAMPLES) continue;
    const { heapMb, peakMb } = await plugin.memory();
    samples.push({ round: round + 1, heapMb });
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    console.log(`${minutes} min, ${round + 1} rounds: heap ${heapMb.toFixed(2)} MB, peak ${peakMb.toFixed(0)} MB`);
  }
} finally {
  await plugin.stop();
  emulator.stop();
}
const settled = samples.slice(WARM_UP);
const slope = slopeOf(settled) * 1e6;
const [first, last] = [settled[0], settled.at(-1)];
const grownMb = (slope * (last.round - first.round)) / 1e6;
console.log(
  `slope: ${slope.toFixed(0)} bytes a round, ${grownMb.toFixed(2)} MB in the last ${last.round - first.round} rounds`,
);
if (slope > MOST_BYTES_A_ROUND && grownMb > MOST_MB) {
  console.log("The heap keeps growing.");
  process.exitCode = 1;
}

/** The commands of a stack's life, with names that no earlier round had. */
async function life(round) {
  const name = `stack-${round}`;
  const zone = await plugin.run(() => plugin.create("Domain", name, zoneArgs(`${name}.example`)));
  const declared = program(name, Number(zone.id));
  const each = (work) => plugin.run(() => Promise.all(declared.map((resource, index) => work(resource, index))));
  await each(([kind, own, args]) => plugin.create(kind, own, args("192.0.2.1"), { preview: true }));
  let made = await each(([kind, own, args]) => plugin.create(kind, own, args("192.0.2.1")));
  await each(([, , args], index) => plugin.preview(made[index], args("192.0.2.2")));
  made = await each(([, , args], index) => plugin.update(made[index], args("192.0.2.2")));
  made = await each((_, index) => plugin.refresh(made[index]));
  await each((_, index) => plugin.remove(made[index]));
  await plugin.run(() => plugin.remove(zone));
}

/** Resource types, names, and inputs with one that changes. */
function program(name, domainId) {
  const database = { label: name, region: "us-east", type: "g6-nanode-1", engine: "mysql/8.0.26" };
  const ofSet = (target) => numbers(10).map((index) => ({ type: "A", name: `set-${index}`, target }));
  return [
    ["Instance", name, (text) => ({ ...INSTANCE, label: name, tags: [text] })],
    ["DomainRecordSet", name, (text) => ({ domainId, records: ofSet(text) })],
    ["MysqlDatabase", name, (text) => ({ ...database, allowList: [text] })],
    ...numbers(5).map((index) => {
      return ["DomainRecord", `${name}-${index}`, (target) => ({ ...recordArgs(domainId, `host-${index}`), target })];
    }),
  ];
}

/** Megabytes a round, by least squares. */
function slopeOf(all) {
  const mean = (figures) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const [round, heap] = [mean(all.map((one) => one.round)), mean(all.map((one) => one.heapMb))];
  const sum = (figureOf) => all.reduce((total, one) => total + figureOf(one), 0);
  return sum((one) => (one.round - round) * (one.heapMb - heap)) / sum((one) => (one.round - round) ** 2);
}
