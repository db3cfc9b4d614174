// node tests/explorations/sequences.mjs [--machines] [--seed N] [--count N] [--only FROM-TO] - random sequences of updates, kills, failed requests and
// changes by others, on two machines, with the real CLI and its processes. Afterwards, without faults, the next `up` must put everything right. The
// model test, tests/create-exactly-once/model.faults.test.ts, does the same in one process. Each sequence takes ten seconds of processor time; 50 by
// default. With --machines, each command runs on a machine of its own, and nobody runs `recover` but for what an error names; where Pulumi's warning
// about pending operations names nothing but the resource, what `recover` shows then is counted apart. FRONT_END=native runs the native plugin.
// --only repeats some of a seed. An `up` sends requests in parallel, so the request that a fault hits can differ in a repetition.
import path from "node:path";
import { parseArgs } from "node:util";

import { ensureBuilt } from "../../scripts/shared/ensure.mjs";
import { preparePulumi } from "../../scripts/pulumi/cli.mjs";
import { PROGRAMS, withStack } from "./killable-stack.mjs";
import { prepareFolder } from "../../bench/project-folder.mjs";
import { FAULTS, inputsOf, KILLS, randomSequences, shown, SLOTS } from "./random-commands.mjs";

const UNATTENDED = ["--yes", "--skip-preview"];
/** A record that others have, too. */
const WWW = { type: "A", name: "www", target: "192.0.2.1" };
/** Where the API lists the cloud resources of a resource type. */
const COLLECTIONS = {
  DomainRecord: "/domains/PARENT/records",
  DomainRecordSet: "/domains/PARENT/records",
  Domain: "/domains",
  Instance: "/compute/instances",
  MysqlDatabase: "/databases/mysql/instances",
  Image: "/images",
};

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string", default: "50" },
    only: { type: "string" },
    machines: { type: "boolean", default: false },
  },
});
/** A plugin that is killed leaves nothing in the state: only its machine knows. */
const END = options.machines ? { ...KILLS, "the provider": KILLS["the CLI"] } : KILLS;
const seed = Number(options.seed ?? Date.now() % 1_000_000);
const [from, to = from] = (options.only ?? `0-${Number(options.count) - 1}`).split("-").map(Number);

await ensureBuilt();
const bin = await preparePulumi();
const plugin = process.env.FRONT_END === "native" ? "dist/plugin" : undefined;
const place = prepareFolder({ program: "declared.cjs", programs: PROGRAMS, plugin }, { typescript: false });
const counts = {};
let kills = 0;
try {
  console.log(`seed ${seed}`);
  for (const [index, commands] of randomSequences({ seed, count: to + 1 }).entries()) {
    if (index < from) continue;
    const { outcome, details, run } = await outcomeOf(commands);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    kills += run.kills;
    console.log([`${index}: ${commands.map(shown).join("; ")}: ${outcome}`, ...details].join(", "));
    if (outcome === "WRONG" || from === to) console.log(run.said.join("\n"));
  }
  const totals = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  console.log(`${totals.join(", ")}; ${kills} kills`);
} finally {
  place.remove();
}
process.exitCode = counts.WRONG ? 1 : 0;

/** Runs the commands, and then, without faults, brings the stack to what the last program declares. */
function outcomeOf(commands) {
  return withStack({ bin, place }, async (stack) => {
    const run = await begin(stack);
    for (const one of commands) await execute(run, one);
    return { ...(await finish(run)), run };
  });
}

/** An empty stack, in an account in which others own a zone, and a record like one of the program's. */
async function begin(stack) {
  const theirs = { domain: "zone.example", type: "master", soa_email: "admin@zone.example" };
  const { id: zone } = await stack.ask("POST", "/domains", theirs);
  const { id: twin } = await stack.ask("POST", `/domains/${zone}/records`, WWW);
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
  await stack.emulator.control("POST", `/records/${twin}`, { created: anHourAgo });
  return { stack, zone, ofOthers: await stack.objects(), program: SLOTS.map(() => 0), said: [], ofSets: [], kills: 0 };
}

async function execute(run, { command, program = run.program, machine, targets = [], killed, struck, slot }) {
  const { stack } = run;
  if (slot !== undefined) return changeOutOfBand(run, command, SLOTS[slot]);
  run.program = program;
  moveTo(run, machine);
  const args = [command, ...UNATTENDED, ...targets.flatMap((each) => ["--target", `**::${SLOTS[each].name}`])];
  if (struck)
    await stack.emulator.control("POST", "/faults", { path: "/**", nth: struck.nth, ...FAULTS[struck.fault] });
  const result = killed ? await killedAt(stack, args, killed) : await stack.pulumi(args);
  await stack.emulator.control("DELETE", "/faults");
  note(run, args, result);
  if (result.wasKilled) run.kills += 1;
  if (result.wasKilled && stack.hasPending("updating", "DomainRecordSet")) {
    run.ofSets.push(
      ...stack
        .recover([])
        .filter(({ operation }) => operation === "updating")
        .map(shownBy),
    );
  }
  // If only the provider is killed, the CLI records a failure.
  if (result.wasKilled && killed.who !== "the provider") run.killedOn = run.machine;
  else run.failedOn = result.code === 0 ? undefined : run.machine;
}

function killedAt(stack, args, { who, ...request }) {
  return stack.killAt(args, { at: { path: "/**", ...request }, end: END[who] });
}

function note({ said, machine }, args, { code, output }) {
  said.push(`--- ${args.join(" ")}, on machine ${machine}: exit code ${code}`, output);
}

/**
 * Continues on this machine; after a kill on another one, once `recover` has repaired the state, otherwise on that other one. After a failed
 * command, stays where it failed: its error told the user what to do there, and the state does not show it.
 */
function moveTo(run, machine) {
  if (options.machines) return use(run, (run.machines = (run.machines ?? 0) + 1));
  const { failedOn, killedOn } = run;
  use(run, failedOn ?? machine);
  if (failedOn !== undefined || killedOn === undefined || killedOn === machine) return;
  if (isRepaired(run)) run.killedOn = undefined;
  else use(run, killedOn);
}

/** Sets the program and the journal of the next commands. */
function use(run, machine) {
  const { stack, program, zone } = run;
  run.machine = machine;
  const declared = SLOTS.flatMap(({ kind, name, versions }, index) => {
    const version = versions[program[index] - 1];
    return version ? [{ kind, name, args: inputsOf(version, zone) }] : [];
  });
  stack.env.DECLARED = JSON.stringify(declared);
  stack.env.COMPUTE_JOURNAL = path.join(place.folder, "journal", String(machine));
}

/** What `recover` finds or does, which it also says. */
function recovered({ stack, said }, ...args) {
  const operations = stack.recover(args);
  said.push(...operations.map(shownBy));
  return operations;
}

function shownBy({ name, result, explanation }) {
  return `recover: ${name} ${result}: ${explanation}`;
}

/** Runs `recover --apply`, and decides what it asks for: accepts what it offers, and discards the create if others own that. */
function isRepaired(run) {
  const undecided = (...decisions) => {
    const operations = recovered(run, "--apply", ...decisions);
    return operations.filter(({ operation, result }) => operation === "creating" && result === "undecided");
  };
  const decisions = undecided().flatMap(({ urn, ids, explanation }) => {
    const own = ids.filter((id) => explanation.includes(`--accept ${id}`) && !includesId(run.ofOthers, id));
    return own.length > 0 ? own.flatMap((id) => ["--accept", id]) : ["--discard", urn];
  });
  return decisions.length === 0 || undecided(...decisions).length === 0;
}

async function changeOutOfBand({ stack, said }, how, { name, edit }) {
  const resource = (await stack.resources()).find(({ urn }) => urn.endsWith(`::${name}`));
  const [at] = resource ? pathsOf(resource) : [];
  if (at === undefined) return;
  said.push(`--- ${how} ${at}`);
  await stack.ask(how === "edit" ? "PUT" : "DELETE", at, how === "edit" ? edit : undefined);
}

/** Exact, or what a message named to the user remains, or something is wrong. */
async function finish(run) {
  const { stack, ofOthers } = run;
  moveTo(run, 0);
  const violations = [];
  for (const args of [
    ["up", "--refresh", ...UNATTENDED],
    ["preview", "--expect-no-changes"],
  ]) {
    let result = await stack.pulumi(args);
    note(run, args, result);
    for (let decided = 0; options.machines && decided < 3 && (await isDecided(run, result)); decided++) {
      run.decided = true;
      moveTo(run, 0);
      result = await stack.pulumi(args);
      note(run, args, result);
    }
    if (isOwnName(run, result.output)) return { outcome: "name taken", details: [] };
    if (result.code !== 0) violations.push(`${args[0]} failed`);
  }
  const live = await stack.objects();
  const recorded = (await stack.resources()).flatMap(pathsOf);
  const left = [...live.keys()].filter((at) => !ofOthers.has(at) && !recorded.includes(at));
  const unnamed = left.filter((at) => !isNamed(run, at));
  // Pulumi warns about what was interrupted, and `recover` then shows what that led to. Creates stay in the state; updates only until the next one.
  const hasWarned = (what) => run.said.some((text) => text.includes(what));
  // A killed `up` has shown only their number, and one with --refresh shows nothing.
  const isWarned = hasWarned("interrupted while creating") || hasWarned("pending operations from previous deployment");
  if (unnamed.length > 0 && isWarned) recovered(run);
  if (unnamed.length > 0 && hasWarned("interrupted while updating")) run.said.push(...run.ofSets);
  violations.push(
    ...[...ofOthers].filter(([at, text]) => live.get(at) !== text).map(([at]) => `${at} of others changed`),
    ...recorded.filter((at) => !live.has(at)).map((at) => `${at} does not exist`),
    ...recorded.filter((at) => ofOthers.has(at)).map((at) => `${at} is somebody else's`),
    ...unnamed.filter((at) => !isNamed(run, at)).map((at) => `${at} is neither in state nor named`),
  );
  if (violations.length > 0) return { outcome: "WRONG", details: violations };
  if (unnamed.length > 0) return { outcome: "named by recover", details: left };
  return { outcome: left.length > 0 ? "named" : run.decided ? "decided" : "exact", details: left };
}

/** Does what an error asks for: runs `recover`, or deletes all but one of the equal images that a killed update created. */
async function isDecided(run, { code, output }) {
  if (code === 0) return false;
  const [, others] = /but \d+ match\..* IDs: [^ ,]+, (.+?)\. To create/.exec(output) ?? [];
  for (const id of others?.split(", ") ?? []) await run.stack.ask("DELETE", `/images/${id}`);
  const asksForRecover = /npx pulumi-compute recover/.test(output);
  if (asksForRecover) isRepaired(run);
  return asksForRecover || others !== undefined;
}

/**
 * Whether a create failed because the stack's own resource has its name, and the message says which: the old half of an interrupted
 * replacement to whose inputs the program has returned, or what an interrupted update created for inputs that the program had left.
 */
function isOwnName({ ofOthers }, output) {
  const id = /(\d+) \(owner unknown\) already has/.exec(output)?.[1];
  return id !== undefined && !includesId(ofOthers, id);
}

/** Whether a warning or an error has shown the user the ID, or the declared resource, if the API could not be asked. */
function isNamed({ said }, at) {
  const lines = said.flatMap((text) => text.split("\n"));
  const text = lines.filter((line) => /(warning|error): |^recover: /.test(line)).join("\n");
  const unmanaged = [...text.matchAll(/for (\w+) "\w+", but it does not seem to be in state/g)];
  const collections = unmanaged.map(([, kind]) => COLLECTIONS[kind].replace("PARENT", "\\d+"));
  const id = at.split("/").at(-1);
  return (
    new RegExp(`\\b${id}\\b`).test(text) ||
    collections.some((collection) => new RegExp(`^${collection}/(private/)?\\d+$`).test(at))
  );
}

/** The paths of the cloud resources that a resource in state stands for. */
function pathsOf({ urn, id, outputs }) {
  const [, kind] = /compute:(?:index:)?(\w+)::/.exec(urn);
  const collection = COLLECTIONS[kind];
  if (!collection.includes("PARENT")) return [`${collection}/${id}`];
  const [parent, own] = id.split("/");
  const ids = kind === "DomainRecordSet" ? outputs.recordIds : [own];
  return ids.map((one) => `${collection.replace("PARENT", parent)}/${one}`);
}

/** Whether the objects include the one with this Pulumi ID, or with this ID in the API. */
function includesId(objects, id) {
  return [...objects.keys()].some((at) => at.endsWith(`/${id.split("/").at(-1)}`));
}
