import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Folders where Debian keeps servers, which are not on everybody's PATH. */
const SERVER_FOLDERS = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
/** Debian has the versions of PostgreSQL side by side here, each with its own `bin`. */
const POSTGRES_VERSIONS = "/usr/lib/postgresql";

/**
 * Where a program of the system is that tests need: what the environment variable of its name says (`CHROMIUM`,
 * `NAMED_CHECKZONE`), or the first of these commands that exists. Undefined where there is none, for `describeWith` to skip on.
 * @param isComplete whether a program has what the tests use of it, where a system may have it in parts
 * @throws Error where there is none in CI, in which nothing may be skipped.
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

/** Tests that need a tool of the system. Without it they are listed as skipped. */
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
