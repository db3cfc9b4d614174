import { parseArgs } from "node:util";
import { UsageError } from "../terminal/command";
import type { Command } from "../terminal/command";
import { printable } from "../terminal/printable";
import { parseExport } from "../../provider/shared/exported-state";
import { pulumiIn } from "../state/pulumi";
import { stackNames, textOf } from "../state/sources";
import { editProgram } from "./edit/edit";
import { generateProgram } from "./generate/generate";
import { report } from "./report";
import { bridgedStack } from "./stack";

const HELP = `Usage: pulumi-compute migrate [FILE...] [options]

Edits a TypeScript program of the bridged provider (@pulumi/linode) so that its resources move to this package, or writes a
new program from the stack's state: with compute:moveFrom, "pulumi up" then moves the resources without a write. Prints each
edit, what is to be done by hand, what stays with the bridged provider, and the next steps. Reads the stack's state, and calls
neither the API nor "pulumi up".
FILE: the program's files (default: those of tsconfig.json, or index.ts). They are read with the project's own TypeScript.

Options:
  -s, --stack NAME     the stack (default: the selected one)
  --state FILE         the output of "pulumi stack export" instead; - reads stdin
  --cwd DIR            the project directory (default: .)
  --write              edit the files; without it, nothing is written
  --into DIR           write a TypeScript program for the stack to this directory instead, which must be new or empty (.git is
                       allowed): for a stack whose program is in another language, or lost
  -h, --help           show this help

Exit codes: 0 printed, or written; 1 error (nothing was written); 2 wrong usage.
`;

const OPTIONS = {
  cwd: { type: "string", default: "." },
  into: { type: "string" },
  stack: { type: "string", short: "s" },
  state: { type: "string" },
  write: { type: "boolean", default: false },
} as const;

/** `pulumi-compute migrate`: a program of the bridged provider becomes one of this package. */
export const migrateCommand: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { cwd: directory, stack: given, state, into, write } = values;
    if (given !== undefined && state !== undefined) throw new UsageError("Use either --stack or --state, not both.");
    if (into !== undefined && (write || positionals.length > 0))
      throw new UsageError("--into writes a new program: use it without FILE and --write.");
    const [name] = stackNames(given === undefined ? [] : [given]);
    const otherwise = ", or use --state FILE with an exported state";
    const text =
      state === undefined
        ? await pulumiIn(directory, otherwise).exportStack(name, { showsSecrets: into !== undefined })
        : textOf(state);
    const exported = parseExport(text);
    const stack = bridgedStack(exported);
    const outcome =
      into === undefined
        ? editProgram(stack, { directory, files: positionals, write })
        : generateProgram(exported, stack, into);
    process.stdout.write(printable(report(outcome)));
    return 0;
  },
};
