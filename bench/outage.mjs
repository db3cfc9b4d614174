// node bench/outage.mjs [--seconds S] [--scale F] [--only outage|processes] - measures the requests of 20 operations during S seconds
// (60) of 503, and of five processes that share a token with rate limits, in emulated time that runs F times (10) as fast.
import { fork } from "node:child_process";
import { parseArgs } from "node:util";

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
  pause,
  recordArgs,
  watchLog,
  zoneArgs,
} from "./shared-limits.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    scale: { type: "string", default: "10" },
    only: { type: "string" },
    /** Makes this process one of the five. */
    run: { type: "string" },
  },
});
const OUTAGE_SEC = Number(values.seconds);
const SCALE = Number(values.scale);
/** Operations of each kind in flight: creates of records and instances, updates and refreshes of records. */
const OF_EACH = 5;
const PROCESSES = 5;
const RECORDS = 160;
const INSTANCES = 40;
/** Like `pulumi up --parallel 16`, the default on 4 cores. */
const AT_ONCE = 16;
const STORM_SEC = 15;

if (values.run) await runOne(JSON.parse(values.run));
else {
  if (values.only !== "processes") await outage();
  if (values.only !== "outage") await sharedToken();
}

/** Operations that are in flight when the API starts to answer 503 to everything, and their requests until it recovers. */
async function outage() {
  const emulator = await startEmulator(["--provision-ms", "10000"]);
  try {
    const provider = openProvider(emulator);
    const domainId = Number((await provider.create("Domain", "zone", zoneArgs("outage.example"))).id);
    const names = numbers(2 * OF_EACH).map((index) => `old-${index}`);
    const old = await Promise.all(
      names.map((name) => provider.create("DomainRecord", name, recordArgs(domainId, name))),
    );
    const log = watchLog(emulator);
    const started = performance.now();
    const operations = numbers(OF_EACH).flatMap((index) => {
      const [updated, refreshed] = [old[index], old[OF_EACH + index]];
      const changed = { ...recordArgs(domainId, names[index]), target: "192.0.2.9" };
      return [
        ["create instance", () => provider.create("Instance", `web-${index}`, { ...INSTANCE, label: `web-${index}` })],
        ["create record", () => provider.create("DomainRecord", `r${index}`, recordArgs(domainId, `new-${index}`))],
        ["update record", () => provider.update("DomainRecord", names[index], updated, changed)],
        ["refresh record", () => provider.refresh("DomainRecord", names[OF_EACH + index], refreshed)],
      ];
    });
    const instances = operations.filter(([what]) => what === "create instance").map(start);
    // The instances boot meanwhile.
    await pause(3000);
    await emulator.control("POST", "/faults", {
      path: "/**",
      times: "always",
      effect: { kind: "status", status: 503 },
    });
    const begun = await log.count();
    const all = [...instances, ...operations.filter(([what]) => what !== "create instance").map(start)];
    await pause(OUTAGE_SEC * 1000);
    const during = (await log.count()) - begun;
    await emulator.control("DELETE", "/faults");
    const results = await Promise.all(all);
    const after = (await log.count()) - begun - during;
    const requests = (count) => `${count} (${(count / all.length).toFixed(2)} for each operation)`;
    console.log(
      `${all.length} operations, of which 5 creates had begun, and ${OUTAGE_SEC} s of 503 to every request:\n`,
    );
    const rows = [...new Set(results.map(({ what }) => what))].map((what) => {
      const some = results.filter((result) => result.what === what);
      const done = some.filter(({ error }) => error === undefined).length;
      return [what, some.length, done, Math.max(...some.map(({ seconds }) => seconds)).toFixed(0)];
    });
    console.log(table(["operation", "count", "succeeded", "slowest, s"], rows));
    console.log(`\nrequests during the outage: ${requests(during)}; afterwards: ${requests(after)}`);
    for (const error of new Set(results.map(({ error }) => error).filter(Boolean))) console.log(`error: ${error}`);
    log.stop();

    async function start([what, work]) {
      const error = await work().then(
        () => undefined,
        (failure) => failure.message,
      );
      return { what, error, seconds: (performance.now() - started) / 1000 };
    }
  } finally {
    emulator.stop();
  }
}

/** Several processes that create resources with one token, at an API that rejects what exceeds its limits. */
async function sharedToken() {
  const emulator = await startEmulator(["--rate-limits", "--provision-ms", "20000", "--time-scale", String(SCALE)]);
  const { url, token } = emulator;
  try {
    const log = watchLog(emulator);
    const runs = numbers(PROCESSES).map((index) => JSON.stringify({ index, url, token }));
    const seconds = await Promise.all(runs.map((run) => inChild(run)));
    await log.count();
    log.stop();
    const refused = log.entries.filter(({ status }) => status === 429);
    const most = (entries) =>
      mostWithin(
        entries.map(({ at }) => Date.parse(at)),
        STORM_SEC * 1000,
      );
    const perMinute = (entries) =>
      mostWithin(
        entries.map(({ at }) => Date.parse(at)),
        60_000,
      );
    const last = Math.max(...log.entries.map(({ at }) => Date.parse(at)));
    const half = last - (last - Date.parse(log.entries[0].at)) / 2;
    const late = refused.filter(({ at }) => Date.parse(at) > half).length;
    console.log(
      `\n${PROCESSES} processes with ${RECORDS} records and ${INSTANCES} instances each, one token, limits of 800 requests a minute and ` +
        "10 creates of instances in 30 s:\n",
    );
    console.log(
      table(
        ["figure", "value"],
        [
          ["requests", grouped(log.entries.length)],
          ["429s, and those in the second half", `${refused.length}, ${late}`],
          [`most requests in ${STORM_SEC} s, and in a minute`, `${most(log.entries)}, ${perMinute(log.entries)}`],
          [`most creates of instances in ${STORM_SEC} s`, most(log.entries.filter(isInstanceCreate))],
          ["seconds of each process", seconds.map((value) => value.toFixed(0)).join(", ")],
          ["slowest / fastest", (Math.max(...seconds) / Math.min(...seconds)).toFixed(2)],
          ["Jain's index", jain(seconds).toFixed(3)],
        ],
      ),
    );
  } finally {
    emulator.stop();
  }
}

function inChild(run) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(import.meta.url).pathname, ["--run", run, "--scale", values.scale]);
    child.once("message", resolve);
    child.once("exit", (code) => code !== 0 && reject(new Error(`a process exited with ${code}`)));
  });
}

/** One of the processes: creates its resources a few at a time, and sends how long that took, in emulated seconds. */
async function runOne({ index, ...emulator }) {
  const clock = fastClock(SCALE);
  const provider = openProvider(emulator, { clock });
  const started = clock.now();
  const { id } = await provider.create("Domain", "zone", zoneArgs(`run-${index}.example`));
  const record = (number) => () => {
    const name = `r${number}`;
    return provider.create("DomainRecord", name, recordArgs(Number(id), name));
  };
  const instance = (number) => () => {
    const name = `run${index}-web-${number}`;
    return provider.create("Instance", name, { ...INSTANCE, label: name });
  };
  // Every fifth is an instance.
  const each = RECORDS / INSTANCES + 1;
  const work = numbers(RECORDS + INSTANCES).map((number) => (number % each === 0 ? instance(number) : record(number)));
  await eachOf(work, AT_ONCE, (next) => next());
  process.send((clock.now() - started) / 1000);
  process.disconnect();
}

/** The most times within any period of this length. */
function mostWithin(times, lengthMs) {
  let first = 0;
  return times.reduce((most, time, index) => {
    while (times[first] <= time - lengthMs) first++;
    return Math.max(most, index - first + 1);
  }, 0);
}
