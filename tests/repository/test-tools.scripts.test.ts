import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

const SCRIPT = path.resolve(__dirname, "../../scripts/install-test-tools.sh");

const PRESENT = [
  "chromium",
  "named",
  "named-checkzone",
  "openssl",
  "postgres",
  "python3",
  "jq",
  "shellcheck",
  "actionlint",
];

interface Machine {
  readonly commands: readonly string[];
  readonly user?: number;
  readonly aptFails?: boolean;
  /** What its Go does, if it has one. */
  readonly go?: string | undefined;
}

/** Runs the installer where only these commands exist; each of them only records its arguments. */
function install({ commands, user = 0, aptFails = false, go }: Machine) {
  const folder = temporaryFolder();
  const bin = temporaryFolder({
    ...Object.fromEntries(commands.map((name) => [name, "#!/bin/sh\nexit 0\n"])),
    id: `#!/bin/sh\necho ${user}\n`,
    "apt-get": `#!/bin/sh\necho "$@" >> ${folder}/calls\necho "from apt"\n${aptFails ? "exit 100" : ""}\n`,
  });
  if (go !== undefined) writeFileSync(path.join(bin, "go"), `#!/bin/sh\necho go "$@" >> ${folder}/calls\n${go}\n`);
  for (const name of [...commands, "id", "apt-get", ...(go === undefined ? [] : ["go"])])
    chmodSync(path.join(bin, name), 0o755);
  const { status, stdout, stderr } = spawnSync("/bin/bash", [SCRIPT], { env: { PATH: bin }, encoding: "utf8" });
  const calls = existsSync(`${folder}/calls`) ? readFileSync(`${folder}/calls`, "utf8") : "";
  return { status, said: stdout + stderr, calls };
}

describe("the installation of what tests use", () => {
  test("does and prints nothing if nothing is missing", () => {
    expect(install({ commands: PRESENT })).toEqual({ status: 0, said: "", calls: "" });
  });

  test("installs what is missing, without printing apt's output", () => {
    const { status, said, calls } = install({ commands: PRESENT.filter((name) => name !== "chromium") });
    expect(status).toBe(0);
    expect(calls).toMatch(/^update .*\ninstall .*--no-install-recommends chromium\n$/);
    expect(said).toBe("Installing programs for tests: chromium ...\n");
  });

  test("accepts another Chromium-based browser", () => {
    expect(install({ commands: ["google-chrome", ...PRESENT.slice(1)] }).calls).toBe("");
  });

  test("installs what Debian lacks with Go, in a pinned version", () => {
    const { status, said, calls } = install({
      commands: PRESENT.filter((name) => name !== "actionlint"),
      go: "exit 0",
    });
    expect([status, calls]).toEqual([0, "go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12\n"]);
    expect(said).toContain("Installing programs for tests: github.com/rhysd/actionlint");
  });

  test.each([
    ["without Go", undefined, "Not installed (requires root and Go): actionlint."],
    ["when Go fails", "echo from go; exit 1", "from go\nCould not install: actionlint."],
  ])("does not fail %s, and prints a message", (_when, go, message) => {
    const { status, said } = install({ commands: PRESENT.filter((name) => name !== "actionlint"), go });
    expect(status).toBe(0);
    expect(said).toContain(message);
  });

  test("without root prints what is missing, and does not fail", () => {
    const { status, said, calls } = install({ commands: PRESENT.slice(1), user: 1000 });
    expect([status, calls]).toEqual([0, ""]);
    expect(said).toContain("chromium");
  });

  test("prints apt's output when it fails, and does not fail itself", () => {
    const { status, said } = install({ commands: PRESENT.slice(1), aptFails: true });
    expect(status).toBe(0);
    expect(said).toContain("from apt\nCould not install: chromium.");
  });
});
