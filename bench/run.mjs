// npm run bench [-- --full] - measures Pulumi's operations with this provider and with others; --help lists the options.
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { ensureBuilt, ensureInstalled } from "../scripts/shared/ensure.mjs";
import { main, say } from "../scripts/shared/script.mjs";
import { projectFolder } from "../scripts/shared/paths.mjs";
import { preparePulumi } from "../scripts/pulumi/cli.mjs";
import { chosenContenders } from "./contenders.mjs";
import { measureLife } from "./life.mjs";
import { describeMachine, loadWarning } from "./machine.mjs";
import { readOptions } from "./options.mjs";
import { estimatedSec, planLives } from "./plan.mjs";

await main(async (args) => {
  const options = readOptions(args);
  if (options.help !== undefined) return void process.stdout.write(options.help);
  await ensureInstalled();
  if (options.report !== undefined) {
    // Imported late, because it needs an installed package.
    const { reportFiles } = await import("./report.mjs");
    for (const [file, content] of Object.entries(await reportFiles(options.report))) writeFileSync(file, content);
    return;
  }
  const contenders = chosenContenders(options.contenders, options.peers);
  const plan = planLives(options, contenders);
  say(
    `Runs: ${plan.lives.length}, rounds: ${plan.rounds}, about ${minutes(estimatedSec(plan.lives, options))} min on an idle machine.`,
  );
  for (const cell of plan.leftOut)
    say(`Left out, because rate limits alone take longer than --patience-min: ${named(cell)}`);
  if (options.planOnly) return void showPlan(plan.lives);
  await ensureBuilt();
  return await measureAll(plan, contenders, { ...options, bin: await preparePulumi() });
});

async function measureAll({ lives, rounds, leftOut }, contenders, settings) {
  const load = os.loadavg()[0];
  const warning = loadWarning(load, os.availableParallelism());
  if (warning !== undefined) say(`Warning: ${warning}`);
  const run = {
    started: new Date().toISOString(),
    machine: await describeMachine(settings.bin),
    load,
    warning,
    rounds,
    leftOut,
    variant: variantOf(settings),
    bootSec: settings.bootSec,
    contenders: contenders.map(({ name, says, asksService }) => ({ name, says, asksService })),
    lives: [],
  };
  const file = settings.out ?? path.join(projectFolder, "bench", "results", `${run.started.replaceAll(":", "-")}.json`);
  for (const [index, planned] of lives.entries()) {
    say(`${index + 1}/${lives.length} ${planned.contender.name}: ${named(planned.cell)}, round ${planned.round}`);
    const { error, ...life } = await measureLife(planned, settings);
    if (error !== undefined) say(String(error.message));
    else say(`    ${secondsOf(life)}`);
    run.lives.push({ contender: planned.contender.name, ...planned.cell, round: planned.round, ...life });
    save(file, run);
  }
  const { tables } = await import("./report.mjs");
  process.stdout.write(`${tables([run])}\n`);
  say(`Results: ${path.relative(process.cwd(), file)}`);
  return run.lives.some(({ failed }) => failed !== undefined) ? 1 : 0;
}

function showPlan(lives) {
  for (const life of lives) if (life.round === 1) say(`${life.contender.name}: ${named(life.cell)}`);
}

/** Called after every life, so that the results survive an interruption. */
function save(file, run) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ runs: [run] }, null, 1)}\n`);
}

/** The settings that make results incomparable with those of other runs. */
function variantOf({ typescript, env }) {
  return [...(typescript ? ["TypeScript support loaded"] : []), ...env].join(", ");
}

function named({ kind, count, latencyMs, limits }) {
  return `${count} ${kind}, ${latencyMs} ms, limits ${limits ? "on" : "off"}`;
}

function secondsOf({ operations }) {
  return Object.entries(operations)
    .map(([name, { seconds }]) => `${name} ${seconds.toFixed(1)} s`)
    .join("; ");
}

function minutes(seconds) {
  return Math.ceil(seconds / 60);
}
