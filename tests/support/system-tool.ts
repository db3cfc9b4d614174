import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Folders where Debian installs servers, which are not on every user's PATH. */
const SERVER_FOLDERS = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
/** Debian installs the versions of PostgreSQL side by side here, each with its own `bin`. */
const POSTGRES_VERSIONS = "/usr/lib/postgresql";

/**
 * The path of a system program that tests need: the environment variable of its name (`CHROMIUM`, `NAMED_CHECKZONE`), or the first
 * of these commands that exists. Undefined if there is none, so that `describeWith` skips the tests.
 * @param isComplete whether a program has the features that the tests use, if a system may lack some of them
 * @throws Error if there is none in CI, where nothing may be skipped.
 */
export function systemTool(
  name: string,
  commands: readonly string[] = [name],
  isComplete: (file: string) => boolean = () => true,
): string | undefined {
  const variable = name.toUpperCase().replaceAll("-", "_");
  const given = process.env[variable];
  if (given !== undefined && given !== "") return given;
  const found = commands.flatMap(candidates).find((file) => existsSync(file) && isComplete(file));
  if (found !== undefined) return found;
  const message = `${commands.join(" or ")} is not installed, or not as a whole: see scripts/install-test-tools.sh, or set ${variable} to its path`;
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`Tests are skipped. ${message}.\n`);
  return undefined;
}

/** Python with support for virtual environments, which Debian ships in another package. */
export function findPython(): string | undefined {
  const canInstall = (file: string) => spawnSync(file, ["-c", "import ensurepip, venv"]).status === 0;
  return systemTool("python3", ["python3"], canInstall);
}

/** Tests that need a system tool. Without it they are reported as skipped. */
export function describeWith(tool: string | undefined, name: string, tests: (tool: string) => void): void {
  if (tool === undefined) describe.skip(name, () => tests(""));
  else describe(name, () => tests(tool));
}

function candidates(command: string): string[] {
  const onPath = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const folders = [...onPath, ...SERVER_FOLDERS, ...postgresFolders()];
  return folders.map((folder) => path.join(folder, command));
}

/** The newest version first. */
function postgresFolders(): string[] {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(POSTGRES_VERSIONS, version, "bin"));
}
