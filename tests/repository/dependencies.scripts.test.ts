import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "../support/files-below";
import { temporaryFolder } from "../support/temporary-folder";

const PROJECT = path.resolve(__dirname, "..", "..");

const SCRIPT = path.join("scripts", "release", "check-dependencies.mjs");

function run(args: readonly string[] = [], folder = PROJECT, env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, SCRIPT), ...args], options);
  return { status, stderr };
}

describe("the check of the lockfile", () => {
  const SOUND = { version: "1.0.0", integrity: "sha512-AAAA", license: "MIT" };

  function check(packages: Readonly<Record<string, object>>, scripts: Readonly<Record<string, string>> = {}) {
    const folder = temporaryFolder({
      "package.json": JSON.stringify({ scripts: { build: "tsc", ...scripts } }),
      "package-lock.json": JSON.stringify({ packages: { "": { version: "0.1.0" }, ...packages } }),
    });
    cpSync(path.join(PROJECT, "scripts"), path.join(folder, "scripts"), { recursive: true });
    return run([], folder);
  }

  test("accepts the project's own", () => {
    expect(run()).toEqual({ status: 0, stderr: "" });
  });

  test("accepts development dependencies with any license and with install scripts, which nothing runs", () => {
    const dev = { ...SOUND, dev: true, license: "SEE LICENSE IN LICENSE", hasInstallScript: true };
    const link = { resolved: "", link: true };
    expect(check({ "node_modules/dev": dev, "node_modules/link": link })).toEqual({ status: 0, stderr: "" });
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
    return run(["--vulnerabilities"], PROJECT, { npm_execpath: path.join(folder, "npm-cli.js") });
  }

  const both = (said: string) => `npm audit --omit=dev: ${said}\nnpm audit signatures: ${said}\n`;

  test("passes if there are none", () => {
    expect(check({ vulnerabilities: {} }, 0)).toEqual({ status: 0, stderr: both("no problems.") });
  });

  test("fails with npm's report if there are some", () => {
    const { status, stderr } = check({ vulnerabilities: { axios: {} } }, 1);
    expect([status, stderr]).toEqual([1, both("failed.\naxios has a hole")]);
  });

  test("fails if npm fails without saying why", () => {
    expect(check("", 1).status).toBe(1);
  });

  test.each([
    ["does not offer them", { message: "405 Method Not Allowed", statusCode: 405, error: { summary: "" } }, "405"],
    ["is not reachable", { error: { code: "ENOTFOUND", summary: "request failed" } }, "ENOTFOUND"],
    ["has no signatures", { error: { summary: "found no dependencies to audit" } }, "found no dependencies to audit"],
  ])("prints a notice if the registry %s", (_what, report, reason) => {
    expect(check(report, 1)).toEqual({ status: 0, stderr: both(`not available (${reason}).`) });
  });
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
