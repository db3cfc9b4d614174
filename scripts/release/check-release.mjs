// node scripts/release/check-release.mjs TAG - checks whether this commit can be released as TAG, and prints its section of CHANGELOG.md.
import { readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../shared/paths.mjs";
import { main } from "../shared/script.mjs";

await main((args) => {
  const [tag, ...rest] = args;
  if (!tag || rest.length > 0) throw new Error("Pass one tag: node scripts/release/check-release.mjs v1.2.3");
  const read = (name) => readFileSync(path.join(projectFolder, name), "utf8");
  const notes = releaseNotes({
    tag,
    manifest: JSON.parse(read("package.json")),
    changelog: read("CHANGELOG.md"),
    repository: process.env.GITHUB_REPOSITORY,
  });
  process.stdout.write(`${notes}\n`);
});

/**
 * The section of CHANGELOG.md for the version that a tag releases.
 * @param repository `owner/name`, if known: npm rejects the provenance of a package that names another repository
 * @throws if the tag, package.json and CHANGELOG.md don't match
 */
function releaseNotes({ tag, manifest, changelog, repository }) {
  const { version } = manifest;
  if (!/^\d+\.\d+\.\d+(-(alpha|beta|rc)\.\d+)?$/.test(version))
    throw new Error(`The version ${version} in package.json is not of the form 1.2.3 or 1.2.3-rc.1.`);
  if (tag !== `v${version}`) {
    throw new Error(
      `The tag ${tag} does not match v${version}, the version in package.json. Tag the commit that changes it.`,
    );
  }
  const { url } = manifest.repository;
  if (repository && url !== `git+https://github.com/${repository}.git`) {
    throw new Error(`The repository in package.json is ${url}, but this one is ${repository}. Correct package.json.`);
  }
  return sectionOf(changelog, version);
}

function sectionOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (!section) throw new Error(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`);
  const [heading, ...lines] = section.split("\n");
  if (!/^\[[\w.-]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
    throw new Error(`CHANGELOG.md has the heading "## ${heading}" instead of "## [${version}] - YYYY-MM-DD".`);
  }
  const text = lines
    .filter((line) => !/^\[[^\]]+\]: /.test(line))
    .join("\n")
    .trim();
  if (!/^- /m.test(text)) throw new Error(`CHANGELOG.md has no entries for ${version}.`);
  return text;
}
