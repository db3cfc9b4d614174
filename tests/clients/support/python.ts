import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { systemTool } from "../../support/system-tool";

const SCRIPTS = path.join(__dirname, "..", "python");

/** Ignored by git (see scripts/shared/paths.mjs). */
const LOCAL_FOLDER = path.join(__dirname, "..", "..", "..", ".pulumi-local");

/** What the scripts share is not one of them. */
const SHARED = "support.py";

/** The scripts, by name without the ending. */
export const SCRIPT_NAMES: readonly string[] = readdirSync(SCRIPTS)
  .filter((name) => name.endsWith(".py") && name !== SHARED)
  .map((name) => path.basename(name, ".py"))
  .sort();

const run = promisify(execFile);

/** Python with what makes environments of their own, which Debian has in another package. */
export function findPython(): string | undefined {
  const canInstall = (file: string) => spawnSync(file, ["-c", "import ensurepip, venv"]).status === 0;
  return systemTool("python3", ["python3"], canInstall);
}

/**
 * An interpreter that has what the scripts import. It is made once, and again when the requirements or Python change.
 * @throws Error with what pip said
 */
export async function prepareInterpreter(python: string): Promise<string> {
  const requirements = path.join(SCRIPTS, "requirements.txt");
  const { stdout: version } = await run(python, ["--version"]);
  const key = createHash("sha256").update(readFileSync(requirements)).update(version).digest("hex").slice(0, 12);
  const folder = path.join(LOCAL_FOLDER, `python-${key}`);
  const interpreter = path.join(folder, "bin", "python");
  if (existsSync(interpreter)) return interpreter;
  // Another run may be doing the same: each makes its own, and the first that is complete takes the place.
  const own = `${folder}.${process.pid}`;
  mkdirSync(LOCAL_FOLDER, { recursive: true });
  try {
    await run(python, ["-m", "venv", own]);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements];
    await run(path.join(own, "bin", "python"), pip);
    if (!existsSync(interpreter)) renameSync(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  return interpreter;
}

/** Names of the checks in a script, as they stand there. */
export function checksIn(script: string): string[] {
  const text = readFileSync(path.join(SCRIPTS, `${script}.py`), "utf8");
  return [...text.matchAll(/^@check\ndef (\w+)/gm)].map(([, name = ""]) => name);
}

/**
 * Runs a script, and returns the names of the checks that have passed: all, or it fails.
 * @throws Error with what the script wrote
 */
export async function runScript(
  interpreter: string,
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const direct = { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" };
  const options = { cwd: SCRIPTS, env: { ...process.env, ...direct, ...env } };
  const { stdout } = await run(interpreter, ["-B", `${script}.py`], options);
  return stdout.split("\n").filter(Boolean);
}
