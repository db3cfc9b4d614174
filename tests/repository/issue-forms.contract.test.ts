import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Values } from "../../provider/definition/values";
import { repository } from "../support/engine-cli";
import { filesBelow } from "../support/files-below";
import { readYaml } from "../support/ci/workflow";

const FOLDER = path.join(repository, ".github", "ISSUE_TEMPLATE");
const forms = readdirSync(FOLDER).filter((name) => name !== "config.yml");

interface Field {
  readonly type: string;
  readonly id?: string;
  readonly attributes: { readonly label?: string; readonly value?: string; readonly options?: readonly string[] };
}

test.each(forms)("GitHub shows the issue form %s, with its questions", (name) => {
  const {
    name: title,
    description,
    body,
  } = readYaml(path.join(FOLDER, name)) as Values & { readonly body: readonly Field[] };
  expect([typeof title, typeof description]).toEqual(["string", "string"]);
  const asked = body.filter(({ type }) => type !== "markdown");
  expect(asked.length).toBeGreaterThan(0);
  for (const key of [asked.map(({ id }) => id), asked.map(({ attributes }) => attributes.label)]) {
    expect(key.every((value) => typeof value === "string")).toBe(true);
    expect(new Set(key).size).toBe(key.length);
  }
  for (const { type, attributes } of body) {
    expect(["markdown", "textarea", "dropdown"]).toContain(type);
    if (type === "markdown") expect(attributes.value).toBeTruthy();
    if (type === "dropdown") expect(attributes.options?.length).toBeGreaterThan(1);
  }
});

test("the files that CONTRIBUTING.md lists have the repository URL of package.json, and no page has it", () => {
  const { repository: named } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as {
    repository: { url: string };
  };
  const address = named.url.replace(/^git\+|\.git$/g, "");
  const files = ["package.json", "CONTRIBUTING.md", ".github/ISSUE_TEMPLATE/config.yml"];
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
      readFileSync(path.join(repository, file), "utf8").includes(address),
  );
  expect(naming).toEqual([]);
});
