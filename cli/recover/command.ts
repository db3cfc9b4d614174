import { parseArgs } from "node:util";
import type { Command } from "../command";
import { printable } from "../printable";
import { pulumiIn } from "../state/pulumi";
import { stackNames } from "../state/sources";
import { stackStateOf } from "../state/stack-state";
import type { StackState } from "../state/stack-state";
import { diagnose } from "./diagnose";
import type { Diagnosis } from "./diagnose";
import { repaired } from "./repair";

const EXIT_UNDECIDED = 1;
const EXIT_REPAIRABLE = 2;

const HELP = `Usage: pulumi-compute recover [options]

After an interrupted update, determines from the stack's pending operations and the API what each of them led to. It works on any machine,
and only reads: a token with read_only scopes is enough. Run it in the project directory, where you run \`pulumi\`.

Options:
  -s, --stack NAME      the stack (default: the selected one)
  --cwd DIR             the project directory (default: .)
  --apply               repair the state: record what was created, and remove the pending operations that are settled.
                        It writes to the state only, never to the API.
  --accept ID           record this resource, although the API does not prove that the update created it; can be repeated
  --json                print JSON
  -h, --help            show this help

Exit codes: 0 nothing to repair, or repaired; 2 \`--apply\` can repair the state; 1 error, or an operation that you have to decide on.
`;

interface Options {
  readonly folder: string;
  readonly stack: string | undefined;
  readonly apply: boolean;
  readonly accepted: readonly string[];
  readonly json: boolean;
}

/** `pulumi-compute recover`: the way back after an interrupted update. */
export const recoverCommand: Command = {
  help: HELP,
  async run(args) {
    const { folder, stack, apply, accepted, json } = readOptions(args);
    const pulumi = pulumiIn(folder);
    const text = await pulumi.exportStack(stack);
    const state = stackStateOf(text, stack ?? "the selected stack");
    const found = await diagnose(state, {
      environment: process.env,
      nowMs: Date.now(),
      accepted,
      signal: new AbortController().signal,
    });
    const canRepair = found.some(({ result }) => result !== "undecided");
    if (apply && canRepair) await pulumi.importStack(stack, repaired(text, found, new Date()));
    process.stdout.write(json ? jsonOf(state, found, apply) : printable(textOf(state, found, apply)));
    if (found.some(({ result }) => result === "undecided")) return EXIT_UNDECIDED;
    return canRepair && !apply ? EXIT_REPAIRABLE : 0;
  },
};

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
  return { folder: values.cwd, stack, apply: values.apply, accepted: values.accept, json: values.json };
}

function jsonOf({ stack }: StackState, found: readonly Diagnosis[], isApplied: boolean): string {
  const operations = found.map(({ found: _, index: __, ...shown }) => ({
    ...shown,
    isRepaired: isApplied && shown.result !== "undecided",
  }));
  return `${JSON.stringify({ version: 1, stack, operations }, undefined, 2)}\n`;
}

function textOf({ stack }: StackState, found: readonly Diagnosis[], isApplied: boolean): string {
  const repairable = found.filter(({ result }) => result !== "undecided").length;
  const lines = [
    `Stack ${stack}: ${found.length === 0 ? "no interrupted operations" : `${found.length} interrupted operation${found.length > 1 ? "s" : ""}`}`,
    ...found.flatMap(({ kind, name, operation, result, explanation }) => [
      "",
      `${kind} ${name}, interrupted while ${operation}: ${result}`,
      `  ${explanation}`,
    ]),
    ...(repairable === 0
      ? []
      : [
          "",
          isApplied
            ? "The state is repaired. Run `pulumi up`."
            : "To repair the state, run the same command with --apply.",
        ]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
