import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Emulator } from "../../emulator/index";
import { start } from "./support/client";
import { message, soa, startScripted } from "./support/name-server";
import { describeWith, findPython } from "../support/system-tool";
import { BRAND, DOCUMENTED, documentedOperations } from "./support/other-clients/operations";

const SCRIPTS = path.join(__dirname, "support", "other-clients", "python");

/** Ignored by git (see scripts/shared/paths.mjs). */
const LOCAL_FOLDER = path.join(__dirname, "..", "..", ".pulumi-local");

/** The scripts' shared module, and what runs them. */
const OTHERS = ["support.py", "run.py"];

/** The names of the scripts, without extension. */
const SCRIPT_NAMES: readonly string[] = readdirSync(SCRIPTS)
  .filter((name) => name.endsWith(".py") && !OTHERS.includes(name))
  .map((name) => path.basename(name, ".py"))
  .sort();

const run = promisify(execFile);

/**
 * An interpreter with the scripts' dependencies. It is created once, and again when the requirements or Python change.
 * @throws Error with pip's output
 */
async function prepareInterpreter(python: string): Promise<string> {
  const requirements = path.join(SCRIPTS, "requirements.txt");
  const { stdout: version } = await run(python, ["--version"]);
  const key = createHash("sha256").update(readFileSync(requirements)).update(version).digest("hex").slice(0, 12);
  const folder = path.join(LOCAL_FOLDER, `python-${key}`);
  const interpreter = path.join(folder, "bin", "python");
  if (existsSync(interpreter)) return interpreter;
  // Another test run may do the same: each creates its own folder, and the first complete one is used.
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

/** The names of the checks in a script, in order. */
function checksIn(script: string): string[] {
  const text = readFileSync(path.join(SCRIPTS, `${script}.py`), "utf8");
  return [...text.matchAll(/^@check\ndef (\w+)/gm)].map(([, name = ""]) => `${script}.${name}`);
}

/**
 * Runs scripts, each with its own environment, and returns the names of the checks that passed: all of them, or it fails.
 * @throws Error with the scripts' output
 */
async function runScripts(
  interpreter: string,
  environments: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<string[]> {
  const direct = { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" };
  const options = { cwd: SCRIPTS, env: { ...process.env, ...direct } };
  const { stdout } = await run(interpreter, ["-B", "run.py", JSON.stringify(environments)], options);
  return stdout.split("\n").filter(Boolean);
}

const TOKEN = "token-of-the-client";

/** A real clock, because the client waits in real time. */
const FAST = { clock: "real", provisionMs: 50 } as const;

const ZONE = "imported.example.org";

/** The address of a name server that allows anyone to transfer its zone. */
async function startNameServer(): Promise<string> {
  const host = { type: "A", name: `www.${ZONE}`, ttl: 300, data: "192.0.2.1" } as const;
  const answers = [soa(ZONE), host, soa(ZONE)];
  return (await startScripted((socket, id) => socket.end(message(id, answers)))).address;
}

/** The paths of the scripts. The client does not support MongoDB. */
const SCRIPTED = / \/(compute|regions|images|domains|databases\/(engines|types|instances|mysql))\b/;

describeWith(findPython(), "linode_api4", (python) => {
  test("passes every check of every script, and reaches all documented operations of instances, images, domains and MySQL databases", async () => {
    const emulators: Emulator[] = [];
    const environments: Record<string, Record<string, string>> = {};
    for (const script of SCRIPT_NAMES) {
      const { emulator } = await start({ ...FAST, brand: BRAND, token: TOKEN });
      emulators.push(emulator);
      const NAME_SERVER = await startNameServer();
      environments[script] = { EMULATOR_URL: emulator.url, EMULATOR_TOKEN: TOKEN, NAME_SERVER };
    }
    const checks = SCRIPT_NAMES.map(checksIn);
    expect(checks).not.toContainEqual([]);
    expect(await runScripts(await prepareInterpreter(python), environments)).toEqual(checks.flat());

    const reached = documentedOperations(emulators.flatMap((emulator) => emulator.requests().log));
    expect(reached.filter((operation) => SCRIPTED.test(operation))).toEqual(
      DOCUMENTED.filter((operation) => SCRIPTED.test(operation)),
    );
  });
});
