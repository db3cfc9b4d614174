import path from "node:path";

import { withFolderLock } from "../shared/ensure.mjs";
import { cacheFolder } from "../shared/paths.mjs";
import { say } from "../shared/script.mjs";
import { findFetched, findOnPath, rangeText, versions } from "./found.mjs";
import { buildFromGoModules } from "./from-go.mjs";
import { installOfficially } from "./from-installer.mjs";

/** Look for a CLI on this machine. They run every time, so they must be fast. */
const FOUND = [findOnPath, findFetched];

/** Download or build a CLI: minutes, once per user. */
const FETCHED = [installOfficially, buildFromGoModules];

/**
 * Returns the folder with the Pulumi CLI, its Node language host and its launcher of dynamic providers.
 *
 * Each function in `found` and `fetched` takes the cache folder and returns `{ bin }`, or `{ failed }` with the reason in one line.
 */
export async function preparePulumi({ found = FOUND, fetched = FETCHED, cache = cacheFolder() } = {}) {
  const first = await firstThatWorks(found, cache);
  if (first.bin) return first.bin;
  return await withFolderLock(path.join(cache, "pulumi.lock"), "fetching the Pulumi CLI", async () => {
    const again = await firstThatWorks(found, cache);
    if (again.bin) return again.bin;
    for (const line of again.failures) say(line);
    const last = await firstThatWorks(fetched, cache, say);
    if (last.bin) return last.bin;
    throw new Error(
      `No usable Pulumi CLI. Install Pulumi ${rangeText()} so that \`pulumi\` is on PATH (https://www.pulumi.com/docs/install/), ` +
        `or install Go ${versions.goModules.go} or later. Then run this command again.`,
    );
  });
}

async function firstThatWorks(ways, cache, onFailure = () => {}) {
  const failures = [];
  for (const way of ways) {
    const { bin, failed } = await way(cache);
    if (bin) return { bin, failures };
    failures.push(failed);
    onFailure(failed);
  }
  return { failures };
}
