// node bench/emulator-scale.mjs [OBJECTS] - measures the emulator with many objects (default 100,000): speed, memory, and recovery from its
// data file after a kill.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import os from "node:os";
import path from "node:path";

import { startEmulator } from "./emulator-process.mjs";

const OBJECTS = Number(process.argv[2] ?? 100_000);
const CONNECTIONS = 16;
const GETS = 20_000;
const PAGES = 200;
const TICKS_PER_SECOND = 100;

const folder = mkdtempSync(path.join(os.tmpdir(), "emulator-scale-"));
const dataFile = path.join(folder, "data");
const options = ["--clock", "stepped", "--data", dataFile];
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const figures = [];
let emulator = await startEmulator(options);
try {
  const empty = residentMb();
  const ids = await fill();
  note("memory, empty", `${empty} MB`);
  note(`memory with ${ids.total} objects`, `${residentMb()} MB`);
  await measurePages("page of 500 of all domains", () => `/domains?page_size=500&page=${page(ids.domains.length)}`);
  await measurePages("page of 500 of one domain's records", () => {
    return `/domains/${ids.domains[0]}/records?page_size=500&page=${page(ids.records)}`;
  });
  await measurePages("page of 500 with a filter and an order", () => "/domains?page_size=500", {
    "X-Filter": JSON.stringify({ tags: "even", "+order_by": "domain" }),
  });
  await measureGets("plain GETs of a domain", (index) => `/domains/${ids.domains[index % ids.domains.length]}`);
  note("memory after that", `${residentMb()} MB`);
  note("size of the data file", `${Math.round(statSync(dataFile).size / 1e6)} MB`);
  await measureRestart(ids.total);
} finally {
  agent.destroy();
  emulator.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n| what | figure |\n|---|---|`);
for (const [what, figure] of figures) console.log(`| ${what} | ${figure} |`);

/** Creates domains (60 %) and records of one of them (40 %). */
async function fill() {
  const records = Math.round(OBJECTS * 0.4);
  const domains = [];
  const started = performance.now();
  await inParallel(OBJECTS - records, async (index) => {
    const body = { domain: `zone-${index}.example`, type: "master", soa_email: "a@example.org" };
    const tags = [index % 2 === 0 ? "even" : "odd"];
    domains.push((await send("POST", "/domains", { ...body, tags })).id);
  });
  domains.sort((a, b) => a - b);
  await inParallel(records, (index) => {
    return send("POST", `/domains/${domains[0]}/records`, { type: "A", name: `host-${index}`, target: "192.0.2.1" });
  });
  note("creates per second, with a data file", rate(OBJECTS, started));
  return { domains, records, total: OBJECTS };
}

async function measurePages(name, pathOf, headers = {}) {
  const times = [];
  for (let count = 0; count < PAGES; count += 1) {
    const started = performance.now();
    await send("GET", pathOf(), undefined, headers);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  note(name, `median ${times[PAGES / 2].toFixed(1)} ms, p99 ${times[Math.floor(PAGES * 0.99)].toFixed(1)} ms`);
}

async function measureGets(name, pathOf) {
  const [started, cpu] = [performance.now(), cpuSeconds()];
  await inParallel(GETS, (index) => send("GET", pathOf(index)));
  const busy = cpuSeconds() - cpu;
  note(
    `${name}, per second`,
    `${rate(GETS, started)}; ${Math.round(GETS / busy)} per second of the emulator's CPU time`,
  );
}

/** Kills the emulator while it writes. Every acknowledged write must survive. */
async function measureRestart(total) {
  let acknowledged = 0;
  const writes = inParallel(5_000, async (index) => {
    await send("POST", "/domains", { domain: `late-${index}.example`, type: "slave", master_ips: ["192.0.2.1"] });
    acknowledged += 1;
    if (acknowledged === 1_000) emulator.kill();
  }).catch(() => undefined);
  await Promise.all([writes, emulator.ended]);
  const started = performance.now();
  emulator = await startEmulator(options);
  note("restart from the data file", `${((performance.now() - started) / 1000).toFixed(1)} s`);
  const { results } = await send("GET", "/domains");
  const kept = results - Math.round(total * 0.6);
  note("writes acknowledged before the kill, found after it", `${acknowledged}, ${kept}`);
  if (kept < acknowledged) throw new Error("an acknowledged write was lost");
}

function send(method, target, body, headers = {}) {
  const { hostname, port, pathname } = new URL(emulator.url);
  const all = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json", ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, agent, method, path: pathname + target, headers: all }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${target}: ${response.statusCode} ${text}`));
      });
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function inParallel(count, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

function page(results) {
  return 1 + Math.floor(Math.random() * Math.floor(results / 500));
}

function rate(count, started) {
  return String(Math.round((1000 * count) / (performance.now() - started)));
}

function residentMb() {
  const status = readFileSync(`/proc/${emulator.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
}

function cpuSeconds() {
  const fields = readFileSync(`/proc/${emulator.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function note(what, figure) {
  figures.push([what, figure]);
  console.error(`${what}: ${figure}`);
}
