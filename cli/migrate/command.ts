import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../command";
import type { Command } from "../command";
import { printable } from "../printable";
import { parseExport } from "../state/exported";
import { pulumiIn } from "../state/pulumi";
import { stackNames, textOf } from "../state/sources";
import { edited } from "./changes";
import { changesOf } from "./codemod";
import { report } from "./report";
import { bridgedStack } from "./stack";
import { ownFiles, programIn, typescriptIn } from "./typescript";
import { addErrors } from "./verify";

const HELP = `Usage: pulumi-compute migrate [FILE...] [options]

Edits a TypeScript program of the bridged provider (@pulumi/linode) so that its resources move to this package: with
compute:moveFrom, "pulumi up" then moves them without a write. Prints each edit, what is to be done by hand, what stays with
the bridged provider, and the next steps. Reads the stack's state, and calls neither the API nor "pulumi up".
FILE: the program's files (default: those of tsconfig.json, or index.ts). They are read with the project's own TypeScript.

Options:
  -s, --stack NAME     the stack (default: the selected one)
  --state FILE         the output of "pulumi stack export" instead; - reads stdin
  --cwd DIR            the project directory (default: .)
  --write              edit the files; without it, nothing is written
  -h, --help           show this help

Exit codes: 0 printed, or written; 1 error (nothing was written); 2 wrong usage.
`;

const OPTIONS = {
  cwd: { type: "string", default: "." },
  stack: { type: "string", short: "s" },
  state: { type: "string" },
  write: { type: "boolean", default: false },
} as const;

/** `pulumi-compute migrate`: a program of the bridged provider becomes one of this package. */
export const migrateCommand: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { cwd: directory, stack: given, state, write } = values;
    if (given !== undefined && state !== undefined) throw new UsageError("Use either --stack or --state, not both.");
    const [name] = stackNames(given === undefined ? [] : [given]);
    const otherwise = ", or use --state FILE with an exported state";
    const text =
      state === undefined
        ? await pulumiIn(directory, otherwise).exportStack(name, { showsSecrets: false })
        : textOf(state);
    const stack = bridgedStack(parseExport(text));
    const ts = typescriptIn(directory);
    const program = programIn(ts, directory, positionals);
    const changes = changesOf(ownFiles(program), { ...stack, ts, checker: program.getTypeChecker() });
    const changed = changes.filter(({ edits }) => edits.length > 0);
    const isInstalled = addErrors(ts, program, changes);
    if (write) for (const one of changed) writeFileSync(one.source.fileName, edited(one.source, one.edits));
    process.stdout.write(
      printable(report({ changes, isInstalled, stack, isWritten: write, directory: path.resolve(directory) })),
    );
    return 0;
  },
};
