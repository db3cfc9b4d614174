// npm run test:mutants [-- --count 640 --seed 1 --update] - mutation testing: changes a sample of the code, one place at a time, and lists the
// changes that `npm test` does not catch, and which of them were caught when tests/mutants.json was written (--update). Takes hours; the same
// command resumes an interrupted run. TEST_ALL=1 runs all tests.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { preparePulumi } from "../pulumi/cli.mjs";
import { ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { main } from "../shared/script.mjs";
import { LANES, laneOf } from "./lanes.cjs";
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
  const survivors = results.filter(({ caughtBy }) => caughtBy === undefined);
  const before = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : { tried: [], survivors: [] };
  // Changed code has other mutants.
  const lost = survivors.filter(
    ({ key }) => before.tried.includes(key) && !before.survivors.some((one) => one.key === key),
  );
  const lines = [...summary(results), `Not caught: ${survivors.length}`, ...survivors.map(described)];
  lines.push(`Caught before, but not now: ${lost.length}`, ...lost.map(described));
  process.stdout.write(`${lines.join("\n")}\n`);
  if (update) {
    const kept = survivors.map(({ key, file, line, mutator, original, replacement }) => {
      return { key, file, line, mutator, original, replacement };
    });
    const record = { seed, tried: results.map(({ key }) => key), survivors: kept };
    writeFileSync(RECORD, `${JSON.stringify(record, null, 1)}\n`);
  }
  return lost.length === 0 ? 0 : 1;
});

/** The mutants caught in each folder, and those that each lane reaches. */
function summary(results) {
  const caught = (mutants) => mutants.filter(({ caughtBy }) => caughtBy !== undefined).length;
  const folders = Object.keys(SHARES).map((folder) => {
    const own = results.filter(({ file }) => file.startsWith(`${folder}/`));
    return row(folder, caught(own), own.length);
  });
  const reachedBy = (lane) => results.filter((mutant) => mutant.reachedBy.some((file) => laneOf(file) === lane)).length;
  return [
    ...["Caught:", ...folders, row("total", caught(results), results.length)],
    ...["Reached by the tests of each lane:", ...LANES.map((lane) => row(lane, reachedBy(lane), results.length))],
  ];
}

function row(name, count, total) {
  return `  ${name.padEnd(20)} ${String(count).padStart(4)} of ${total}`;
}

function described({ key, file, line, column, mutator, original, replacement }) {
  const short = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return `  ${key} ${file}:${line}:${column} ${mutator}: ${short(original)} -> ${short(replacement)}`;
}
