// npm run test:mutants [-- --count 640 --seed 1 --lanes A,B --compare FILE --out FILE] - mutation testing: changes a sample of the code, one
// place at a time, and lists the changes that no test catches. Takes hours; the same command resumes an interrupted run.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { preparePulumi } from "../pulumi/cli.mjs";
import { ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { main } from "../shared/script.mjs";
import { LANES } from "./lanes.cjs";
import { hunt } from "./mutants/hunt.mjs";
import { drawSample, SHARES } from "./mutants/sample.mjs";
import { prepareWorkspace } from "./mutants/workspace.mjs";

const OPTIONS = {
  count: { type: "string", default: "640" },
  seed: { type: "string", default: "1" },
  lanes: { type: "string", default: LANES.join(",") },
  compare: { type: "string" },
  out: { type: "string" },
};

await main(async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  await ensureInstalled();
  const sample = await drawSample(projectFolder, { count: Number(values.count), seed: values.seed });
  const workspace = await prepareWorkspace(projectFolder, sample);
  const before = values.compare === undefined ? [] : JSON.parse(readFileSync(values.compare, "utf8"));
  const lanes = values.lanes.split(",");
  const results = await hunt(workspace, { cli: await preparePulumi(), lanes, before });
  process.stdout.write(summary(results));
  if (values.out) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`);
  if (values.compare === undefined) return 0;
  const { text, isWorse } = comparison(before, results);
  process.stdout.write(text);
  return isWorse ? 1 : 0;
});

/** The results: mutants caught in each folder, mutants reached by each lane, and mutants not caught. */
function summary(results) {
  const folders = Object.keys(SHARES).map((folder) => {
    const own = results.filter(({ file }) => file.startsWith(`${folder}/`));
    return row(folder, own.filter(isCaught).length, own.length);
  });
  const lanes = new Map();
  for (const { reachedBy } of results) for (const lane of reachedBy) lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
  const reached = [...lanes].sort((a, b) => b[1] - a[1]).map(([lane, count]) => row(lane, count, results.length));
  const survivors = results.filter((mutant) => !isCaught(mutant)).map(described);
  return [
    "Caught:",
    ...folders,
    row("total", results.filter(isCaught).length, results.length),
    "Reached by the tests of each lane:",
    ...reached,
    `Not caught: ${survivors.length}`,
    ...survivors,
    "",
  ].join("\n");
}

/** Compares two runs. Mutants in code that has changed are in only one of them, and are ignored. */
function comparison(before, after) {
  const now = new Map(after.map((mutant) => [mutant.key, mutant]));
  const lost = before.filter((mutant) => isCaught(mutant) && now.has(mutant.key) && !isCaught(now.get(mutant.key)));
  const then = new Map(before.map((mutant) => [mutant.key, mutant]));
  const won = after.filter((mutant) => isCaught(mutant) && then.has(mutant.key) && !isCaught(then.get(mutant.key)));
  const text = [
    `Caught before, but not now: ${lost.length}`,
    ...lost.map((mutant) => `${described(mutant)}, caught by ${mutant.caughtBy}`),
    `Caught now, but not before: ${won.length}`,
    "",
  ].join("\n");
  return { text, isWorse: lost.length > 0 };
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
