import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { say } from "../../shared/script.mjs";
import { laneOf } from "../lanes.cjs";
import { isSlow, Suite } from "./suite.mjs";

/** The test time for a mutant alone, before it is tried in a group. */
const ALONE_MS = 25_000;
const GROUP = 40;
const AT_ONCE = 2;
/** One Jest process runs test files that take about this long without a mutant. */
const CHUNK_MS = 45_000;

/**
 * Finds a test file that fails with each mutant: `{ ...mutant, reachedBy, caughtBy }`, with lanes and a file.
 *
 * First, each mutant is tried alone with the fast test files. Survivors are then tried in groups, with many mutants active at once. If a
 * file fails, bisecting the group finds the mutant, and the group continues without it.
 */
export async function hunt(workspace, { cli }) {
  const suite = new Suite(workspace, { cli });
  const notes = path.join(path.dirname(workspace.folder), "notes.jsonl");
  await measured(suite, path.join(path.dirname(workspace.folder), "measured.json"));
  const caught = new Map(readNotes(notes).map(({ key, caughtBy }) => [key, caughtBy]));
  const note = (mutant, caughtBy) => {
    caught.set(mutant.key, caughtBy);
    appendFileSync(notes, `${JSON.stringify({ key: mutant.key, caughtBy })}\n`);
  };

  const alone = workspace.mutants.filter(({ key }) => !caught.has(key));
  const history = new Map();
  await inParallel(alone, async (mutant) => {
    const file = await firstToFail(suite, mutant, history.get(mutant.file) ?? []);
    if (file) history.set(mutant.file, [file, ...(history.get(mutant.file) ?? [])]);
    note(mutant, file ?? null);
    say(`${mutant.file}:${mutant.line} ${mutant.mutator}: ${file ?? "not caught by fast tests"}`);
  });

  const tried = new Set(readNotes(notes).flatMap(({ group }) => group ?? []));
  const rest = workspace.mutants.filter(({ key }) => caught.get(key) === null && !tried.has(key));
  for (let from = 0; from < rest.length; from += GROUP) {
    const group = rest.slice(from, from + GROUP);
    say(`Trying survivors ${from + 1} to ${from + group.length} of ${rest.length} together ...`);
    await tryTogether(suite, group, note);
    appendFileSync(notes, `${JSON.stringify({ group: group.map(({ key }) => key) })}\n`);
  }
  return workspace.mutants.map((mutant) => ({
    ...mutant,
    reachedBy: lanesReaching(suite, mutant),
    caughtBy: caught.get(mutant.key) ?? undefined,
  }));
}

async function measured(suite, record) {
  if (existsSync(record)) {
    suite.files = JSON.parse(readFileSync(record, "utf8"));
    return;
  }
  say("Running all tests without a mutant ...");
  await suite.measure();
  writeFileSync(record, JSON.stringify(suite.files));
  const failing = Object.entries(suite.files).filter(([, { failing: tests }]) => tests.length > 0);
  for (const [file, { failing: tests }] of failing) say(`Fails without a mutant: ${file}: ${tests.join("; ")}`);
}

/** Tries the fast files that reach a mutant: first the likely ones, then by speed. */
async function firstToFail(suite, { id }, likely) {
  const rank = (name) => (likely.includes(name) ? likely.indexOf(name) - 1e9 : suite.files[name].ms);
  const files = reaching(suite, id)
    .filter((name) => !isSlow(name))
    .sort((a, b) => rank(a) - rank(b));
  let spent = 0;
  for (let from = 0, count = 2; from < files.length && spent < ALONE_MS; from += count, count *= 3) {
    const batch = [];
    for (const name of files.slice(from, from + count)) {
      if (spent >= ALONE_MS) break;
      batch.push(name);
      spent += suite.files[name].ms;
    }
    if (batch.length === 0) return undefined;
    const first = await suite.firstFailing(batch, [id]);
    if (first) return first;
  }
  return undefined;
}

async function tryTogether(suite, group, note) {
  let active = group.map(({ id }) => id);
  const byId = new Map(group.map((mutant) => [mutant.id, mutant]));
  const files = Object.keys(suite.files).filter((name) => active.some((id) => suite.files[name].reaches.includes(id)));
  let failing = (await inParallel(chunksOf(suite, files), (chunk) => suite.failing(chunk, active))).flat();
  while (failing.length > 0) {
    failing.sort((a, b) => suite.files[a].ms - suite.files[b].ms);
    const [file] = failing;
    const guilty = await culprit(
      suite,
      file,
      active.filter((id) => suite.files[file].reaches.includes(id)),
    );
    if (guilty === undefined) {
      // It fails only with several mutants at once, or at random.
      failing = failing.slice(1);
      continue;
    }
    note(byId.get(guilty), file);
    say(`${byId.get(guilty).file}:${byId.get(guilty).line}: ${file}`);
    active = active.filter((id) => id !== guilty);
    const chunks = chunksOf(suite, failing);
    failing = (await inParallel(chunks, (chunk) => suite.failing(chunk, active))).flat();
  }
}

/** Bisects for one mutant with which the file fails. */
async function culprit(suite, file, ids) {
  const fails = async (some) => some.length > 0 && (await suite.failing([file], some)).length > 0;
  if (ids.length <= 1) return (await fails(ids)) ? ids[0] : undefined;
  const halves = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)];
  const [first, second] = await Promise.all(halves.map(fails));
  if (first) return await culprit(suite, file, halves[0]);
  return second ? await culprit(suite, file, halves[1]) : undefined;
}

function reaching(suite, id) {
  return Object.keys(suite.files).filter((name) => suite.files[name].reaches.includes(id));
}

function lanesReaching(suite, { id }) {
  return [...new Set(reaching(suite, id).map(laneOf))].sort();
}

function chunksOf(suite, files) {
  const chunks = [];
  let room = 0;
  for (const file of [...files].sort((a, b) => suite.files[b].ms - suite.files[a].ms)) {
    if (room <= 0) {
      chunks.push([]);
      room = CHUNK_MS;
    }
    chunks.at(-1).push(file);
    room -= suite.files[file].ms;
  }
  return chunks;
}

async function inParallel(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function readNotes(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
