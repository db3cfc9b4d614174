import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Program } from "../../cli/adopt/program";
import { prepareDirectory, writeProject } from "../../cli/adopt/project/write";
import { UsageError } from "../../cli/command";
import { temporaryFolder } from "../support/temporary-folder";
import { unformatted } from "../support/program-checks";

const file = { comments: [], imports: new Map(), loads: [], usesConfig: false };
const declaration = {
  kind: "Domain",
  name: "a",
  variable: undefined,
  isExported: false,
  args: { domain: "a.example" },
  importId: "1",
  comments: [],
};
const PROGRAM: Program = { secrets: ["rootPass"], files: [{ ...file, name: "index", declarations: [declaration] }] };

test("writes a project into a new directory, complete except for its packages", () => {
  const folder = prepareDirectory(path.join(temporaryFolder(), "new", "Shop & Co"));
  writeProject(folder, PROGRAM, "1.2.3");
  expect(readdirSync(folder).sort()).toEqual([
    ".gitignore",
    "Pulumi.yaml",
    "README.md",
    "index.ts",
    "package.json",
    "tsconfig.json",
  ]);
  expect(readFileSync(path.join(folder, "Pulumi.yaml"), "utf8")).toContain("name: shop-co\n");
  expect(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"))).toMatchObject({
    name: "shop-co",
    dependencies: { "pulumi-compute": "^1.2.3" },
    private: true,
  });
  expect(readFileSync(path.join(folder, "README.md"), "utf8")).toContain("pulumi config set --secret rootPass\n");
});

test("all files of a project are formatted", async () => {
  const folder = path.join(temporaryFolder(), "shop");
  writeProject(prepareDirectory(folder), PROGRAM, "1.2.3");
  const names = readdirSync(folder).filter((name) => name !== ".gitignore");
  expect(
    await unformatted(Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), "utf8")]))),
  ).toEqual([]);
});

test("treats a directory with only .git as empty", () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, ".git"));
  expect(prepareDirectory(folder)).toBe(folder);
});

test("rejects a non-empty directory and a file up front", () => {
  const folder = temporaryFolder({ "index.ts": "// mine" });
  expect(() => prepareDirectory(folder)).toThrow(
    new UsageError(`--into: ${folder} is not empty (contains index.ts). Use a new or empty directory.`),
  );
  expect(() => prepareDirectory(path.join(folder, "index.ts"))).toThrow(UsageError);
});

test("never overwrites an existing file", () => {
  const folder = prepareDirectory(temporaryFolder());
  writeFileSync(path.join(folder, "README.md"), "mine");
  expect(() => writeProject(folder, PROGRAM, "1.2.3")).toThrow("EEXIST");
  expect(readFileSync(path.join(folder, "README.md"), "utf8")).toBe("mine");
});
