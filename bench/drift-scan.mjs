// node bench/drift-scan.mjs [LATENCY_MS [RECORDS]] - measures a drift scan of 1,000 resources of six types (ten are zones), in an account with
// unmanaged ones; or of that many records in ten zones.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

import { compiledFolder, projectFolder } from "../scripts/shared/paths.mjs";
import { startEmulator } from "./emulator-process.mjs";
import { byClass, countRequests } from "./requests.mjs";

const LATENCY_MS = Number(process.argv[2] ?? 50);
const RUNS = 5;
const ZONES = 10;
/** How many resources of each type the stack has, and how many more are unmanaged. */
const COUNTS = process.argv[3]
  ? { DomainRecord: [Number(process.argv[3]), 0] }
  : {
      DomainRecord: [600, 20],
      Instance: [250, 10],
      MongoDatabase: [50, 2],
      MysqlDatabase: [50, 2],
      Image: [40, 2],
    };

const load = createRequire(path.join(compiledFolder, "/"));
const { openAccount } = load("./cli/account/account.js");
const { definitionOf } = load("./provider/resources/registry.js");

const DATABASE = { region: "us-east", type: "g6-nanode-1" };
const ARGS = {
  Domain: (index) => ({ domain: `zone-${index}.example`, type: "master", soaEmail: "admin@example.org" }),
  DomainRecord: (index, zones) => {
    return { domainId: zones[index % zones.length], type: "A", name: `host-${index}`, target: "192.0.2.1" };
  },
  Instance: (index) => ({ region: "us-east", type: "g6-nanode-1", label: `web-${index}`, tags: ["shop"] }),
  MongoDatabase: (index) => ({ ...DATABASE, engine: "mongodb/4.4.10", label: `mongo-${index}` }),
  MysqlDatabase: (index) => ({ ...DATABASE, engine: "mysql/8.0.26", label: `mysql-${index}` }),
  Image: (index) => ({ label: `image-${index}`, region: "us-east" }),
};

const folder = mkdtempSync(path.join(os.tmpdir(), "drift-scan-"));
const emulator = await startEmulator(["--provision-ms", "0", "--database-provision-ms", "0"]);
try {
  const resources = await stack();
  writeFileSync(path.join(folder, "state.json"), exportOf(resources));
  await emulator.control("POST", "/faults", {
    path: "/**",
    times: "always",
    effect: { kind: "delay", ms: LATENCY_MS },
  });
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await scan());
  const seconds = runs.map((run) => run.seconds).sort((one, other) => one - other);
  const [{ report, requests, cpuSec, peakMb }] = runs;
  console.log(
    `${resources.length} resources, ${report.summary.unmanaged} unmanaged ones found, outcome ${report.outcome}`,
  );
  console.log(`${JSON.stringify(report.summary)}`);
  console.log(
    `requests: ${requests}; processor: ${cpuSec} s, peak: ${peakMb} MB; seconds, including process start: ${seconds.join(", ")} (${LATENCY_MS} ms latency)`,
  );
} finally {
  emulator.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function scan() {
  const stopCounting = await countRequests(emulator);
  const started = performance.now();
  const main = path.join(projectFolder, "dist", "cli", "main.js");
  const args = [main, "drift", "--state", "state.json", "--format", "json"];
  const meter = path.join(folder, "meter.jsonl");
  writeFileSync(meter, "");
  const required = `--require ${path.join(projectFolder, "bench", "process-meter.cjs")}`;
  const env = {
    ...process.env,
    NODE_OPTIONS: required,
    BENCH_METER_FILE: meter,
    COMPUTE_URL: emulator.url,
    COMPUTE_TOKEN: emulator.token,
  };
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8", maxBuffer: 2 ** 30 });
  const seconds = Math.round(performance.now() - started) / 1000;
  const { byRoute } = await stopCounting();
  const { cpuSec, peakBytes } = JSON.parse(readFileSync(meter, "utf8"));
  return {
    seconds,
    cpuSec,
    peakMb: Math.round(peakBytes / 1e6),
    requests: byClass(byRoute).all,
    report: JSON.parse(stdout),
  };
}

/** Creates everything, and returns what the stack manages. */
async function stack() {
  const zones = await create("Domain", ZONES);
  const ids = zones.map(({ id }) => Number(id));
  const managed = [...zones];
  for (const [kind, [count, unmanaged]] of Object.entries(COUNTS)) {
    const all = await create(kind, count + unmanaged, ids);
    managed.push(...all.slice(0, count));
  }
  return managed;
}

async function create(kind, count, zones) {
  const created = [];
  for (let index = 0; index < count; index++) {
    const args = ARGS[kind](index, zones);
    const { domainId, ...body } = args;
    const collection = definitionOf(kind).collection.replace("{domainId}", domainId);
    const answer = await post(kind === "Image" ? "/images/upload" : collection, body);
    const own = String((answer.image ?? answer).id);
    created.push({ kind, args, id: domainId === undefined ? own : `${domainId}/${own}` });
  }
  const states = await statesOf(kind, zones);
  return created.map((one) => ({ ...one, state: states.get(one.id) }));
}

async function post(target, body) {
  const wire = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  );
  const headers = { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" };
  const answer = await fetch(`${emulator.url}${target}`, { method: "POST", headers, body: JSON.stringify(wire) });
  if (!answer.ok) throw new Error(`POST ${target}: ${await answer.text()}`);
  return await answer.json();
}

/** The state of all resources of a type by ID, as `pulumi up` would have saved it. */
async function statesOf(kind, zones = []) {
  const settings = { url: emulator.url, brand: "compute", token: emulator.token };
  const { signal } = new globalThis.AbortController();
  const account = openAccount(settings, { signal });
  const places = kind === "DomainRecord" ? zones.map((domainId) => ({ domainId })) : [{}];
  const states = new Map();
  for (const args of places) {
    const listed = await account.on(definitionOf(kind), (handlers, context) => handlers.list(args, context));
    for (const { id, state } of listed) states.set(id, state);
  }
  return states;
}

function exportOf(resources) {
  const provider = { urn: "urn:pulumi:dev::bench::pulumi:providers:pulumi-nodejs::default", id: "1" };
  const exported = resources.map(({ kind, args, id, state }, index) => {
    const type = `pulumi-nodejs:dynamic/compute:${kind}`;
    const urn = `urn:pulumi:dev::bench::${type}::${kind}-${index}`;
    const hidden = { __options: { urn }, __applied: { args: Object.keys(args) } };
    const [inputs, outputs] = [
      { ...args, __options: { urn } },
      { ...state, ...args, ...hidden },
    ];
    return { urn, type, id, custom: true, inputs, outputs, provider: `${provider.urn}::1` };
  });
  const own = { ...provider, type: "pulumi:providers:pulumi-nodejs", custom: true, inputs: {} };
  return JSON.stringify({ version: 3, deployment: { resources: [own, ...exported] } });
}
