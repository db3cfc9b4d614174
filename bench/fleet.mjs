// node bench/fleet.mjs [--stacks N] [--parallel N] [--records N] [--scale F] - runs 500 stacks, 40 at a time, against an emulator with rate limits:
// each is a process with one token that creates a zone, 10 records and an instance, reads and deletes them. Emulated time runs 4 times as fast.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { compiledFolder } from "../scripts/shared/paths.mjs";
import { startEmulator } from "./emulator-process.mjs";
import { grouped, table } from "./markdown.mjs";
import { openProvider } from "./provider-calls.mjs";
import {
  eachOf,
  fastClock,
  INSTANCE,
  isInstanceCreate,
  jain,
  numbers,
  recordArgs,
  watchLog,
  zoneArgs,
} from "./shared-limits.mjs";

const number = (value) => ({ type: "string", default: String(value) });
const { values } = parseArgs({
  options: {
    stacks: number(500),
    parallel: number(40),
    records: number(10),
    scale: number(4),
    /** Makes this process one of the stacks. */
    run: { type: "string" },
  },
});
const [STACKS, PARALLEL, RECORDS, SCALE] = ["stacks", "parallel", "records", "scale"].map((name) =>
  Number(values[name]),
);
const BOOT_SEC = 20;
/** Like the engine on two cores. */
const AT_ONCE = 8;
const LIMITS = [
  { what: "requests in a minute", windowSec: 60, limit: 800, isOf: (entry) => !isInstanceCreate(entry) },
  { what: "creates of instances in 30 s", windowSec: 30, limit: 10, isOf: isInstanceCreate },
];

if (values.run) await runStack(JSON.parse(values.run));
else await fleet();

async function fleet() {
  const journals = mkdtempSync(path.join(os.tmpdir(), "fleet-"));
  const sinceMs = Date.now();
  const options = ["--rate-limits", "--provision-ms", String(BOOT_SEC * 1000), "--time-scale", String(SCALE)];
  const emulator = await startEmulator(options);
  const log = watchLog(emulator);
  try {
    const { url, token } = emulator;
    let started = 0;
    let begin;
    /** The first ones begin at the same moment. */
    const firstStarted = new Promise((resolve) => (begin = resolve));
    const results = [];
    await eachOf(numbers(STACKS), PARALLEL, async (index) => {
      const run = JSON.stringify({ index, sinceMs, journals, url, token });
      const args = ["--run", run, "--records", values.records, "--scale", values.scale];
      const child = fork(new URL(import.meta.url).pathname, args);
      const ended = once(child, "disconnect");
      await once(child, "message");
      if (++started === Math.min(PARALLEL, STACKS)) begin();
      await firstStarted;
      child.send("go");
      const [result] = await Promise.race([once(child, "message"), ended.then(() => [{ error: "ended" }])]);
      results.push(result);
      await ended;
    });
    await log.count();
    report(results, log.entries);
  } finally {
    log.stop();
    emulator.stop();
    rmSync(journals, { recursive: true, force: true });
  }
}

async function runStack({ index, sinceMs, journals, ...emulator }) {
  const name = `stack-${index}`;
  const { sendsFor } = createRequire(path.join(compiledFolder, "/"))("./provider/api/user-agent.js");
  // The emulator's log shows who sent a request.
  sendsFor(name);
  const clock = fastClock(SCALE, sinceMs);
  process.send("ready");
  await once(process, "message");
  const startedMs = clock.now();
  const provider = openProvider(emulator, { clock, stack: name, journals });
  const result = await life(provider, name).then(
    (peakMb) => ({ seconds: (clock.now() - startedMs) / 1000, peakMb }),
    (error) => ({ error: error.message }),
  );
  await provider.end();
  process.send(result);
  process.disconnect();
}

async function life(provider, name) {
  const zone = await provider.create("Domain", "zone", zoneArgs(`${name}.example`));
  const resources = [["Instance", name, { ...INSTANCE, label: name }]];
  for (const index of numbers(RECORDS)) {
    const record = `host-${index}`;
    resources.push(["DomainRecord", record, recordArgs(Number(zone.id), record)]);
  }
  const made = [];
  await eachOf(resources, AT_ONCE, async ([kind, resource, args]) => {
    made.push([kind, resource, await provider.create(kind, resource, args)]);
  });
  await eachOf([...made, ["Domain", "zone", zone]], AT_ONCE, (one) => provider.refresh(...one));
  await eachOf(made, AT_ONCE, (one) => provider.remove(...one));
  await provider.remove("Domain", "zone", zone);
  return Math.round(process.resourceUsage().maxRSS / 1000);
}

/** What the emulator's log shows, and what the stacks measured, in emulated seconds. */
function report(results, entries) {
  const timed = entries.map((entry) => ({ ...entry, sec: Date.parse(`${entry.at}Z`) / 1000 }));
  const ofStacks = groups(timed, ({ userAgent }) => userAgent);
  const creates = timed.filter(({ method, status }) => method === "POST" && status === 200).length;
  const failures = results.filter(({ error }) => error !== undefined);
  const spread = (all, digits = 0) => {
    const sorted = [...all].sort((a, b) => a - b);
    const at = [0, Math.floor(sorted.length / 2), sorted.length - 1];
    return at.map((index) => sorted[index]?.toFixed(digits)).join(" / ");
  };
  const seconds = results.filter(({ error }) => error === undefined).map((result) => result.seconds);
  const beginSec = Math.min(...timed.map(({ sec }) => sec));
  const pauses = ofStacks.map((all) => Math.max(...all.map(({ sec }, index) => sec - (all[index - 1]?.sec ?? sec))));
  const rows = [
    ["stacks, failed", `${STACKS}, ${failures.length}`],
    ["requests", grouped(entries.length)],
    ["creates, and how many there should be", `${creates}, ${STACKS * (RECORDS + 2)}`],
    ...LIMITS.map(({ what, windowSec, limit, isOf }) => {
      const counted = timed.filter(isOf);
      const windows = groups(counted, ({ sec }) => Math.floor(sec / windowSec));
      const most = (accepted) =>
        Math.max(...windows.map((all) => all.filter(({ status }) => !accepted || status !== 429).length));
      const refused = counted.filter(({ status }) => status === 429).length;
      return [
        `most ${what} (${limit}), with those that got a 429; all 429s`,
        `${most(true)}, ${most(false)}; ${refused}`,
      ];
    }),
    ["minutes", ((Math.max(...timed.map(({ sec }) => sec)) - beginSec) / 60).toFixed(1)],
    ["seconds of a stack: shortest / median / longest", spread(seconds)],
    ["Jain's index of these", jain(seconds).toFixed(3)],
    [
      "minute in which a stack ends: first / median / last",
      spread(
        ofStacks.map((all) => (all.at(-1).sec - beginSec) / 60),
        1,
      ),
    ],
    ["requests of a stack", spread(ofStacks.map((all) => all.length))],
    ["longest pause between two requests of a stack, s", spread(pauses)],
    ["peak memory of a process, MB", spread(results.flatMap(({ peakMb }) => peakMb ?? []))],
  ];
  console.log(`${PARALLEL} stacks at a time, each with a zone, ${RECORDS} records and an instance, emulated time:\n`);
  console.log(table(["figure", "value"], rows));
  for (const error of new Set(failures.map(({ error }) => error))) console.log(`error: ${error}`);
}

function groups(entries, keyOf) {
  const found = new Map();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(entry);
  }
  return [...found.values()];
}
