import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

import { Instrumenter } from "@stryker-mutator/instrumenter";

/** The folders that mutants are drawn from, with their shares of the sample. */
export const SHARES = {
  "provider/lifecycle": 0.375,
  "emulator/services": 0.2,
  "provider/resources": 0.16,
  "provider/api": 0.125,
  "provider/journal": 0.08,
  "provider/normalise": 0.06,
};

const SILENT = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

/**
 * Draws mutants from each folder: `{ key, file, mutator, line, column, original, replacement, location }`.
 *
 * A mutant's rank is a hash of the seed and its text, so a change of the code only replaces mutants in the changed code. The result is
 * sorted by rank, so its first hundred are also a sample.
 */
export async function drawSample(folder, { count, seed }) {
  const patterns = Object.keys(SHARES).map((source) => `${source}/*.ts`);
  const files = execFileSync("git", ["ls-files", ...patterns], { cwd: folder, encoding: "utf8" })
    .trim()
    .split("\n");
  const { mutants } = await instrument(
    folder,
    files.map((file) => ({ file, mutate: true })),
  );
  const ranked = withKeys(folder, mutants)
    .map((mutant) => ({ mutant, rank: hash(seed, mutant.key) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const drawn = Object.entries(SHARES).flatMap(([source, share]) =>
    ranked.filter(({ mutant }) => mutant.file.startsWith(`${source}/`)).slice(0, Math.round(count * share)),
  );
  return ranked.filter((one) => drawn.includes(one)).map(({ mutant }) => mutant);
}

/** Adds switches for mutants to the sources. Returns `{ files, mutants }`, with the paths of the sources. */
export async function instrument(folder, sources) {
  const inputs = sources.map(({ file, mutate }) => {
    return { name: file, mutate, content: readFileSync(path.join(folder, file), "utf8") };
  });
  return await new Instrumenter(SILENT).instrument(inputs, { plugins: null, excludedMutations: [], ignorers: [] });
}

/** Identifies a mutant independently of its number. */
export function placeOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  return [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join("|");
}

/** The key of a mutant is a hash of its text, and of how many like it precede it in the file. */
function withKeys(folder, mutants) {
  const seen = new Map();
  const lines = new Map();
  const linesOf = (file) => {
    if (!lines.has(file)) lines.set(file, readFileSync(path.join(folder, file), "utf8").split("\n"));
    return lines.get(file);
  };
  return mutants.map((mutant) => {
    const { fileName: file, location, mutatorName: mutator, replacement } = mutant;
    const original = textAt(linesOf(file), location);
    const base = [file, mutator, original, replacement].join("|");
    seen.set(base, (seen.get(base) ?? 0) + 1);
    const key = hash(base, String(seen.get(base))).slice(0, 12);
    const { line, column } = location.start;
    return {
      ...{ key, file, mutator, line: line + 1, column: column + 1 },
      ...{ original, replacement, location, place: placeOf(mutant) },
    };
  });
}

function textAt(all, { start, end }) {
  const lines = all.slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join("\n");
}

function hash(...texts) {
  return createHash("sha256").update(texts.join("\0")).digest("hex");
}
