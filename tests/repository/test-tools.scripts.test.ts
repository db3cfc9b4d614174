import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

const SCRIPT = path.resolve(__dirname, "../../scripts/install-test-tools.sh");

const PRESENT = [...["chromium", "named", "openssl", "postgres", "python3", "jq", "shellcheck", "actionlint"]];

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

const without = (...names: readonly string[]): string[] => PRESENT.filter((name) => !names.includes(name));

/** None of them fails: the tests that need a missing program are skipped. */
test.each<[string, Machine, { said: string | RegExp; calls: string | RegExp }]>([
  ["does and prints nothing if nothing is missing", { commands: PRESENT }, { said: "", calls: "" }],
  [
    "installs what is missing, without printing apt's output",
    { commands: without("chromium") },
    {
      said: /^Installing programs for tests: chromium \.\.\.\n$/,
      calls: /^update .*\ninstall .*--no-install-recommends chromium\n$/,
    },
  ],
  [
    "installs what Debian lacks with Go, in a pinned version",
    { commands: without("actionlint"), go: "exit 0" },
    {
      said: /Installing programs for tests: github\.com\/rhysd\/actionlint/,
      calls: "go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12\n",
    },
  ],
  [
    "prints what is missing without Go",
    { commands: without("actionlint") },
    { said: /Not installed \(requires root and Go\): actionlint\./, calls: "" },
  ],
  [
    "prints what is missing without root",
    { commands: without("chromium"), user: 1000 },
    { said: /chromium/, calls: "" },
  ],
  [
    "prints apt's output when it fails",
    { commands: without("chromium"), aptFails: true },
    { said: /from apt\nCould not install: chromium\./, calls: /^update/ },
  ],
])("the installation of what tests use %s", (_, machine, { said, calls }) => {
  const matching = (wanted: string | RegExp) => (typeof wanted === "string" ? wanted : expect.stringMatching(wanted));
  expect(install(machine)).toEqual({ status: 0, said: matching(said), calls: matching(calls) });
});
