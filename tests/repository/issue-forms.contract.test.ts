import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/engine-cli";
import { filesBelow } from "../support/files-below";

const RELEASING = "docs/guide/releasing.md";

test("the files that the guide for releases lists have the repository URL of package.json, and no other page has it", () => {
  const { repository: named } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as {
    repository: { url: string };
  };
  const address = named.url.replace(/^git\+|\.git$/g, "");
  const files = ["package.json", RELEASING, ".github/ISSUE_TEMPLATE/config.yml"];
  for (const file of files) {
    const text = readFileSync(path.join(repository, file), "utf8");
    const others = Array.from(text.matchAll(/https:\/\/github\.com\/[\w.-]+\/[\w-]+/g), ([found]) => found);
    expect(others.filter((found) => found !== address)).toEqual([]);
    expect(others.length).toBeGreaterThan(0);
  }
  // Nothing is published there yet, so a link on a page would lead nowhere.
  const pages = ["docs", "examples", "templates", "drift-action"].flatMap((folder) =>
    filesBelow(path.join(repository, folder)).map((file) => path.relative(repository, file)),
  );
  const naming = ["README.md", "SECURITY.md", "CHANGELOG.md", ...pages].filter(
    (file) =>
      /\.(md|ya?ml)$/.test(file) &&
      !file.includes("node_modules") &&
      file !== RELEASING &&
      readFileSync(path.join(repository, file), "utf8").includes(address),
  );
  expect(naming).toEqual([]);
});
