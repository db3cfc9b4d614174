// node tests/explorations/kills.mjs [FROM-TO] - shows what the next `pulumi up` finds after an `up` got no response to a write, or was killed at it, before
// or after the request took effect. Tries every write, in twenty minutes; FROM-TO limits it to some of them. With --recover, the next `up`
// runs on another machine, without the journal, after `pulumi-compute recover --apply`, for which somebody accepts a resource without a date.
import { rmSync } from "node:fs";
import path from "node:path";

import { ensureBuilt } from "../../scripts/shared/ensure.mjs";
import { preparePulumi } from "../../scripts/pulumi/cli.mjs";
import { expectDone, kill, killBoth, killProvider, PROGRAMS, withStack } from "./killable-stack.mjs";
import { prepareFolder } from "../../bench/project-folder.mjs";

const UP = ["up", "--yes", "--skip-preview", "--parallel", "1"];
/** Requests that leave nothing that a list shows. */
const ACTIONS = [/^\/compute\/instances\/\d+\/backups$/, /^\/databases\/mongodb\/instances\/\d+\/patch$/];

const CASES = [
  { what: "no response", phase: "after", loses: true },
  { what: "the provider is killed before the request takes effect", phase: "before", kill: killProvider },
  { what: "the provider is killed before the response", phase: "after", kill: killProvider },
  { what: "the CLI is killed before the request takes effect", phase: "before", kill },
  { what: "the CLI is killed before the response", phase: "after", kill },
  { what: "both are killed before the response", phase: "after", kill: killBoth },
];

const [given] = process.argv.slice(2).filter((arg) => arg !== "--recover");
const recovers = process.argv.includes("--recover");

await ensureBuilt();
const bin = await preparePulumi();
/** How many cloud resources an uninterrupted `up` creates. */
let wanted = 0;
const place = prepareFolder({ program: "killed.cjs", programs: PROGRAMS }, { typescript: false });
try {
  const writes = await withStack({ bin, place }, async (stack) => {
    expectDone(await stack.pulumi(UP));
    wanted = (await stack.objects()).size;
    const { log } = await stack.emulator.control("GET", "/requests");
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
async function interrupted({ method, path, nth }, { phase, loses, kill: end }) {
  const at = { method, path, nth, phase };
  return withStack({ bin, place }, async (stack) => {
    const first = loses ? await withoutResponse(stack, at) : await stack.killAt(UP, { at, end });
    if (!loses && !first.wasKilled) throw new Error("The request to interrupt was never sent.");
    if (recovers) await recover(stack);
    const second = await stack.pulumi(UP);
    return judged(stack, `${first.output}\n${second.output}`, second);
  });
}

async function withoutResponse(stack, at) {
  await stack.emulator.control("POST", "/faults", { ...at, effect: { kind: "lostResponse" } });
  const result = await stack.pulumi(UP);
  await stack.emulator.control("DELETE", "/faults");
  return result;
}

async function recover(stack) {
  rmSync(path.join(place.folder, "journal"), { recursive: true, force: true });
  const undecided = stack.recover(["--apply"]).filter(({ result }) => result === "undecided");
  if (undecided.length === 0) return;
  const isPatch = ({ kind }) => kind === "MongoDatabasePatch";
  const options = undecided.flatMap((one) => (isPatch(one) ? ["--discard", one.name] : ["--accept", one.ids[0]]));
  stack.recover(["--apply", ...options]);
  if (undecided.some(isPatch) && (await timesDone(stack, ACTIONS.at(-1))) > 0) stack.env.PATCHED = "true";
}

async function timesDone({ emulator }, action) {
  const { log } = await emulator.control("GET", "/requests");
  return log.filter(({ method, path, status }) => method === "POST" && status === 200 && action.test(path)).length;
}

async function judged(stack, said, second) {
  const held = (await stack.resources()).flatMap(({ type, id, outputs }) => {
    if (/InstanceSnapshot|MongoDatabasePatch/.test(type)) return [];
    return type.endsWith("DomainRecordSet") ? outputs.recordIds : [id];
  });
  const live = await stack.objects();
  const done = await Promise.all(ACTIONS.map((action) => timesDone(stack, action)));
  const isComplete = live.size === wanted && held.length === wanted && done.every((times) => times === 1);
  if (second.code === 0 && isComplete) return { outcome: "exact" };
  const isNamed = /import: "|Delete |curl -X DELETE|alreadyDone|awaits its data/.test(said);
  const detail = `in state ${held.length}, in the API ${live.size}, actions ${done}; ${(/(?:error|warning): .{0,220}/.exec(second.output) ?? [""])[0]}`;
  return { outcome: isNamed ? "named" : "lost", detail };
}
