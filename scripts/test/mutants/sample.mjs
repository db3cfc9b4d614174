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
  const files = sourceFiles(folder, Object.keys(SHARES));
  const { mutants } = await instrument(
    folder,
    files.map((file) => ({ file, mutate: true })),
  );
  const candidates = withKeys(folder, mutants);
  const byRank = (a, b) => (a.rank < b.rank ? -1 : 1);
  const drawn = Object.entries(SHARES).flatMap(([source, share]) =>
    candidates
      .filter(({ file }) => file.startsWith(`${source}/`))
      .map((mutant) => ({ mutant, rank: hash(seed, mutant.key) }))
      .sort(byRank)
      .slice(0, Math.round(count * share)),
  );
  return drawn.sort(byRank).map(({ mutant }) => mutant);
}

/** Adds switches for mutants to the sources. Returns `{ files, mutants }`, with the paths of the sources. */
export async function instrument(folder, sources) {
  const inputs = sources.map(({ file, mutate }) => ({
    name: file,
    mutate,
    content: readFileSync(path.join(folder, file), "utf8"),
  }));
  return await new Instrumenter(SILENT).instrument(inputs, { plugins: null, excludedMutations: [], ignorers: [] });
}

/** Identifies a mutant independently of its number. */
export function placeOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  return [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join("|");
}

function withKeys(folder, mutants) {
  const seen = new Map();
  const texts = new Map();
  return mutants.map((mutant) => {
    const { fileName, location, mutatorName, replacement } = mutant;
    if (!texts.has(fileName)) texts.set(fileName, readFileSync(path.join(folder, fileName), "utf8"));
    const original = textAt(texts.get(fileName), location);
    const base = [fileName, mutatorName, original, replacement].join("|");
    const nth = (seen.get(base) ?? 0) + 1;
    seen.set(base, nth);
    return {
      key: hash(base, String(nth)).slice(0, 12),
      file: fileName,
      mutator: mutatorName,
      line: location.start.line + 1,
      column: location.start.column + 1,
      original,
      replacement,
      location,
      place: placeOf(mutant),
    };
  });
}

function textAt(text, { start, end }) {
  const lines = text.split("\n").slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join("\n");
}

function sourceFiles(folder, sources) {
  const patterns = sources.map((source) => `${source}/*.ts`);
  return execFileSync("git", ["ls-files", ...patterns], { cwd: folder, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

function hash(...texts) {
  return createHash("sha256").update(texts.join("\0")).digest("hex");
}
