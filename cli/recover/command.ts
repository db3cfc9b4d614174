import { parseArgs } from "node:util";
import type { Command } from "../command";
import { UsageError } from "../command";
import { printable } from "../printable";
import { pulumiIn } from "../state/pulumi";
import { stackNames } from "../state/sources";
import { stackStateOf } from "../state/stack-state";
import type { StackState } from "../state/stack-state";
import { diagnose } from "./diagnose";
import type { Diagnosis } from "./diagnose";
import { journalsOn } from "./journals";
import { repaired } from "./repair";

const EXIT_UNDECIDED = 1;
const EXIT_REPAIRABLE = 2;

const HELP = `Usage: pulumi-compute recover [options]

After an interrupted update, determines from the stack's pending operations and the API what each of them led to. It works on any machine,
and only reads: a token with read_only scopes is enough. Run it in the project directory, where you run \`pulumi\`.

Options:
  -s, --stack NAME      the stack (default: the selected one)
  --cwd DIR             the project directory (default: .)
  --apply               repair the state: record what was created, and remove the pending operations, once all of them are
                        decided. It writes to the state only, never to the API.
  --accept ID           record this resource, although the API does not prove that the update created it; can be repeated
  --json                print JSON
  -h, --help            show this help

Exit codes: 0 nothing to repair, or repaired; 2 \`--apply\` can repair the state; 1 error, or an operation to decide on.
`;

interface Options {
  readonly directory: string;
  readonly stack: string | undefined;
  readonly apply: boolean;
  readonly accepted: readonly string[];
  readonly json: boolean;
}

/** `pulumi-compute recover`: the way back after an interrupted update. */
export const recoverCommand: Command = {
  help: HELP,
  async run(args) {
    const { directory, stack, apply, accepted, json } = readOptions(args);
    const pulumi = pulumiIn(directory);
    const text = await pulumi.exportStack(stack);
    const state = stackStateOf(text, stack ?? "the selected stack");
    const found = await diagnose(state, {
      environment: process.env,
      nowMs: Date.now(),
      accepted,
      signal: new AbortController().signal,
      journal: journalsOn({ folder, environment: process.env, onProblem: note }),
      onWait: note,
    });
    const unused = accepted.filter((id) => !found.some((one) => one.found?.id === id));
    if (unused.length > 0)
      throw new UsageError(`--accept ${unused.join(", ")}: no interrupted create matches this ID.`);
    const blocking = found.filter(({ result }) => result === "undecided").length + state.foreign;
    const canRepair = found.length > 0 && blocking === 0;
    if (apply && canRepair) {
      // A command that ended in the meantime has written a newer state.
      if ((await pulumi.exportStack(stack)) !== text)
        throw new Error("The state has changed in the meantime. Run the command again.");
      await pulumi.importStack(stack, repaired(text, found, new Date()));
    }
    const isRepaired = apply && canRepair;
    process.stdout.write(json ? jsonOf(state, found, isRepaired) : printable(textOf(state, found, isRepaired)));
    if (blocking > 0) return EXIT_UNDECIDED;
    return canRepair && !apply ? EXIT_REPAIRABLE : 0;
  },
};

/** Prints what is not part of the result. */
function note(message: string): void {
  process.stderr.write(`${printable(message)}\n`);
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cwd: { type: "string", default: "." },
      stack: { type: "string", short: "s" },
      apply: { type: "boolean", default: false },
      accept: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    },
  });
  const [stack] = stackNames(values.stack === undefined ? [] : [values.stack]);
  return { directory: values.cwd, stack, apply: values.apply, accepted: values.accept, json: values.json };
}

function jsonOf({ stack, foreign }: StackState, found: readonly Diagnosis[], isRepaired: boolean): string {
  const operations = found.map(({ index: _, found: __, ...shown }) => shown);
  return `${JSON.stringify({ version: 1, stack, isRepaired, operationsOfOtherPackages: foreign, operations }, undefined, 2)}\n`;
}

function textOf(state: StackState, found: readonly Diagnosis[], isRepaired: boolean): string {
  const { stack, foreign } = state;
  const lines = [
    `Stack ${stack}: interrupted operations of this package: ${found.length}`,
    ...found.flatMap(({ kind, name, operation, result, explanation }) => [
      "",
      `${kind} ${name}, interrupted while ${operation}: ${result}`,
      `  ${explanation}`,
    ]),
    ...conclusion(found, foreign, isRepaired),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function conclusion(found: readonly Diagnosis[], foreign: number, isRepaired: boolean): string[] {
  if (found.length === 0) return [];
  if (isRepaired) return ["", "The state is repaired. Run `pulumi up`."];
  // Pulumi removes all pending operations when it imports a state.
  if (foreign > 0)
    return ["", "The state cannot be repaired here, because operations of other packages were interrupted, too."];
  return found.some(({ result }) => result === "undecided")
    ? ["", "The state can be repaired only once every operation is decided. It was not changed."]
    : ["", "To repair the state, run the same command with --apply."];
}
