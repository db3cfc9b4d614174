import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { errorsIn, PREVIEW } from "./preview";

/** The Pulumi CLI, run in a project directory. */
export interface PulumiCli {
  /** Output of `pulumi stack export` for a stack, by default the selected one, with secrets in plain text by default. */
  exportStack(stack: string | undefined, options?: { readonly showsSecrets: boolean }): Promise<string>;
  /** Output of `pulumi preview --json` for a stack, by default the selected one, with unchanged resources and all steps, without secrets. */
  preview(stack: string | undefined): Promise<string>;
  /** Replaces the state of a stack, by default the selected one. */
  importStack(stack: string | undefined, text: string): Promise<void>;
  /** Config of a stack, by default the selected one, with secrets in plain text. */
  config(stack: string | undefined): Promise<Readonly<Record<string, string>>>;
  /** Names of all stacks in the backend, of all projects. */
  stacks(): Promise<readonly string[]>;
  /**
   * Whether a command is updating the stack, or was killed while it did. Known only for a backend of files.
   * @param stack `organization/project/stack`
   */
  isLocked(stack: string): Promise<boolean>;
}

const MAX_BYTES = 1024 ** 3;

/** How to run a command of the Pulumi CLI. */
export interface PulumiCommand {
  readonly directory: string;
  /** What the user can do without the CLI. */
  readonly otherwise?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** What the command reads from stdin. */
  readonly input?: string | undefined;
}

/**
 * Runs a command of the Pulumi CLI and returns what it printed.
 * @throws Error with what it printed to stderr if it fails
 */
export function pulumi(
  args: readonly string[],
  { directory, environment, otherwise = "", input }: PulumiCommand,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const quiet = { PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "false" };
    const env = { ...(environment ?? environmentOf(args)), ...quiet };
    const options = { cwd: directory, maxBuffer: MAX_BYTES, env };
    const child = execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
      // A preview in JSON has its errors in stdout.
      const reason = stderr.trim() || errorsIn(stdout);
      if (error) reject(new Error(messageFor({ args, directory, otherwise }, error, reason)));
      else resolve(stdout);
    });
    // A command that exits without reading it reports the reason itself.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
}

/** Only a command that runs the program gets the account's token. */
function environmentOf(args: readonly string[]): NodeJS.ProcessEnv {
  const { COMPUTE_TOKEN: _token, ...rest } = process.env;
  return args.includes("preview") ? process.env : rest;
}

/** @param otherwise what the user can do without the CLI */
export function pulumiIn(directory: string, otherwise = ""): PulumiCli {
  const run = (...args: readonly string[]): Promise<string> => runWith(undefined, ...args);
  const runWith = (input: string | undefined, ...args: readonly string[]): Promise<string> =>
    pulumi(args, { directory, otherwise, input });
  return {
    exportStack: (stack, { showsSecrets } = { showsSecrets: true }) =>
      run(
        "stack",
        "export",
        ...(showsSecrets ? ["--show-secrets"] : []),
        ...(stack === undefined ? [] : ["--stack", stack]),
      ),
    preview: (stack) => run(...PREVIEW, ...(stack === undefined ? [] : ["--stack", stack])),
    importStack: async (stack, text) => {
      await runWith(text, "stack", "import", ...(stack === undefined ? [] : ["--stack", stack]));
    },
    config: async (stack) => {
      const text = await run("config", "--json", "--show-secrets", ...(stack === undefined ? [] : ["--stack", stack]));
      const values = JSON.parse(text) as Readonly<Record<string, { readonly value?: string }>>;
      return Object.fromEntries(
        Object.entries(values).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])),
      );
    },
    stacks: async () => {
      const listed = JSON.parse(await run("stack", "ls", "--all", "--json")) as readonly { readonly name: string }[];
      return listed.map(({ name }) => name);
    },
    isLocked: async (stack) => {
      const { url = "" } = JSON.parse(await run("whoami", "--json")) as { readonly url?: string };
      const [, files] = /^file:\/\/([^?]+)/.exec(url) ?? [];
      if (files === undefined) return false;
      const locks = path.resolve(directory, files.replace(/^~/, os.homedir()), ".pulumi", "locks", stack);
      return existsSync(locks) && readdirSync(locks).length > 0;
    },
  };
}

function messageFor(
  { args, directory, otherwise }: { args: readonly string[]; directory: string; otherwise: string },
  error: Error,
  reason: string,
): string {
  const command = `pulumi ${args.join(" ")}`;
  if ("code" in error && error.code === "ENOENT") {
    if (!existsSync(directory)) return `--cwd: directory ${directory} does not exist.`;
    return `Cannot run \`${command}\`: no \`pulumi\` on PATH. Install the Pulumi CLI${otherwise}.`;
  }
  return `\`${command}\` failed: ${reason || error.message}`;
}
