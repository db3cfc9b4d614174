// node scripts/check-release.mjs TAG - whether this commit may be released as TAG; prints what CHANGELOG.md says of it.
import { readFileSync } from "node:fs";
import path from "node:path";

import { main } from "./main.mjs";
import { projectFolder } from "./paths.mjs";
import { releaseNotes } from "./release.mjs";

await main((args) => {
  const [tag, ...rest] = args;
  if (!tag || rest.length > 0) throw new Error("Pass one tag: node scripts/check-release.mjs v1.2.3");
  const read = (name) => readFileSync(path.join(projectFolder, name), "utf8");
  const notes = releaseNotes({
    tag,
    manifest: JSON.parse(read("package.json")),
    changelog: read("CHANGELOG.md"),
    repository: process.env.GITHUB_REPOSITORY,
  });
  process.stdout.write(`${notes}\n`);
});
