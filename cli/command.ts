/** A subcommand of `pulumi-compute`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Text of `--help`. */
  readonly help: string;
  /** Runs until it is done and returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** What the user typed makes no sense: the message alone is shown, with exit code 2. */
export class UsageError extends Error {}
