import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import packageJson from "../../package.json";
import { startEmulator } from "../../emulator/index";
import type { Emulator } from "../../emulator/index";
import { cleanEnvironment, cliFolder, repository } from "../support/engine-cli";
import { temporaryFolder } from "../support/temporary-folder";

// What depends on the system, with nothing but Node, Go, tar and the Pulumi CLI.

const run = promisify(execFile);
const { version } = packageJson;
const SYSTEM = process.platform === "win32" ? "windows" : process.platform;
const ARCHIVE = `pulumi-resource-compute-v${version}-${SYSTEM}-${process.arch.replace("x64", "amd64")}.tar.gz`;
const ZONE = 'domain = "smoke.example"\ntype = "master"\nsoaEmail = "a@example.com"\n';

let release: string;
let emulator: Emulator | undefined;

beforeAll(async () => {
  release = temporaryFolder();
  const script = path.join(repository, "scripts", "release", "artifacts.mjs");
  await run(process.execPath, [script, "--without-sdks", release], { cwd: repository, env: cleanEnvironment() });
  emulator = await startEmulator();
}, 120_000);

afterAll(() => emulator?.close());

/** A home with the plugin of the release's archive, and the environment of a Pulumi command that uses only it. */
function aHome() {
  const home = temporaryFolder();
  const folders = { state: path.join(home, "state"), app: path.join(home, "app") };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const { COMPUTE_JOURNAL: _, XDG_STATE_HOME: __, ...base } = cleanEnvironment();
  const env = {
    ...base,
    PULUMI_HOME: path.join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${folders.state.replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "smoke",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    HOME: home,
    USERPROFILE: home,
    LOCALAPPDATA: folders.app,
    COMPUTE_URL: emulator?.url,
    COMPUTE_TOKEN: emulator?.token,
  };
  const pulumi = async (...args: string[]): Promise<string> => {
    const command = path.join(cliFolder(), "pulumi");
    return (await run(command, [...args, "--non-interactive", "--color", "never"], { cwd: home, env })).stdout;
  };
  return { home, ...folders, pulumi };
}

/** The directory for application state on this system. */
function stateDirectory({ home, app }: { readonly home: string; readonly app: string }): string {
  if (process.platform === "win32") return app;
  const below = process.platform === "darwin" ? ["Library", "Application Support"] : [".local", "state"];
  return path.join(home, ...below);
}

test("the release's archive of this system installs, and its launcher starts for `pulumi do`, with a journal in its place", async () => {
  const { pulumi, ...folders } = aHome();
  await pulumi("plugin", "install", "resource", "compute", version, "--file", path.join(release, ARCHIVE));
  writeFileSync(path.join(folders.home, "zone.pp"), ZONE);
  const input = ["--input", "pcl", "--input-file", "zone.pp"];
  await pulumi("do", "compute:index:Domain", "create", ...input, "--stateless", "--yes");
  const listed = JSON.parse(await pulumi("do", "compute:index:Domain", "list")) as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(["smoke.example"]);
  const journals = readdirSync(path.join(stateDirectory(folders), "pulumi-compute", "journal"));
  expect(journals).toContainEqual(expect.stringMatching(/^default-dev-[0-9a-f]{12}$/));
}, 120_000);

/** Starts the emulator's command with a data file, until it listens or ends. */
async function emulatorWith(data: string) {
  const main = path.join(repository, "dist", "cli", "main.js");
  const child = spawn(process.execPath, [main, "emulator", "--port", "0", "--data", data], { env: cleanEnvironment() });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  const url = await new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const [, address] = /^listening on (\S+)/m.exec(output) ?? [];
        if (address !== undefined) resolve(address);
      });
    void ended.then(() => resolve(undefined));
  });
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  return { url, kill, output: () => output };
}

test("the emulator's data file is locked while it runs, and survives a kill", async () => {
  const data = path.join(temporaryFolder(), "data.jsonl");
  const one = await emulatorWith(data);
  const authorization = { authorization: "Bearer emulator-token", "content-type": "application/json" };
  const body = JSON.stringify({ domain: "kept.example", type: "master", soa_email: "a@example.com" });
  await fetch(`${one.url}/domains`, { method: "POST", headers: authorization, body });
  const other = await emulatorWith(data);
  expect(other.output()).toContain("is in use by another emulator");
  await one.kill();
  expect(existsSync(`${data}.lock`)).toBe(true);
  const next = await emulatorWith(data);
  const found = (await (await fetch(`${next.url}/domains`, { headers: authorization })).json()) as { data: object[] };
  await next.kill();
  expect(found.data).toMatchObject([{ domain: "kept.example" }]);
  expect(readFileSync(data, "utf8")).toContain("kept.example");
}, 60_000);
