/** A subcommand of `pulumi-compute`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Text of `--help`. */
  readonly help: string;
  /** Exit code of invalid usage, where the usual 2 means something else. */
  readonly usageExitCode?: number;
  /** Runs to completion and returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Invalid usage: only the message is shown, with exit code 2. */
export class UsageError extends Error {}
