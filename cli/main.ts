import { packageVersion, sendsFor } from "../provider/api/user-agent";
import type { ListedCommand } from "./terminal/command";
import { UsageError } from "./terminal/command";
import { printable } from "./terminal/printable";

const COMMANDS: ReadonlyMap<string, ListedCommand> = new Map([
  [
    "emulator",
    {
      summary: "run the API emulator",
      load: async () => (await import("./emulator/command.js")).emulatorCommand,
    },
  ],
  [
    "drift",
    {
      summary: "detect drift between stacks and the API",
      // 2 means drift.
      usageExitCode: 1,
      load: async () => (await import("./drift/command.js")).driftCommand,
    },
  ],
  [
    "rehearse",
    {
      summary: "run an update on a copy of the stack and its account",
      // 2 means that there is something to look at.
      usageExitCode: 1,
      load: async () => (await import("./rehearse/command.js")).rehearseCommand,
    },
  ],
  [
    "cost",
    {
      summary: "show what a stack costs each month, before and after an update",
      // 2 means over the budget.
      usageExitCode: 1,
      load: async () => (await import("./cost/command.js")).costCommand,
    },
  ],
  [
    "recover",
    {
      summary: "repair the state of a stack after an interrupted update",
      // 2 means that --apply can repair the state.
      usageExitCode: 1,
      load: async () => (await import("./recover/command.js")).recoverCommand,
    },
  ],
  [
    "adopt",
    {
      summary: "write a program that adopts the existing resources of an account",
      load: async () => (await import("./adopt/command.js")).adoptCommand,
    },
  ],
  [
    "migrate",
    {
      summary: "edit a program of the bridged provider so that its resources move here",
      load: async () => (await import("./migrate/command.js")).migrateCommand,
    },
  ],
]);

const HELP = ["help", "--help", "-h"];
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

async function main(args: readonly string[]): Promise<number> {
  // `help drift` is `drift --help`.
  const [name = "help", ...rest] = HELP.includes(args[0] ?? "") && args.length > 1 ? [...args.slice(1), "help"] : args;
  if (HELP.includes(name)) {
    process.stdout.write(overview());
    return 0;
  }
  if (name === "--version") {
    process.stdout.write(`${packageVersion}\n`);
    return 0;
  }
  const listed = COMMANDS.get(name);
  if (listed === undefined) throw await unknownCommand(name);
  sendsFor(name);
  const command = await listed.load();
  if (rest[0] === "help" || rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    if (!isAboutUnknownOption(error)) throw error;
    const { withSuggestion } = await import("./terminal/unknown-option.js");
    throw withSuggestion(error, name, command.help);
  }
}

async function unknownCommand(name: string): Promise<UsageError> {
  const { didYouMean } = await import("./terminal/did-you-mean.js");
  return new UsageError(`Unknown command ${name}${didYouMean(name, [...COMMANDS.keys()])}\n\n${overview()}`);
}

function overview(): string {
  const lines = [...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}\n`);
  return `Usage: pulumi-compute COMMAND [options]\n\n${lines.join("")}\nRun "pulumi-compute COMMAND --help" for the options.\n`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isAboutUnknownOption(error: unknown): error is Error {
  return codeOf(error) === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
}

function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || codeOf(error).startsWith("ERR_PARSE_ARGS");
}

const args = process.argv.slice(2);
const requested = COMMANDS.get(args[0] ?? "");
// An unknown command may be a mistyped `drift`, for which 2 would mean drift.
const usageExitCode = requested ? (requested.usageExitCode ?? EXIT_USAGE) : EXIT_FAILURE;

main(args).then(
  (code) => {
    process.exitCode = code;
  },
  async (error: unknown) => {
    const { messageOf } = await import("../provider/lifecycle/wording/index.js");
    process.stderr.write(`pulumi-compute: ${printable(messageOf(error))}\n`);
    process.exitCode = isUsageError(error) ? usageExitCode : EXIT_FAILURE;
  },
);
