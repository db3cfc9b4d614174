import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

import { versions } from "./pulumi-version.mjs";

/** By platform as well, for home folders shared between machines. */
export function fetchedFolder(cache) {
  return path.join(cache, `pulumi-${versions.cli}-${process.platform}-${process.arch}`);
}

/**
 * Lets `fill` put a CLI (a `bin` folder) into a new folder and moves it to its place only when it is whole, so that one
 * interrupted halfway is never taken for a good one. `fill` gives undefined, or what failed.
 */
export async function fillAtomically(cache, fill) {
  const place = fetchedFolder(cache);
  const partial = `${path.basename(place)}.partial-`;
  mkdirSync(cache, { recursive: true });
  for (const left of readdirSync(cache)) {
    // Whoever fills holds the lock of the cache: what others left half filled is nobody's.
    if (left.startsWith(partial)) rmSync(path.join(cache, left), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(cache, partial));
  try {
    const failed = await fill(folder);
    if (failed) return { failed };
    rmSync(place, { recursive: true, force: true });
    renameSync(folder, place);
    return { bin: path.join(place, "bin") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
