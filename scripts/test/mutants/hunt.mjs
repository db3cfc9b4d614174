import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { say } from "../../shared/script.mjs";
import { laneOf } from "../lanes.cjs";
import { isSlow, Suite } from "./suite.mjs";

/** The test time for a mutant alone, before it is tried together with others. */
const ALONE_MS = 25_000;
/** More than cores, because a mutant may only make a test wait. */
const AT_ONCE = 4;

/**
 * Finds a test file that fails with each mutant: `{ ...mutant, reachedBy, caughtBy }`, with lanes and a file.
 *
 * First, each mutant is tried alone with the fast test files. Then every test file runs with all survivors active that reach it. While it
 * fails, bisecting them finds a mutant, and the file is tried again without it. A survivor can hide another at the same place.
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

  const tried = new Set(readNotes(notes).flatMap(({ tried = [] }) => tried));
  const files = Object.keys(suite.files).sort((a, b) => suite.files[a].ms - suite.files[b].ms);
  await inParallel(
    files.filter((file) => !tried.has(file)),
    async (file) => {
      const surviving = () => {
        const { reaches } = suite.files[file];
        return workspace.mutants.filter(({ key, id }) => !caught.get(key) && reaches.includes(id));
      };
      await eachCulprit(suite, file, surviving, (mutant) => {
        note(mutant, file);
        say(`${mutant.file}:${mutant.line} ${mutant.mutator}: ${file}`);
      });
      appendFileSync(notes, `${JSON.stringify({ tried: [file] })}\n`);
    },
  );
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

/** Calls `found` with each of the survivors with which the file fails. */
async function eachCulprit(suite, file, surviving, found) {
  const fails = async (mutants) => {
    const ids = mutants.map(({ id }) => id);
    return ids.length > 0 && (await suite.failing([file], ids)).length > 0;
  };
  while (await fails(surviving())) {
    let suspects = surviving();
    while (suspects.length > 1) {
      const half = suspects.slice(0, suspects.length / 2);
      suspects = (await fails(half)) ? half : suspects.slice(suspects.length / 2);
    }
    // Otherwise, it fails only with several mutants at once, or at random.
    if (!(await fails(suspects))) return;
    found(suspects[0]);
  }
}

function reaching(suite, id) {
  return Object.keys(suite.files).filter((name) => suite.files[name].reaches.includes(id));
}

function lanesReaching(suite, { id }) {
  return [...new Set(reaching(suite, id).map(laneOf))].sort();
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
