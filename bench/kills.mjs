// node bench/kills.mjs [FROM-TO] - shows what the next `pulumi up` finds after an `up` got no response to a write, or was killed at it, before
// or after the request took effect. Tries every write, in twenty minutes; FROM-TO limits it to some of them. With --recover, the next `up`
// runs on another machine, without the journal, after `pulumi-compute recover --apply`, for which somebody accepts a resource without a date.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { ensureBuilt } from "../scripts/shared/ensure.mjs";
import { pulumiEnvironment } from "../scripts/pulumi/local-backend.mjs";
import { preparePulumi } from "../scripts/pulumi/cli.mjs";
import { startEmulator } from "./emulator-process.mjs";
import { prepareFolder, STACK } from "./project-folder.mjs";

/** Longer than any `up` here: the response never arrives. */
const NEVER_MS = 600_000;
const PATIENCE_MS = 120_000;
const UP = ["up", "--yes", "--skip-preview", "--parallel", "1"];
const DATABASES = ["/databases/mysql/instances", "/databases/mongodb/instances"];
const LISTS = ["/domains", "/compute/instances", "/images", ...DATABASES];
/** What belongs to something else: the collection, and the name of its list. */
const NESTED = [
  ["/domains", "records"],
  ["/databases/mongodb/instances", "backups"],
];
/** Requests that leave nothing that a list shows. */
const ACTIONS = [/^\/compute\/instances\/\d+\/backups$/, /^\/databases\/mongodb\/instances\/\d+\/patch$/];

const CASES = [
  { what: "no response", phase: "after", loses: true },
  { what: "the provider is killed before the request takes effect", phase: "before", kill: killProvider },
  { what: "the provider is killed before the response", phase: "after", kill: killProvider },
  { what: "the CLI is killed before the request takes effect", phase: "before", kill: (pid) => kill(pid) },
  { what: "the CLI is killed before the response", phase: "after", kill: (pid) => kill(pid) },
  { what: "both are killed before the response", phase: "after", kill: killBoth },
];

const [given] = process.argv.slice(2).filter((arg) => arg !== "--recover");
const recovers = process.argv.includes("--recover");
const RECOVER = [path.resolve(import.meta.dirname, "..", "dist", "cli", "main.js"), "recover", "--stack", STACK];

await ensureBuilt();
const bin = await preparePulumi();
/** How many cloud resources an uninterrupted `up` creates. */
let wanted = 0;
const place = prepareFolder({ program: "killed.cjs" }, { typescript: false });
try {
  const writes = await inWorld(async (world) => {
    expectDone(await world.pulumi(UP));
    wanted = (await world.objects()).length;
    const { log } = await world.emulator.control("GET", "/requests");
    return numbered(log.filter(({ method, path }) => method !== "GET" && !path.startsWith("/upload")));
  });
  const [from, to] = (given ?? `1-${writes.length}`).split("-").map(Number);
  for (const { what, ...how } of CASES.filter(({ what }) => !recovers || /CLI|both/.test(what))) {
    const counts = {};
    for (const write of writes.slice(from - 1, to)) {
      const { outcome, detail } = await interrupted(write, how);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (outcome !== "exact")
        console.log(`  ${what}, at ${write.method} ${write.path} (${write.nth}): ${outcome}: ${detail}`);
    }
    console.log(
      `${what}: ${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(", ")}`,
    );
  }
} finally {
  place.remove();
}

/** Numbers each write among those with the same method and path. */
function numbered(entries) {
  const seen = new Map();
  return entries.map(({ method, path }) => {
    const key = `${method} ${path}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return { method, path, nth: seen.get(key) };
  });
}

/** Runs `up` and interrupts it at this write, runs it again, and compares the state with what exists. */
async function interrupted({ method, path: at, nth }, { phase, loses, kill: end }) {
  return inWorld(async (world) => {
    const effect = loses ? { kind: "lostResponse" } : { kind: "delay", ms: NEVER_MS };
    await world.emulator.control("POST", "/faults", { method, path: at, nth, phase, effect });
    const running = world.start(UP);
    if (!loses) {
      await until(async () => (await world.emulator.control("GET", "/faults")).faults.some(({ fired }) => fired > 0));
      // A fault is counted just before it takes effect.
      await sleep(200);
      end(running.pid);
    }
    const first = await running.ended;
    await world.emulator.control("DELETE", "/faults");
    if (!loses) {
      await sleep(300);
      await world.pulumi(["cancel", "--yes", STACK], { hasStack: false });
    }
    if (recovers) await recover(world);
    const second = await world.pulumi(UP);
    return judged(world, `${first.output}\n${second.output}`, second);
  });
}

async function recover(world) {
  rmSync(path.join(place.folder, "journal"), { recursive: true, force: true });
  const run = async (...args) => {
    const command = { cwd: place.program, env: world.env, encoding: "utf8" };
    const { stdout, stderr } = spawnSync(process.execPath, [...RECOVER, "--json", ...args], command);
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout).operations;
  };
  const undecided = (await run("--apply")).filter(({ result }) => result === "undecided");
  if (undecided.length === 0) return;
  const isPatch = ({ kind }) => kind === "MongoDatabasePatch";
  const options = undecided.flatMap((one) => (isPatch(one) ? ["--discard", one.name] : ["--accept", one.ids[0]]));
  await run("--apply", ...options);
  if (undecided.some(isPatch) && (await timesDone(world, ACTIONS.at(-1))) > 0) world.env.PATCHED = "true";
}

async function timesDone({ emulator }, action) {
  const { log } = await emulator.control("GET", "/requests");
  return log.filter(({ method, path, status }) => method === "POST" && status === 200 && action.test(path)).length;
}

async function judged(world, said, second) {
  const { deployment } = JSON.parse((await world.pulumi(["stack", "export"])).stdout);
  const held = (deployment.resources ?? []).flatMap(({ type, id, outputs }) => {
    if (!type.includes("compute:") || /InstanceSnapshot|MongoDatabasePatch/.test(type)) return [];
    return type.endsWith("DomainRecordSet") ? outputs.recordIds : [id];
  });
  const live = await world.objects();
  const done = await Promise.all(ACTIONS.map((action) => timesDone(world, action)));
  const isComplete = live.length === wanted && held.length === wanted && done.every((times) => times === 1);
  if (second.code === 0 && isComplete) return { outcome: "exact" };
  const isNamed = /import: "|Delete |curl -X DELETE|alreadyDone/.test(said);
  const detail = `in state ${held.length}, in the API ${live.length}, actions ${done}; ${(/(?:error|warning): .{0,220}/.exec(second.output) ?? [""])[0]}`;
  return { outcome: isNamed ? "named" : "lost", detail };
}

async function inWorld(work) {
  const emulator = await startEmulator(["--provision-ms", "0"]);
  const state = path.join(place.folder, "state");
  mkdirSync(state, { recursive: true });
  const env = {
    ...pulumiEnvironment({ bin, emulator }),
    PULUMI_BACKEND_URL: `file://${state}`,
    COMPUTE_JOURNAL: path.join(place.folder, "journal"),
  };
  const start = (args, { hasStack = true } = {}) => {
    const options = [...(hasStack ? ["--stack", STACK] : []), "--non-interactive"];
    const child = spawn(path.join(bin, "pulumi"), [...args, ...options], {
      cwd: place.program,
      env,
      timeout: PATIENCE_MS,
    });
    const result = { output: "", stdout: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => ((result.output += text), (result.stdout += text)));
    child.stderr.setEncoding("utf8").on("data", (text) => (result.output += text));
    // Not `close`: a provider that outlives the CLI keeps the pipes open.
    const ended = new Promise((resolve) =>
      child.once("exit", (code) => setTimeout(() => resolve({ ...result, code }), 100)),
    );
    return { pid: child.pid, ended };
  };
  const objects = async () => {
    const get = async (target) => {
      const answer = await fetch(`${emulator.url}${target}?page_size=100`, {
        headers: { Authorization: `Bearer ${emulator.token}` },
      });
      return (await answer.json()).data;
    };
    const nested = NESTED.map(async ([list, name]) => {
      const all = await Promise.all((await get(list)).map(({ id }) => get(`${list}/${id}/${name}`)));
      return all.flat();
    });
    const all = (await Promise.all([...LISTS.map(get), ...nested])).flat();
    // Public images, and automatic backups.
    return all.filter(({ is_public: isPublic, type }) => isPublic !== true && type !== "auto");
  };
  try {
    expectDone(await start(["stack", "init"]).ended);
    return await work({ emulator, env, start, pulumi: (args, options) => start(args, options).ended, objects });
  } finally {
    emulator.kill();
    for (const folder of ["state", "journal"])
      rmSync(path.join(place.folder, folder), { recursive: true, force: true });
    rmSync(path.join(place.program, `Pulumi.${STACK}.yaml`), { force: true });
  }
}

async function until(condition) {
  const startedMs = Date.now();
  while (!(await condition())) {
    if (Date.now() - startedMs > PATIENCE_MS) throw new Error("The request to interrupt was never sent.");
    await sleep(50);
  }
}

function expectDone({ code, output }) {
  if (code !== 0) throw new Error(output.slice(-2000));
}

function kill(pid) {
  process.kill(pid, "SIGKILL");
}

function below(pid) {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const all = table.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line).slice(1));
  const of = (parent) => all.filter(([, its]) => Number(its) === parent).flatMap((one) => [one, ...of(Number(one[0]))]);
  return of(pid);
}

function killProvider(pid) {
  for (const [each, , command] of below(pid)) if (command.includes("dynamic-provider")) kill(Number(each));
}

function killBoth(pid) {
  const others = below(pid).map(([each]) => Number(each));
  for (const each of [pid, ...others]) {
    try {
      kill(each);
    } catch {
      // It has already exited.
    }
  }
}
