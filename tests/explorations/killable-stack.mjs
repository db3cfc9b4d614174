import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { pulumiEnvironment } from "../../scripts/pulumi/local-backend.mjs";
import { projectFolder } from "../../scripts/shared/paths.mjs";
import { startEmulator } from "../../bench/emulator-process.mjs";
import { STACK } from "../../bench/project-folder.mjs";

const FAST_START = path.join(projectFolder, "tests", "support", "fast-start.cjs");
const SKIPPED_WAITS = path.join(projectFolder, "tests", "explorations", "skipped-waits.cjs");

/** The programs of the explorations. */
export const PROGRAMS = path.join(projectFolder, "tests", "explorations", "programs");
/** Longer than any command here: the response never arrives. */
const NEVER_MS = 600_000;
const PATIENCE_MS = 240_000;
const MAIN = path.join(projectFolder, "dist", "cli", "main.js");
const DATABASES = ["/databases/mysql/instances", "/databases/mongodb/instances"];
const LISTS = ["/domains", "/compute/instances", "/images", ...DATABASES];
/** What belongs to something else: the collection, and the name of its list. */
const NESTED = [
  ["/domains", "records"],
  ["/databases/mongodb/instances", "backups"],
];

/** Runs `work` with a new stack in the project's folder, and a new emulator. */
export async function withStack({ bin, place }, work) {
  const emulator = await startEmulator(["--provision-ms", "0"]);
  const state = path.join(place.folder, "state");
  mkdirSync(state, { recursive: true });
  const env = {
    ...pulumiEnvironment({ bin, emulator }),
    PULUMI_BACKEND_URL: `file://${state}`,
    COMPUTE_JOURNAL: path.join(place.folder, "journal"),
    // Most of the time of a command is for the start of its processes.
    NODE_COMPILE_CACHE: path.join(projectFolder, ".pulumi-local", "compile-cache"),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${[FAST_START, SKIPPED_WAITS].map((file) => `--require="${file}"`).join(" ")}`,
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
  const pulumi = (args, options) => start(args, options).ended;
  const ask = async (method, target, body) => {
    const answer = await fetch(`${emulator.url}${target}`, {
      method,
      headers: { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return await answer.json();
  };
  try {
    await initialize(place, pulumi);
    return await work({
      emulator,
      env,
      pulumi,
      ask,
      objects: () => objectsIn(ask),
      resources: () => resourcesIn(place),
      hasPending: (does, kind) =>
        stateIn(place).pending_operations?.some(({ type, resource }) => type === does && resource.type.endsWith(kind)),
      killAt: (args, point) => killAt({ emulator, start, pulumi }, args, point),
      recover: (args) => recover(args, { cwd: place.program, env }),
    });
  } finally {
    emulator.kill();
    for (const folder of ["state", "journal"])
      rmSync(path.join(place.folder, folder), { recursive: true, force: true });
    rmSync(path.join(place.program, `Pulumi.${STACK}.yaml`), { force: true });
  }
}

/** Everything that a user can create in the account, as JSON by its path. */
async function objectsIn(ask) {
  const get = async (collection) => {
    const { data } = await ask("GET", `${collection}?page_size=100`);
    // Public images, and automatic backups.
    const ofUsers = data.filter(({ is_public: isPublic, type }) => isPublic !== true && type !== "auto");
    return ofUsers.map((one) => [`${collection}/${one.id}`, JSON.stringify(one)]);
  };
  const lists = (await Promise.all(LISTS.map(get))).flat();
  const nested = NESTED.flatMap(([collection, name]) =>
    lists.filter(([at]) => at.startsWith(`${collection}/`)).map(([at]) => get(`${at}/${name}`)),
  );
  return new Map([...lists, ...(await Promise.all(nested)).flat()]);
}

/** Creates the stack, or copies the one that was created first. */
async function initialize({ folder, program }, pulumi) {
  const config = `Pulumi.${STACK}.yaml`;
  const first = path.join(folder, "first");
  const places = [
    [path.join(folder, "state"), path.join(first, "state")],
    [path.join(program, config), path.join(first, config)],
  ];
  const isFirst = !existsSync(first);
  if (isFirst) expectDone(await pulumi(["stack", "init"]));
  for (const [used, kept] of places) cpSync(...(isFirst ? [used, kept] : [kept, used]), { recursive: true });
}

/** The provider's resources in state. */
function resourcesIn(place) {
  return (stateIn(place).resources ?? []).filter(({ type }) => type.includes("compute:"));
}

function stateIn({ folder }) {
  const stacks = path.join(folder, "state", ".pulumi", "stacks");
  const [project] = readdirSync(stacks);
  const { checkpoint } = JSON.parse(readFileSync(path.join(stacks, project, `${STACK}.json`), "utf8"));
  return checkpoint.latest ?? {};
}

/** Runs a command, and ends processes at a request, if the command sends it. */
async function killAt({ emulator, start, pulumi }, args, { at, end }) {
  await emulator.control("POST", "/faults", { ...at, effect: { kind: "delay", ms: NEVER_MS } });
  const running = start(args);
  let hasEnded = false;
  void running.ended.then(() => (hasEnded = true));
  const wasSent = async () => (await emulator.control("GET", "/faults")).faults.some(({ fired }) => fired > 0);
  let wasKilled = false;
  while (!hasEnded && !wasKilled) {
    await sleep(50);
    wasKilled = await wasSent();
  }
  if (wasKilled) {
    // A fault is counted just before it takes effect.
    await sleep(200);
    const hosts = below(running.pid).filter(([, , command]) => command.includes("pulumi-language-"));
    end(running.pid);
    // They outlive the CLI.
    for (const [each] of hosts) kill(Number(each));
  }
  const result = await running.ended;
  await emulator.control("DELETE", "/faults");
  if (wasKilled) {
    await sleep(300);
    await pulumi(["cancel", "--yes", STACK], { hasStack: false });
  }
  return { ...result, wasKilled };
}

/** What `pulumi-compute recover` finds or does. */
function recover(args, { cwd, env }) {
  const command = [MAIN, "recover", "--stack", STACK, "--json", ...args];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd, env, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).operations;
}

function expectDone({ code, output }) {
  if (code !== 0) throw new Error(output.slice(-2000));
}

export function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It has already exited.
    if (error.code !== "ESRCH") throw error;
  }
}

export function killProvider(pid) {
  for (const [each, , command] of below(pid))
    if (/dynamic-provider|pulumi-resource-compute/.test(command)) kill(Number(each));
}

export function killBoth(pid) {
  for (const each of [pid, ...below(pid).map(([each]) => Number(each))]) kill(each);
}

/** The processes below this one. */
function below(pid) {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const all = table.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line).slice(1));
  const of = (parent) => all.filter(([, its]) => Number(its) === parent).flatMap((one) => [one, ...of(Number(one[0]))]);
  return of(pid);
}
