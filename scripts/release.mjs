/**
 * What CHANGELOG.md says of the version that a tag is about to release.
 * @param repository `owner/name`, where known: npm refuses the provenance of a package that names another one
 * @throws where the tag, package.json and CHANGELOG.md do not belong together
 */
export function releaseNotes({ tag, manifest, changelog, repository }) {
  const { version } = manifest;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`package.json's version ${version} is not of the form 1.2.3.`);
  if (tag !== `v${version}`) {
    throw new Error(`The tag ${tag} is not v${version}, the version in package.json: tag the commit that changes it.`);
  }
  const { url } = manifest.repository;
  if (repository && url !== `git+https://github.com/${repository}.git`) {
    throw new Error(`package.json's repository is ${url}, and this is ${repository}: correct package.json.`);
  }
  return sectionOf(changelog, version);
}

function sectionOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (!section) throw new Error(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`);
  const [heading, ...lines] = section.split("\n");
  if (!/^\[[\d.]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
    throw new Error(`CHANGELOG.md heads the version "## ${heading}" instead of "## [${version}] - YYYY-MM-DD".`);
  }
  const text = lines
    .filter((line) => !/^\[[^\]]+\]: /.test(line))
    .join("\n")
    .trim();
  if (!/^- /m.test(text)) throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return text;
}
