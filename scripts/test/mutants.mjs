// npm run test:mutants [-- --count 640 --seed 1 --update] - mutation testing: changes a sample of the code, one place at a time, and lists the
// changes that `npm test` does not catch, and which of them were caught when tests/mutants.json was written (--update). Takes two hours; the same
// command resumes an interrupted run. TEST_ALL=1 runs all tests.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { preparePulumi } from "../pulumi/cli.mjs";
import { ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { main } from "../shared/script.mjs";
import { hunt } from "./mutants/hunt.mjs";
import { drawSample, SHARES } from "./mutants/sample.mjs";
import { prepareWorkspace } from "./mutants/workspace.mjs";

const OPTIONS = {
  count: { type: "string", default: "640" },
  seed: { type: "string", default: "1" },
  update: { type: "boolean", default: false },
};

/** What an earlier run found, so that any machine can compare with it: `{ seed, tried, survivors }`. */
const RECORD = path.join(projectFolder, "tests", "mutants.json");

await main(async (args) => {
  const { count, seed, update } = parseArgs({ args, options: OPTIONS }).values;
  if (!process.env.TEST_ALL) process.env.TEST_SHORT = "1";
  await ensureInstalled();
  const sample = await drawSample(projectFolder, { count: Number(count), seed });
  const workspace = await prepareWorkspace(projectFolder, sample);
  const results = await hunt(workspace, { cli: await preparePulumi() });
  const before = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : { tried: [], survivors: [] };
  const lost = lostSince(before, results);
  process.stdout.write([...summary(results), `Caught before, but not now: ${lost.length}`, ...lost, ""].join("\n"));
  if (update) writeFileSync(RECORD, `${JSON.stringify(recordOf(results, seed), null, 1)}\n`);
  return lost.length === 0 ? 0 : 1;
});

/** The mutants of an earlier run that were caught then, and are not caught now. Changed code has other mutants. */
function lostSince({ tried, survivors }, results) {
  const survived = new Set(survivors.map(({ key }) => key));
  return survivorsOf(results)
    .filter(({ key }) => tried.includes(key) && !survived.has(key))
    .map(described);
}

function recordOf(results, seed) {
  const survivors = survivorsOf(results).map(({ key, file, line, mutator, original, replacement }) => {
    return { key, file, line, mutator, original, replacement };
  });
  return { seed, tried: results.map(({ key }) => key), survivors };
}

function survivorsOf(results) {
  return results.filter((mutant) => !isCaught(mutant));
}

/** The results: mutants caught in each folder, mutants reached by each lane, and mutants not caught. */
function summary(results) {
  const folders = Object.keys(SHARES).map((folder) => {
    const own = results.filter(({ file }) => file.startsWith(`${folder}/`));
    return row(folder, own.filter(isCaught).length, own.length);
  });
  const lanes = new Map();
  for (const { reachedBy } of results) for (const lane of reachedBy) lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
  const reached = [...lanes].sort((a, b) => b[1] - a[1]).map(([lane, count]) => row(lane, count, results.length));
  const survivors = survivorsOf(results).map(described);
  return [
    "Caught:",
    ...folders,
    row("total", results.filter(isCaught).length, results.length),
    "Reached by the tests of each lane:",
    ...reached,
    `Not caught: ${survivors.length}`,
    ...survivors,
  ];
}

function isCaught({ caughtBy }) {
  return caughtBy !== undefined && caughtBy !== null;
}

function row(name, count, total) {
  const share = total === 0 ? "" : ` (${((100 * count) / total).toFixed(1)} %)`;
  return `  ${name.padEnd(20)} ${String(count).padStart(4)} of ${total}${share}`;
}

function described({ key, file, line, column, mutator, original, replacement }) {
  const short = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return `  ${key} ${file}:${line}:${column} ${mutator}: ${short(original)} -> ${short(replacement)}`;
}
