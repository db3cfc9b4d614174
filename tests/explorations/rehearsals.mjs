// node tests/explorations/rehearsals.mjs [--seed N] [--count N] [--only INDEX] - rehearses the update from one random program to another, then updates for real, and
// compares: operations, their order, what is rejected, the stack's outputs, and whether anything is left to do. 100 pairs by default, a quarter of a minute each.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

import fc from "fast-check";

import { ensureBuilt } from "../../scripts/shared/ensure.mjs";
import { projectFolder } from "../../scripts/shared/paths.mjs";
import { preparePulumi } from "../../scripts/pulumi/cli.mjs";
import { prepareFolder } from "../../bench/project-folder.mjs";
import { PROGRAMS, withStack } from "./killable-stack.mjs";
import { inputsOf, SLOTS } from "./random-commands.mjs";

/** As a rehearsal does; otherwise, what runs before the first error is a matter of luck. */
const UP = ["up", "--yes", "--skip-preview", "--continue-on-error"];

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "48" },
    count: { type: "string", default: "100" },
    only: { type: "string" },
  },
});
const program = fc.tuple(...SLOTS.map(({ versions }) => fc.nat({ max: versions.length })));
const pair = fc.record({
  before: program,
  after: program,
  edited: fc.option(fc.nat({ max: SLOTS.length - 1 })),
  isTaken: fc.boolean(),
});
const pairs = fc.sample(pair, { seed: Number(options.seed), numRuns: Number(options.count) });

await ensureBuilt();
const dist = createRequire(path.join(projectFolder, "dist", "cli", "main.js"));
const { readEngineEvents, outputsOf } = dist("./rehearse/engine-events.js");
const { operationsIn } = dist("./rehearse/operations.js");
const bin = await preparePulumi();
const place = prepareFolder({ program: "declared.cjs", programs: PROGRAMS }, { typescript: false });
const counts = {};
try {
  for (const [index, one] of pairs.entries()) {
    if (options.only !== undefined && index !== Number(options.only)) continue;
    const differences = await compared(one);
    const [first = "exact"] = differences.map(({ what }) => what);
    counts[first] = (counts[first] ?? 0) + 1;
    console.log(`${index}: ${one.before.join("")} -> ${one.after.join("")}: ${first}`);
    for (const { what, rehearsed, real } of differences) {
      console.log(`  ${what}, rehearsed: ${JSON.stringify(rehearsed)}\n  ${what}, real: ${JSON.stringify(real)}`);
    }
  }
  console.log(counts);
} finally {
  place.remove();
}

function compared({ before, after, edited, isTaken }) {
  return withStack({ bin, place }, async (stack) => {
    const theirs = { domain: "zone.example", type: "master", soa_email: "admin@zone.example" };
    const { id: zone } = await stack.ask("POST", "/domains", theirs);
    declare(stack, before, zone);
    await stack.pulumi(UP);
    if (isTaken && before[3] === 0) await stack.ask("POST", "/domains", { ...theirs, domain: "shop.example" });
    if (edited !== null) await edit(stack, SLOTS[edited]);
    declare(stack, after, zone);
    const written = filesOf();
    await stack.emulator.control("POST", "/requests/reset");
    const rehearsed = rehearse(stack);
    const { byRoute } = await stack.emulator.control("GET", "/requests");
    const touched = [
      ...Object.keys(byRoute).filter((route) => !route.startsWith("GET ")),
      ...(JSON.stringify(written) === JSON.stringify(filesOf()) ? [] : ["files"]),
    ];
    const real = await realUpdate(stack);
    const differ = (what, pick) => {
      const [ours, theirs] = [pick(rehearsed), pick(real)];
      return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ what, rehearsed: ours, real: theirs }];
    };
    const rejected = ({ operations }) =>
      operations.flatMap(({ urn, rejected }) => (rejected === undefined ? [] : [urn])).sort();
    const inOrder = ({ operations }) =>
      operations.map(({ op, urn, inputs, deletesFirst }) => [op, nameOf(urn), inputs, deletesFirst]);
    return [
      ...(touched.length === 0 ? [] : [{ what: "WRITTEN", rehearsed: touched, real: [] }]),
      ...differ("OPERATIONS", (run) =>
        inOrder(run)
          .map((one) => JSON.stringify(one))
          .sort(),
      ),
      ...differ("REJECTED", rejected),
      ...differ("OUTPUTS", ({ outputs }) => comparable(outputs)),
      ...differ("LEFT", ({ leftover }) => leftover),
      ...differ("order", inOrder),
    ];
  });
}

function declare(stack, program, zone) {
  const declared = SLOTS.flatMap(({ kind, name, versions }, index) => {
    const version = versions[program[index] - 1];
    return version === undefined ? [] : [{ kind, name, args: inputsOf(version, zone) }];
  });
  stack.env.DECLARED = JSON.stringify(declared);
}

/** Somebody else changes what a slot declares, if it exists. */
async function edit(stack, { kind, name, edit }) {
  const resource = (await stack.resources()).find(({ urn }) => urn.endsWith(`::${name}`));
  const id = resource?.id?.split("/").at(-1);
  const kinds = { Domain: "domains", DomainRecord: "records", Instance: "instances", MysqlDatabase: "databases" };
  if (id !== undefined && kind in kinds) await stack.emulator.control("POST", `/${kinds[kind]}/${id}`, edit);
}

function rehearse({ env }) {
  const main = path.join(projectFolder, "dist", "cli", "main.js");
  const command = [main, "rehearse", "--stack", "pulumi-compute-bench", "--format", "json"];
  // An update that fails exits with code 2.
  const { stdout } = spawnSync(process.execPath, command, { cwd: place.program, env, encoding: "utf8" });
  return JSON.parse(stdout);
}

async function realUpdate(stack) {
  stack.env.PULUMI_DEBUG_COMMANDS = "true";
  const log = path.join(place.folder, "events.json");
  const run = async (args) => {
    rmSync(log, { force: true });
    const { code } = await stack.pulumi([...args, "--event-log", log]);
    return { ...readEngineEvents(log), code };
  };
  const up = await run(UP);
  const left = async (args) => (up.code === 0 ? leftIn(await run(args)) : []);
  const leftover = { preview: await left(["preview"]), refresh: await left(["refresh", "--preview-only"]) };
  return { operations: operationsIn(up, []), outputs: outputsOf(up), leftover };
}

function leftIn({ steps, done, errors }) {
  const changes = [...steps, ...done].filter(
    ({ op, type }) => type.includes("compute:") && !["same", "read", "refresh"].includes(op),
  );
  return [
    ...new Set(changes.map(({ op, urn, properties }) => [op, nameOf(urn), ...properties].join(" "))),
    ...errors.map(({ message }) => message),
  ];
}

/** What the rehearsal must not change. */
function filesOf() {
  return readdirSync(place.folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.parentPath.includes("node_modules"))
    .map((one) => [path.join(one.parentPath, one.name), readFileSync(path.join(one.parentPath, one.name), "base64")])
    .sort();
}

/** IDs, addresses, generated names and dates of what is created differ between accounts. */
function comparable(outputs) {
  const text = JSON.stringify(outputs, (name, value) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+/g, "DATE")
    .replaceAll(/-[0-9a-f]{7}\b/g, "-RANDOM")
    .replaceAll(/[0-9a-f:.]*\d[0-9a-f:.]*/g, "N");
}

function nameOf(urn) {
  return urn.split("::").at(-1);
}
