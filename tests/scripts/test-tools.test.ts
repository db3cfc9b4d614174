import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

const SCRIPT = path.resolve(__dirname, "../../scripts/install-test-tools.sh");

const PRESENT = ["chromium", "named", "named-checkzone", "openssl", "postgres", "python3"];

/** Runs the installer where only these commands exist, each of which does nothing but to note its arguments. */
function install({ commands, user = 0, aptFails = false }: { commands: string[]; user?: number; aptFails?: boolean }) {
  const folder = temporaryFolder();
  const bin = temporaryFolder({
    ...Object.fromEntries(commands.map((name) => [name, "#!/bin/sh\nexit 0\n"])),
    id: `#!/bin/sh\necho ${user}\n`,
    "apt-get": `#!/bin/sh\necho "$@" >> ${folder}/calls\necho "from apt"\n${aptFails ? "exit 100" : ""}\n`,
  });
  for (const name of [...commands, "id", "apt-get"]) chmodSync(path.join(bin, name), 0o755);
  const { status, stdout, stderr } = spawnSync("/bin/bash", [SCRIPT], { env: { PATH: bin }, encoding: "utf8" });
  const calls = existsSync(`${folder}/calls`) ? readFileSync(`${folder}/calls`, "utf8") : "";
  return { status, said: stdout + stderr, calls };
}

describe("the installation of what tests use", () => {
  test("does and says nothing where nothing is missing", () => {
    expect(install({ commands: PRESENT })).toEqual({ status: 0, said: "", calls: "" });
  });

  test("installs what is missing, and keeps apt's output to itself", () => {
    const { status, said, calls } = install({ commands: PRESENT.filter((name) => name !== "chromium") });
    expect(status).toBe(0);
    expect(calls).toMatch(/^update .*\ninstall .*--no-install-recommends chromium\n$/);
    expect(said).toBe("Installing what tests use: chromium ...\n");
  });

  test("takes another browser of the same kind for it", () => {
    expect(install({ commands: ["google-chrome", ...PRESENT.slice(1)] }).calls).toBe("");
  });

  test("without root says what is missing, and does not fail", () => {
    const { status, said, calls } = install({ commands: PRESENT.slice(1), user: 1000 });
    expect([status, calls]).toEqual([0, ""]);
    expect(said).toContain("chromium");
  });

  test("shows what apt said when it failed, and does not fail itself", () => {
    const { status, said } = install({ commands: PRESENT.slice(1), aptFails: true });
    expect(status).toBe(0);
    expect(said).toContain("from apt\nCould not install: chromium.");
  });
});
