import { parseArgs } from "node:util";
import type { Command } from "../command";
import { printable } from "../printable";
import { pulumiIn } from "../state/pulumi";
import { stackNames } from "../state/sources";
import { journalsOf } from "./journals";
import { recover } from "./recover";
import type { Outcome } from "./recover";

const EXIT_UNDECIDED = 1;
const EXIT_REPAIRABLE = 2;

const HELP = `Usage: pulumi-compute recover [options]

After an interrupted update, determines from the stack's pending operations, the API and this machine's journal what each of them led to.
Run it in the project directory, on any machine. It writes to the state only, never to the API: a read-only token is enough.

Options:
  -s, --stack NAME      the stack (default: the selected one)
  --cwd DIR             the project directory (default: .)
  --apply               repair the state, once every operation is decided: record what was created, remove the operations
  --accept ID           record this resource, although the API does not prove that the update created it; can be repeated
  --discard NAME        remove the operations of this resource (name or URN), which have no result to keep; can be repeated
  --json                print JSON
  -h, --help            show this help

Exit codes: 0 nothing to repair, or repaired; 2 \`--apply\` can repair the state; 1 error, or an operation to decide on.
`;

const OPTIONS = {
  cwd: { type: "string", default: "." },
  stack: { type: "string", short: "s" },
  apply: { type: "boolean", default: false },
  accept: { type: "string", multiple: true, default: [] as string[] },
  discard: { type: "string", multiple: true, default: [] as string[] },
  json: { type: "boolean", default: false },
} as const;

/** `pulumi-compute recover`: the way back after an interrupted update. */
export const recoverCommand: Command = {
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { cwd: directory, apply, accept: accepted, discard: discarded, json } = values;
    const [stack] = stackNames(values.stack === undefined ? [] : [values.stack]);
    const flags = { stack, apply, accepted, discarded };
    const outcome = await recover(pulumiIn(directory), flags, {
      environment: process.env,
      nowMs: Date.now(),
      signal: new AbortController().signal,
      journal: journalsOf(directory, process.env, note),
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

function jsonOf({ state, unread, diagnoses, isRepaired }: Outcome): string {
  const operations = diagnoses.map(({ pending: { type, resource }, result, ids, explanation }) => {
    const { urn, name, kind } = resource;
    return { urn, name, kind, operation: type, result, ids, explanation };
  });
  const { stack, foreign: operationsOfOtherPackages } = state;
  const report = { version: 1, stack, isRepaired, operationsOfOtherPackages, unreadStacks: unread, operations };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function textOf(outcome: Outcome): string {
  const { state, unread, diagnoses } = outcome;
  const lines = [
    `Stack ${state.stack}: interrupted operations of this package: ${diagnoses.length}, of other packages: ${state.foreign}`,
    ...diagnoses.flatMap(({ pending: { type, resource }, result, explanation }) => [
      "",
      `${resource.kind} ${resource.name}, interrupted while ${type}: ${result}`,
      `  ${explanation}`,
    ]),
    ...(unread.length > 0 ? ["", "These stacks could not be read, so what they manage is unknown:"] : []),
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
