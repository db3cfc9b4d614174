import { parseArgs } from "node:util";
import type { Command } from "../command";
import { printable } from "../printable";
import { pulumiIn } from "../state/pulumi";
import { stackNames } from "../state/sources";
import { journalsOn } from "./journals";
import { recover } from "./recover";
import type { Outcome, Flags } from "./recover";

const EXIT_UNDECIDED = 1;
const EXIT_REPAIRABLE = 2;

const HELP = `Usage: pulumi-compute recover [options]

After an interrupted update, determines from the stack's pending operations, the API and this machine's journal what each of them led to.
What another stack of the backend manages is not a result. It works on any machine, and writes to the state only, never to the API: a
token with read_only scopes is enough. Run it in the project directory, where you run \`pulumi\`.

Options:
  -s, --stack NAME      the stack (default: the selected one)
  --cwd DIR             the project directory (default: .)
  --apply               repair the state: record what was created, and remove the pending operations, once all of them are
                        decided
  --accept ID           record this resource, although the API does not prove that the update created it; can be repeated
  --discard NAME        remove the pending operations of this resource (name or URN), because they have no result to keep;
                        can be repeated
  --json                print JSON
  -h, --help            show this help

Exit codes: 0 nothing to repair, or repaired; 2 \`--apply\` can repair the state; 1 error, or an operation to decide on.
`;

interface Options {
  readonly directory: string;
  readonly flags: Flags;
  readonly json: boolean;
}

/** `pulumi-compute recover`: the way back after an interrupted update. */
export const recoverCommand: Command = {
  help: HELP,
  async run(args) {
    const { directory, flags, json } = readOptions(args);
    const outcome = await recover(pulumiIn(directory), flags, {
      environment: process.env,
      nowMs: Date.now(),
      signal: new AbortController().signal,
      journal: journalsOn({ directory, environment: process.env, onProblem: note }),
      onWait: note,
    });
    process.stdout.write(json ? jsonOf(outcome) : printable(textOf(outcome)));
    const { diagnoses, canRepair, isRepaired } = outcome;
    if (diagnoses.length === 0 || isRepaired) return 0;
    return canRepair ? EXIT_REPAIRABLE : EXIT_UNDECIDED;
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
      discard: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    },
  });
  const [stack] = stackNames(values.stack === undefined ? [] : [values.stack]);
  const { cwd, apply, accept: accepted, discard: discarded, json } = values;
  return { directory: cwd, flags: { stack, apply, accepted, discarded }, json };
}

function jsonOf({ state, unread, diagnoses, isRepaired }: Outcome): string {
  const { stack, foreign } = state;
  const operations = diagnoses.map(({ pending: _, found: __, ...shown }) => shown);
  const others = { operationsOfOtherPackages: foreign, unreadStacks: unread };
  const report = { version: 1, stack, isRepaired, ...others, operations };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function textOf(outcome: Outcome): string {
  const { state, unread, diagnoses } = outcome;
  const lines = [
    `Stack ${state.stack}: interrupted operations of this package: ${diagnoses.length}` +
      (state.foreign > 0 ? `, of other packages: ${state.foreign}` : ""),
    ...diagnoses.flatMap(({ kind, name, operation, result, explanation }) => [
      "",
      `${kind} ${name}, interrupted while ${operation}: ${result}`,
      `  ${explanation}`,
    ]),
    ...(unread.length > 0 ? ["", "What these stacks manage is not known, because they could not be read:"] : []),
    ...unread.map((one) => `  ${one}`),
    ...conclusion(outcome),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function conclusion({ state, diagnoses, canRepair, isRepaired }: Outcome): string[] {
  if (diagnoses.length === 0) return [];
  if (isRepaired) return ["", "The state is repaired. Run `pulumi up`."];
  // Pulumi removes all pending operations when it imports a state.
  if (state.foreign > 0)
    return ["", "The state cannot be repaired here, because operations of other packages were interrupted, too."];
  if (canRepair) return ["", "To repair the state, run the same command with --apply."];
  return ["", "The state can be repaired only once every operation is decided. It was not changed."];
}
