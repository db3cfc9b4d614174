import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isObject } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { parseExport, placeIn } from "../../provider/shared/exported-state";
import { pulumi, pulumiIn } from "../state/pulumi";
import { readYaml } from "../state/yaml";
import { listenToEvents } from "./engine-events";
import type { EngineRun } from "./engine-events";
import { makeFolder } from "./folder";
import { explained, guardPlugins } from "./guard";
import { recordPluginCalls } from "./plugin-calls";
import type { PluginCalls } from "./plugin-calls";
import { startGroup } from "./processes";
import type { Substitution } from "./stand-ins";

/** A stack as it is in its own backend, with its secrets in plain text. */
export interface OriginalStack {
  /** The project's directory. */
  readonly directory: string;
  /** Name without its organization and project. */
  readonly name: string;
  /** Output of `pulumi stack export --show-secrets`. */
  readonly state: string;
  readonly config: Readonly<Record<string, ConfigValue>>;
  /** The secret texts inside objects and arrays of the config, by their path. */
  readonly secretTexts: ReadonlyMap<string, string>;
}

/** A value of the stack config, as `pulumi config --json` prints it. */
interface ConfigValue {
  readonly value?: string;
  readonly objectValue?: unknown;
  readonly secret?: boolean;
}

/** Reads a stack, by default the selected one. */
export async function readOriginal(directory: string, stack: string | undefined): Promise<OriginalStack> {
  const own = stack === undefined ? [] : ["--stack", stack];
  const run = (...args: readonly string[]): Promise<string> => pulumi([...args, ...own], { directory });
  const full = stack ?? (await run("stack", "--show-name"));
  const state = await pulumiIn(directory).exportStack(stack);
  const config = JSON.parse(await run("config", "--json", "--show-secrets")) as OriginalStack["config"];
  const secretTexts = new Map<string, string>();
  const structured = Object.entries(config).filter(([, { secret }]) => secret === true);
  for (const [at, text] of structured.flatMap(([key, { objectValue }]) => textsOf(objectValue, key))) {
    // Without a path, the CLI says only whether there is a secret in it. To mask all texts would spoil messages.
    const { secret } = JSON.parse(await run("config", "get", "--json", "--path", at)) as ConfigValue;
    if (secret === true) secretTexts.set(at, text);
  }
  return { directory, name: full.trim().split("/").at(-1) ?? full, state, config, secretTexts };
}

/** A copy of the stack in a temporary backend, in which the project's commands run. */
export interface Stage {
  /** Runs a command on the copy. A command that fails is a result, too. */
  run(command: readonly string[], options?: RunOptions): Promise<StageRun>;
  /** Runs a command, and notes what it asks of the plugins. */
  record(command: readonly string[], options?: RunOptions): Promise<RecordedRun>;
  /** Discards the lock of a killed command. */
  unlock(): Promise<void>;
  /** Output of `pulumi stack export --show-secrets`. */
  exportState(): Promise<string>;
  close(): void;
}

interface RunOptions {
  /** Kills the command, with all of its processes. */
  readonly signal?: AbortSignal;
  /** What a preview asked of the plugins: for other packages, nothing else is passed on. */
  readonly previewed?: ReadonlyMap<string, PluginCalls>;
}

export interface StageRun extends EngineRun {
  readonly succeeds: boolean;
}

export interface RecordedRun extends StageRun {
  readonly previewed: ReadonlyMap<string, PluginCalls>;
}

/** What leads to the copies of the accounts instead of to these. */
export interface Redirection {
  readonly substitution: Substitution;
  readonly environment: NodeJS.ProcessEnv;
}

/** The project file, by any of its names. */
const PROJECT_FILE = /^Pulumi\.(yaml|yml|json)$/;

/**
 * Copies a stack. Its secrets are encrypted with a passphrase that only this process and its commands know, and never stored in plain
 * text; it has made-up tokens. The stack, its config file and its journal are not touched: the copy has its own.
 */
export async function openStage(
  { directory, name, state, config, secretTexts }: OriginalStack,
  { substitution, environment: redirected }: Redirection,
): Promise<Stage> {
  const { path: folder, remove: close } = await makeFolder();
  try {
    const parts = ["backend", "project", "tmp"].map((part) => path.join(folder, part));
    for (const part of parts) mkdirSync(part);
    const [backend, settings, TMPDIR] = parts as [string, string, string];
    const project = projectFolder(directory);
    let program = project;
    for (const file of readdirSync(project).filter((one) => PROJECT_FILE.test(one))) {
      const copy = projectIn(path.join(project, file));
      writeFileSync(path.join(settings, file), JSON.stringify(copy));
      program = statSync(copy.main, { throwIfNoEntry: false })?.isDirectory() ? copy.main : path.dirname(copy.main);
    }
    const environment = { ...stageEnvironment(folder, backend, redirected), TMPDIR };
    const inSettings = (args: readonly string[], input?: string): Promise<string> =>
      pulumi(args, { directory: settings, environment, input });
    await inSettings(["stack", "init", name, "--no-select"]);
    const settingsFile = settingsFileIn(settings);
    const copied = substitution.value(config) as OriginalStack["config"];
    const texts = new Map([...secretTexts].map(([at, text]) => [at, substitution.text(text)]));
    const set = (args: readonly string[], value: string) => inSettings([...args, "--stack", name], value);
    await writeConfig({ config: copied, secretTexts: texts }, { settingsFile, set });
    const { deployment } = JSON.parse(await inSettings(["stack", "export", "--stack", name])) as Deployment;
    const { secrets_providers } = deployment;
    const given = substitution.value(JSON.parse(state)) as Deployment;
    const text = JSON.stringify({ ...given, deployment: { ...given.deployment, secrets_providers } });
    await inSettings(["stack", "import", "--stack", name], text);
    const start = async (
      command: readonly string[],
      { cwd, more }: { readonly cwd: string; readonly more: NodeJS.ProcessEnv },
      signal?: AbortSignal,
    ): Promise<StageRun> => {
      const listener = await listenToEvents((event) => substitution.original(event));
      const own = ["--stack", name, "--config-file", settingsFile, "--event-log", listener.address, "--color", "never"];
      const args = [...command, ...own, "--non-interactive"];
      const { code, said } = await runCli(args, { cwd, env: { ...environment, ...more } }, signal);
      const run = listener.end();
      const succeeds = code === 0;
      // A command that fails before the engine starts, such as for a plugin that is missing, has no events.
      const hasReason = succeeds || run.errors.length + run.failed.size > 0;
      if (/unknown flag: --(event-log|config-file)/.test(said))
        throw new Error(`${said.split("\n")[0]}. A rehearsal needs Pulumi CLI 3.206 or later. Nothing was changed.`);
      const reason =
        said ||
        `\`pulumi ${command.join(" ")}\` failed in the rehearsal, with exit code ${code} and no reason. Run it yourself.`;
      return {
        ...run,
        succeeds,
        errors: hasReason ? run.errors : [{ urn: undefined, message: substitution.original(reason) }],
      };
    };
    const asGiven = Object.entries(copied).map(([key, { value, objectValue }]) => [
      key,
      value ?? JSON.stringify(objectValue),
    ]);
    const forPlugins = {
      ...environment,
      ...variablesOf(state),
      PULUMI_CONFIG: JSON.stringify(Object.fromEntries(asGiven)),
    };
    return {
      run: async (command, { signal, previewed } = {}) => {
        if (!previewed) return start(command, { cwd: directory, more: {} }, signal);
        const guard = await guardPlugins({
          folder,
          directory: program,
          environment: forPlugins,
          previewed,
          substitution,
        });
        const kill = (): void => void guard.close("SIGKILL");
        signal?.addEventListener("abort", kill);
        try {
          // The project file there declares no plugin.
          const run = await start(command, { cwd: settings, more: guard.environment }, signal);
          return { ...run, errors: run.errors.map((error) => ({ ...error, message: explained(error.message) })) };
        } finally {
          signal?.removeEventListener("abort", kill);
          await guard.close();
        }
      },
      record: async (command, { signal } = {}) => {
        const recorder = recordPluginCalls(folder);
        const run = await start(command, { cwd: directory, more: recorder.environment }, signal).finally(() =>
          recorder.end(),
        );
        return { ...run, previewed: await recorder.end() };
      },
      unlock: async () => {
        removeUnfinished(backend);
        await inSettings(["cancel", "--yes", "--stack", name]);
      },
      exportState: () => inSettings(["stack", "export", "--show-secrets", "--stack", name]),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Runs the CLI with all processes that it starts. */
async function runCli(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  signal?: AbortSignal,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const { child, ended, kill } = startGroup(["pulumi", ...args], { ...options, stdio: ["ignore", "pipe"] });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  const abort = (): void => kill();
  if (signal?.aborted) kill();
  signal?.addEventListener("abort", abort);
  const code = await ended.finally(() => signal?.removeEventListener("abort", abort));
  return { code, said: said.trim().replace(/^error: /, "") };
}

/** Removes what the CLI was killed at while it wrote it. It replaces states as a whole, but not the attributes of their files. */
function removeUnfinished(backend: string): void {
  const files = readdirSync(backend, { recursive: true, encoding: "utf8" }).map((file) => path.join(backend, file));
  for (const file of files) if (file.endsWith(".attrs") && statSync(file).size === 0) rmSync(file);
}

interface Deployment {
  readonly deployment: { readonly secrets_providers?: unknown };
}

function stageEnvironment(folder: string, backend: string, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PULUMI_CONFIG_PASSPHRASE_FILE: _file, PULUMI_STACK: _stack, ...rest } = given;
  return {
    ...rest,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString("base64url"),
    // Without it, there is no --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
    COMPUTE_JOURNAL: path.join(folder, "journal"),
  };
}

/** What the engine adds to the environment of a plugin. */
function variablesOf(state: string): NodeJS.ProcessEnv {
  const [first] = parseExport(state).resources;
  const { project } = placeIn(first?.urn ?? "");
  return { PULUMI_PROJECT: project, PULUMI_NODEJS_PROJECT: project };
}

/** The directory with the project file: this one, or the nearest above it. */
function projectFolder(directory: string): string {
  const here = path.resolve(directory);
  if (readdirSync(here).some((file) => PROJECT_FILE.test(file))) return here;
  const above = path.dirname(here);
  if (above === here) throw new Error(`No Pulumi.yaml in ${path.resolve(directory)} or above it. Use --cwd DIR.`);
  return projectFolder(above);
}

/** Runtime options that are paths in the project. */
const PATH_OPTIONS = ["virtualenv", "binary"];

/** The project file of the copy: it has the program where it is, no plugin, and no settings files outside of the copy. */
function projectIn(file: string): Values & { readonly main: string } {
  const project = path.dirname(file);
  const given = readYaml(project, readFileSync(file, "utf8")) as Values;
  const {
    plugins: _plugins,
    packages: _packages,
    stackConfigDir: _place,
    config,
    runtime,
    main = ".",
    ...rest
  } = given;
  const { options } = isObject(runtime) ? runtime : {};
  const placed = Object.entries(isObject(options) ? options : {}).map(([name, value]) => [
    name,
    PATH_OPTIONS.includes(name) && typeof value === "string" ? path.resolve(project, value) : value,
  ]);
  return {
    ...rest,
    ...(isObject(config) ? { config } : {}),
    runtime: isObject(runtime) ? { ...runtime, options: Object.fromEntries(placed) as Values } : runtime,
    main: path.resolve(project, String(main)),
  };
}

/** The settings file of the only stack. */
function settingsFileIn(settings: string): string {
  const [file] = readdirSync(settings).filter((one) => /^Pulumi\..+\.(yaml|yml|json)$/.test(one));
  if (file === undefined) throw new Error("`pulumi stack init` wrote no settings file for the copy of the stack.");
  return path.join(settings, file);
}

interface ConfigTarget {
  readonly settingsFile: string;
  /** Runs `pulumi config set` with a value on stdin. */
  readonly set: (args: readonly string[], value: string) => Promise<string>;
}

/** Writes the config. The CLI encrypts the secrets, each of which it reads from stdin. */
async function writeConfig(
  { config, secretTexts }: Pick<OriginalStack, "config" | "secretTexts">,
  { settingsFile, set }: ConfigTarget,
): Promise<void> {
  const entries = Object.entries(config);
  const shown = entries.filter(([, { secret, objectValue }]) => secret !== true || objectValue !== undefined);
  const values = Object.fromEntries(
    shown.map(([key, { value, objectValue = value }]) => [key, withoutTexts(objectValue, key, secretTexts)]),
  );
  // JSON is YAML, too.
  appendFileSync(
    settingsFile,
    `${/\n$/.test(readFileSync(settingsFile, "utf8")) ? "" : "\n"}config: ${JSON.stringify(values)}\n`,
  );
  for (const [key, { value = "", objectValue, secret }] of entries)
    if (secret === true && objectValue === undefined) await set(["config", "set", "--secret", "--raw", key], value);
  for (const [at, text] of secretTexts) await set(["config", "set", "--secret", "--raw", "--path", at], text);
}

/** A value with an empty text at each of these paths. */
function withoutTexts(value: unknown, at: string, texts: ReadonlyMap<string, string>): unknown {
  if (texts.has(at)) return "";
  if (Array.isArray(value)) return value.map((item, index) => withoutTexts(item, `${at}[${index}]`, texts));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, item]) => [name, withoutTexts(item, memberOf(at, name), texts)]);
  return Object.fromEntries(members);
}

/** The texts inside an object or array, as `pulumi config set --path` names them. */
function textsOf(value: unknown, at: string): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[at, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${at}[${index}]`));
  return isObject(value) ? Object.entries(value).flatMap(([name, item]) => textsOf(item, memberOf(at, name))) : [];
}

function memberOf(at: string, name: string): string {
  return `${at}[${JSON.stringify(name)}]`;
}
