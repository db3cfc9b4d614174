import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

const PROJECT = path.resolve(__dirname, "..", "..");

const MANIFEST = {
  version: "0.2.0",
  repository: { type: "git", url: "git+https://github.com/somebody/pulumi-compute.git" },
};

const CHANGELOG = `# Changelog

## [Unreleased]

- What comes next.

## [0.2.0] - 2026-12-01

### Added

- A thing.
- [Another](docs/thing.md).

## [0.1.0] - 2026-11-01

- The first.

[0.2.0]: https://github.com/somebody/pulumi-compute/releases/tag/v0.2.0
`;

interface Release {
  readonly tag?: string;
  readonly version?: string;
  readonly changelog?: string;
  readonly repository?: string;
}

/** Runs the script in a copy of the project that is about to be released. */
function check({ tag = "v0.2.0", version = "0.2.0", changelog = CHANGELOG, repository = "" }: Release) {
  const folder = temporaryFolder({
    "package.json": JSON.stringify({ ...MANIFEST, version }),
    "CHANGELOG.md": changelog,
  });
  cpSync(path.join(PROJECT, "scripts"), path.join(folder, "scripts"), { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/release/check-release.mjs", tag], {
    cwd: folder,
    env: { ...process.env, GITHUB_REPOSITORY: repository },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("a release", () => {
  test("is accepted if the tag matches its version, with its section of the changelog as notes", () => {
    expect(check({})).toEqual({
      status: 0,
      stdout: "### Added\n\n- A thing.\n- [Another](docs/thing.md).\n",
      stderr: "",
    });
  });

  test("has notes without the links at the changelog's end", () => {
    expect(check({ tag: "v0.1.0", version: "0.1.0" }).stdout).toBe("- The first.\n");
  });

  test("is accepted from the repository that package.json names", () => {
    expect(check({ repository: "somebody/pulumi-compute" }).status).toBe(0);
  });

  const withHeading = (heading: string) => CHANGELOG.replace("## [0.2.0] - 2026-12-01", heading);

  test.each<[string, Release, string]>([
    ["a tag of another version", { tag: "v0.2.1" }, "The tag v0.2.1 does not match v0.2.0"],
    ["a tag without its v", { tag: "0.2.0" }, "The tag 0.2.0 does not match v0.2.0"],
    ["a version of another form", { tag: "v0.2.0-beta.1", version: "0.2.0-beta.1" }, "is not of the form 1.2.3"],
    ["a missing section", { tag: "v0.3.0", version: "0.3.0" }, 'CHANGELOG.md has no section "## [0.3.0] - YYYY-MM-DD"'],
    ["a section without a date", { changelog: withHeading("## [0.2.0]") }, 'has the heading "## [0.2.0]"'],
    ["a section of a longer version", { changelog: withHeading("## [0.2.0.1] - 2026-12-01") }, "has no section"],
    [
      "a section that says nothing",
      { changelog: CHANGELOG.replace(/^- (A thing|\[A).*\n/gm, "") },
      "has no entries for 0.2.0",
    ],
    ["another repository", { repository: "else/pulumi-compute" }, "but this one is else/pulumi-compute"],
  ])("is rejected for %s", (_what, release, message) => {
    const { status, stdout, stderr } = check(release);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });
});

test("CHANGELOG.md has a section for unreleased changes", () => {
  expect(readFileSync(path.join(PROJECT, "CHANGELOG.md"), "utf8")).toMatch(/^## \[Unreleased\]\n/m);
});
