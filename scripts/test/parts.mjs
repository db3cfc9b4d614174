import { parseArgs } from "node:util";

import { say } from "../shared/script.mjs";
import { explore } from "./explore.mjs";
import { PARTS } from "./lanes.cjs";
import { runTests } from "./run-tests.mjs";

/** Runs all tests, or some parts of them: `--part engine`, or `--part 2/5` for the second of five shares. Returns the exit code. */
export async function testParts(args) {
  const { part } = parseArgs({ args, options: { part: { type: "string" } } }).values;
  const results = [];
  for (const name of partsNamed(part)) {
    say(`Part ${name} ...`);
    const started = Date.now();
    const code = name === "explore" ? await explore([]) : await runTests(PARTS[name], { TEST_ALL: "1" });
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    results.push({ code, line: `${name.padEnd(24)}${code === 0 ? "passed" : "FAILED"}${minutes.padStart(7)} min` });
  }
  for (const { line } of results) process.stdout.write(`${line}\n`);
  return results.every(({ code }) => code === 0) ? 0 : 1;
}

/** The parts with this name, or in this share of them; without a text, all. */
export function partsNamed(text) {
  const names = Object.keys(PARTS);
  if (text === undefined) return names;
  const [, nth, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const chosen = names.filter((name, index) => (nth ? index % count === nth - 1 : name === text));
  if (chosen.length === 0)
    throw new Error(`There is no part ${text}. Parts: ${names.join(", ")}; or 1/${names.length}.`);
  return chosen;
}
