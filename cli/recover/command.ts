import path from "node:path";
import { parseArgs } from "node:util";
import type { SessionOptions } from "../../provider/lifecycle/session";
import { journalOpener, stackJournals } from "../../provider/plugin/stack-journals";
import type { Command } from "../terminal/command";
import { outputsIn, screenOf, writeOutputs } from "../terminal/outputs";
import { printable } from "../terminal/printable";
import { pulumiIn } from "../state/pulumi";
import { stackNames } from "../state/sources";
import { readYaml } from "../state/yaml";
import { FORMATS, recoveryOf } from "./as-report";
import { recover } from "./recover";

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
  -f, --format FORMAT[=FILE]
                        ${Object.keys(FORMATS).join(", ")} (default: table); can be repeated
  --json                --format json
  -h, --help            show this help

Exit codes: 0 nothing to repair, or repaired; 2 \`--apply\` can repair the state; 1 error, or an operation to decide on.
`;

const OPTIONS = {
  cwd: { type: "string", default: "." },
  stack: { type: "string", short: "s" },
  apply: { type: "boolean", default: false },
  accept: { type: "string", multiple: true, default: [] as string[] },
  discard: { type: "string", multiple: true, default: [] as string[] },
  format: { type: "string", multiple: true, short: "f" },
  json: { type: "boolean", default: false },
} as const;

/** `pulumi-compute recover`: the way back after an interrupted update. */
export const recoverCommand: Command = {
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { cwd: directory, apply, accept: accepted, discard: discarded, json } = values;
    const [stack] = stackNames(values.stack === undefined ? [] : [values.stack]);
    const outputs = outputsIn(values.format ?? [json ? "json" : "table"], FORMATS);
    const flags = { stack, apply, accepted, discarded };
    const outcome = await recover(pulumiIn(directory), flags, {
      environment: process.env,
      nowMs: Date.now(),
      signal: new AbortController().signal,
      journal: journalsOf(directory, process.env, note),
      onWait: note,
    });
    const recovery = recoveryOf(outcome);
    writeOutputs(outputs, (format) => FORMATS[format](recovery, screenOf(process.stdout)), recovery.stack);
    const { diagnoses, canRepair, isRepaired } = outcome;
    if (diagnoses.length === 0 || isRepaired) return 0;
    return canRepair ? EXIT_REPAIRABLE : EXIT_UNDECIDED;
  },
};

/** Prints what is not part of the result. */
function note(message: string): void {
  process.stderr.write(`${printable(message)}\n`);
}

/** The journals that updates of the project in this directory keep on this machine. Reading them writes nothing. */
export function journalsOf(
  directory: string,
  environment: NodeJS.ProcessEnv,
  onProblem: (message: string) => void,
): NonNullable<SessionOptions["journal"]> {
  const project = path.resolve(directory);
  const open = journalOpener({ project, environment, readYaml: (text) => readYaml(project, text), onProblem });
  return stackJournals(open);
}
