import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

const MAX_BYTES = 1024 ** 3;

/** How to run a command of the Pulumi CLI. */
export interface PulumiCommand {
  readonly directory: string;
  /** What the user can do without the CLI. */
  readonly otherwise?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** What the command reads from stdin. */
  readonly input?: string | undefined;
  /** By default, there is no limit. */
  readonly timeoutMs?: number;
  /** Finds the reason of a failure in stdout, if there is none in stderr. */
  readonly reasonIn?: (stdout: string) => string;
}

/**
 * Runs a command of the Pulumi CLI and returns what it printed.
 * @throws Error with what it printed to stderr if it fails
 */
export function runPulumi(
  args: readonly string[],
  { directory, environment, otherwise = "", input, timeoutMs = 0, reasonIn = () => "" }: PulumiCommand,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const quiet = { PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "false" };
    const env = { ...(environment ?? environmentOf(args)), ...quiet };
    const options = { cwd: directory, maxBuffer: MAX_BYTES, env, timeout: timeoutMs };
    const child = execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
      const reason = stderr.trim() || reasonIn(stdout);
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
