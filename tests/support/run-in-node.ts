import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const scriptsFolder = pathToFileURL(path.resolve(__dirname, "../../scripts") + path.sep).href;

/**
 * Runs the body of an async function in a separate Node process, as the scripts run, and returns its result and its stderr. In the
 * body, `load("name")` imports `scripts/name.mjs` and `input` is the given value.
 */
export async function runInNode<T>(body: string, input: unknown = {}, env: NodeJS.ProcessEnv = {}) {
  const program = `
    const load = (name) => import(${JSON.stringify(scriptsFolder)} + name + ".mjs");
    const input = ${JSON.stringify(input)};
    const result = await (async () => { ${body} })();
    process.stdout.write(JSON.stringify(result ?? null));
  `;
  const options = { env: { ...process.env, ...env } };
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "--eval", program], options);
  return { value: JSON.parse(stdout) as T, said: stderr.split("\n").filter(Boolean) };
}
