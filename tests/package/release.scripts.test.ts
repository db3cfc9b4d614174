import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { writeCommand } from "../support/ci/runner";
import { OWN_WORKFLOWS_FOLDER, readWorkflow } from "../support/ci/workflow";
import { filesBelow } from "../support/files-below";
import { temporaryFolder } from "../support/temporary-folder";

const PROJECT = path.resolve(__dirname, "..", "..");

/** Runs a script of scripts/release/ in a copy of the project that has these files, or in the project. */
function run(
  script: string,
  args: readonly string[],
  { folder = PROJECT, env = {} }: { folder?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const file = path.join(folder, "scripts", "release", script);
  const options = { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], options);
  return { status, stdout, stderr };
}

function copyWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(files);
  cpSync(path.join(PROJECT, "scripts"), path.join(folder, "scripts"), { recursive: true });
  return folder;
}

const NOTHING = { status: 0, stdout: "", stderr: "" };

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

/** Checks a copy of the project that is about to be released. */
function check({ tag = "v0.2.0", version = "0.2.0", changelog = CHANGELOG, repository = "" }: Release) {
  const folder = copyWith({ "package.json": JSON.stringify({ ...MANIFEST, version }), "CHANGELOG.md": changelog });
  return run("check-release.mjs", [tag], { folder, env: { GITHUB_REPOSITORY: repository } });
}

describe("a release", () => {
  test("is accepted if the tag matches its version, with its section of the changelog as notes, without the links at the end", () => {
    const notes = "### Added\n\n- A thing.\n- [Another](docs/thing.md).\n";
    expect(check({})).toEqual({ ...NOTHING, stdout: notes });
    expect(check({ tag: "v0.1.0", version: "0.1.0" })).toEqual({ ...NOTHING, stdout: "- The first.\n" });
    const changelog = CHANGELOG.replace("## [0.1.0]", "## [0.2.0-rc.1]");
    expect(check({ tag: "v0.2.0-rc.1", version: "0.2.0-rc.1", changelog })).toEqual({
      ...NOTHING,
      stdout: "- The first.\n",
    });
    expect(check({ repository: "somebody/pulumi-compute" })).toEqual({ ...NOTHING, stdout: notes });
  });

  const withHeading = (heading: string) => CHANGELOG.replace("## [0.2.0] - 2026-12-01", heading);

  test.each<[string, Release, string]>([
    ["a tag of another version", { tag: "v0.2.1" }, "The tag v0.2.1 does not match v0.2.0"],
    [
      "a version of another form",
      { tag: "v0.2.0-next", version: "0.2.0-next" },
      "is not of the form 1.2.3 or 1.2.3-rc.1",
    ],
    [
      "a prerelease without its own section",
      { tag: "v0.2.0-rc.1", version: "0.2.0-rc.1" },
      'no section "## [0.2.0-rc.1]',
    ],
    ["a missing section", { tag: "v0.3.0", version: "0.3.0" }, 'CHANGELOG.md has no section "## [0.3.0] - YYYY-MM-DD"'],
    ["a section without a date", { changelog: withHeading("## [0.2.0]") }, 'has the heading "## [0.2.0]"'],
    ["an empty section", { changelog: CHANGELOG.replace(/^- (A thing|\[A).*\n/gm, "") }, "has no entries for 0.2.0"],
    ["another repository", { repository: "else/pulumi-compute" }, "but this one is else/pulumi-compute"],
  ])("is rejected for %s", (_what, release, message) => {
    const { status, stdout, stderr } = check(release);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });
});

describe("the release workflow", () => {
  /** Runs the script of a step with these commands in place of those that publish, and returns what these were called with. */
  function calls(job: string, step: string, tag: string): string[] {
    const bin = temporaryFolder();
    const log = path.join(bin, "log");
    const absent = 'case "$1" in view) exit 1 ;; release) [ "$2" != view ] || exit 1 ;; esac';
    for (const name of ["npm", "gh"])
      writeCommand(path.join(bin, name), `echo "$(basename "$0") $*" >> '${log}'\n${absent}`);
    writeCommand(path.join(bin, "node"), "true");
    const { run: script = "" } = jobs[job]?.steps.find(({ name }) => name === step) ?? {};
    const env = {
      ...process.env,
      GITHUB_REF_NAME: tag,
      RUNNER_TEMP: bin,
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    };
    const { status, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
      env,
      encoding: "utf8",
      cwd: bin,
    });
    expect([status, stderr]).toEqual([0, ""]);
    return readFileSync(log, "utf8").trim().split("\n");
  }
  const { jobs } = readWorkflow("release.yml", OWN_WORKFLOWS_FOLDER);

  test.each([
    ["v0.2.0", "--tag latest", ""],
    ["v0.2.0-rc.1", "--tag next", "--prerelease "],
  ])("%s: publishes with %s, and releases with %j", (tag, channel, kind) => {
    const published = `npm publish --provenance --access public ${channel}`;
    expect(calls("publish", "Publish", tag)).toEqual([`npm view pulumi-compute@${tag.slice(1)} version`, published]);
    expect(calls("release", "Release", tag)[1]).toMatch(`gh release create ${tag} ${kind}--verify-tag --title ${tag} `);
  });
});

test("CHANGELOG.md has a section for unreleased changes", () => {
  expect(readFileSync(path.join(PROJECT, "CHANGELOG.md"), "utf8")).toMatch(/^## \[Unreleased\]\n/m);
});

describe("the check of the lockfile", () => {
  const SOUND = { version: "1.0.0", integrity: "sha512-AAAA", license: "MIT" };

  function check(packages: Readonly<Record<string, object>>, scripts: Readonly<Record<string, string>> = {}) {
    const folder = copyWith({
      "package.json": JSON.stringify({ scripts: { build: "tsc", ...scripts } }),
      "package-lock.json": JSON.stringify({ packages: { "": { version: "0.1.0" }, ...packages } }),
    });
    return run("check-dependencies.mjs", [], { folder });
  }

  test("accepts the project's own", () => {
    expect(run("check-dependencies.mjs", [])).toEqual(NOTHING);
  });

  test("accepts development dependencies with any license and with install scripts, which nothing runs", () => {
    const dev = { ...SOUND, dev: true, license: "SEE LICENSE IN LICENSE", hasInstallScript: true };
    const link = { resolved: "", link: true };
    expect(check({ "node_modules/dev": dev, "node_modules/link": link })).toEqual(NOTHING);
  });

  test("rejects missing and weak hashes, several origins, install scripts, and licenses that were not reviewed", () => {
    const packages = {
      "node_modules/no-hash": { ...SOUND, dev: true, integrity: undefined },
      "node_modules/weak-hash": { ...SOUND, integrity: "sha1-AAAA" },
      "node_modules/here": { ...SOUND, resolved: "https://one.example/here.tgz" },
      "node_modules/there": { ...SOUND, resolved: "https://two.example/there.tgz" },
      "node_modules/script": { ...SOUND, hasInstallScript: true },
      "node_modules/gpl": { ...SOUND, license: "GPL-3.0-only" },
      "node_modules/gpl/node_modules/unknown": { ...SOUND, license: undefined },
    };
    const { status, stderr } = check(packages, { postinstall: "node x" });
    expect([status, stderr.trimEnd().split("\n")]).toEqual([
      1,
      [
        expect.stringContaining("node_modules/no-hash has no sha512 hash"),
        expect.stringContaining("node_modules/weak-hash has no sha512 hash"),
        expect.stringContaining("from several origins: node_modules/here, node_modules/there."),
        expect.stringContaining("package.json has the script postinstall"),
        expect.stringContaining("node_modules/script is a runtime dependency with an install script"),
        expect.stringContaining("node_modules/gpl has the license GPL-3.0-only"),
        expect.stringContaining("node_modules/gpl/node_modules/unknown has the license undefined"),
      ],
    ]);
  });
});

describe("the check for vulnerabilities", () => {
  /** Runs it with an npm that responds to both audits in the same way. */
  function check(report: unknown, exitCode: number) {
    const npm = `
      const isJson = process.argv.includes("--json");
      process.stdout.write(isJson ? ${JSON.stringify(JSON.stringify(report))} : "axios has a hole");
      process.exitCode = ${exitCode};
    `;
    const folder = temporaryFolder({ "npm-cli.js": npm });
    const env = { npm_execpath: path.join(folder, "npm-cli.js") };
    return run("check-dependencies.mjs", ["--vulnerabilities"], { env });
  }

  const REFUSED = { message: "405 Method Not Allowed", statusCode: 405, error: { summary: "" } };
  const UNSIGNED = { error: { summary: "found no dependencies to audit" } };

  test.each<[string, unknown, number, number, string]>([
    ["passes if there are none", { vulnerabilities: {} }, 0, 0, "no problems."],
    [
      "fails with npm's report if there are some",
      { vulnerabilities: { axios: {} } },
      1,
      1,
      "failed.\naxios has a hole",
    ],
    ["fails if npm fails without saying why", "", 1, 1, "failed.\naxios has a hole"],
    ["passes if the registry does not offer them", REFUSED, 1, 0, notAvailable("405")],
    ["passes if it has no signatures", UNSIGNED, 1, 0, notAvailable(UNSIGNED.error.summary)],
  ])("%s, and says so", (_, report, exitCode, status, said) => {
    const stderr = `npm audit --omit=dev: ${said}\nnpm audit signatures: ${said}\n`;
    expect(check(report, exitCode)).toEqual({ ...NOTHING, status, stderr });
  });

  function notAvailable(reason: string): string {
    return `not available (${reason}).`;
  }
});

describe("the project's own installations", () => {
  const files = [".ci", ".github/workflows", "scripts"]
    .flatMap((folder) => filesBelow(path.join(PROJECT, folder)))
    .map((file) => ({ name: path.relative(PROJECT, file), text: readFileSync(file, "utf8") }));

  test("in workflows and shell scripts use the lockfile and no install scripts", () => {
    const commands = files
      .filter(({ name }) => !name.endsWith(".mjs"))
      .flatMap(({ text }) => text.match(/\b(npx|npm (ci|i|install|add|update|exec)\b).*/g) ?? []);
    expect(new Set(commands)).toEqual(new Set(["npm ci --ignore-scripts"]));
  });

  test("in Node scripts use no install scripts", () => {
    const installing = files.filter(({ name, text }) => name.endsWith(".mjs") && /\["(ci|install)",/.test(text));
    expect(installing.map(({ name }) => name).sort()).toEqual(["scripts/shared/ensure.mjs", "scripts/test/matrix.mjs"]);
    for (const { text } of installing) expect(text).toContain('"--ignore-scripts"');
  });
});
