/** An entry in the list of commands. Its module is loaded only when it runs. */
export interface ListedCommand {
  /** One line for the list. */
  readonly summary: string;
  /** Exit code for invalid usage, if the default, 2, already has another meaning. */
  readonly usageExitCode?: number;
  readonly load: () => Promise<Command>;
}

/** A subcommand of `pulumi-compute`. */
export interface Command {
  /** Output of `--help`. */
  readonly help: string;
  /** Runs to completion and returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Invalid usage. The exit code is the command's `usageExitCode`, by default 2. */
export class UsageError extends Error {}
