/** A subcommand in the list of commands: only the one that is asked for is loaded. */
export interface ListedCommand {
  /** One line for the list. */
  readonly summary: string;
  /** Exit code of invalid usage, where the usual 2 means something else. */
  readonly usageExitCode?: number;
  readonly load: () => Promise<Command>;
}

/** A subcommand of `pulumi-compute`. */
export interface Command {
  /** Text of `--help`. */
  readonly help: string;
  /** Runs to completion and returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Invalid usage: only the message is shown, with exit code 2. */
export class UsageError extends Error {}
