import { UsageError } from "../terminal/command";
import type { PulumiCli } from "../state/pulumi";
import { providerFrom, readBackend, stackStateIn } from "../state/sources";
import type { StackState } from "../state/stack-state";
import { diagnose } from "./diagnose";
import type { DiagnoseOptions } from "./diagnose";
import type { Decisions, Diagnosis } from "./conclude";
import { repaired } from "./repair";

/** What the user asks for. */
export interface Flags extends Decisions {
  /** By default, the selected stack. */
  readonly stack: string | undefined;
  /** Whether to repair the state. */
  readonly apply: boolean;
}

/** What was found and done. */
export interface Outcome {
  readonly state: StackState;
  /** Other stacks of the backend that could not be read, and why. */
  readonly unread: readonly string[];
  readonly diagnoses: readonly Diagnosis[];
  /** Whether `--apply` can repair the state. */
  readonly canRepair: boolean;
  readonly isRepaired: boolean;
}

/**
 * Finds out what each interrupted operation of the stack led to, and repairs the state if the user wants that and nothing is undecided.
 * @throws UsageError for an ID or a name that nothing matches; then nothing was changed
 */
export async function recover(pulumi: PulumiCli, flags: Flags, options: DiagnoseOptions): Promise<Outcome> {
  const { stack, apply } = flags;
  const text = await pulumi.exportStack(stack);
  const state = stackStateIn(text, stack ?? "the selected stack");
  const isPending = state.pending.length > 0;
  // Pulumi would reject the repaired state, and a create may still be running.
  if (isPending && apply && (await pulumi.isLocked(state.stack)))
    throw new Error(
      `Stack ${state.stack} is locked. If nothing is updating it, run \`pulumi cancel ${state.stack}\`. Nothing was changed.`,
    );
  const { states, unread } = isPending ? await readBackend(pulumi) : { states: [], unread: [] };
  // Pulumi Cloud may have stacks of the same name in several organizations.
  const others = states.filter((one) => one.stack !== state.stack || one.writtenAt !== state.writtenAt);
  const isOfConfig = state.pending.some((one) => one.isOfConfig);
  const configured = isOfConfig ? providerFrom(await pulumi.config(stack)) : undefined;
  const diagnoses = await diagnose(state, { ...options, ...flags, others, configured });
  rejectUnmatched(flags, diagnoses);
  const canRepair = isPending && state.foreign === 0 && diagnoses.every(({ result }) => result !== "undecided");
  if (apply && canRepair) {
    // A command that ended in the meantime has written a newer state.
    if ((await pulumi.exportStack(stack)) !== text)
      throw new Error("The state has changed in the meantime. Run the command again.");
    await pulumi.importStack(stack, repaired(text, diagnoses, new Date(options.nowMs)));
  }
  return { state, unread, diagnoses, canRepair, isRepaired: apply && canRepair };
}

function rejectUnmatched({ accepted, discarded }: Flags, diagnoses: readonly Diagnosis[]): void {
  const results = diagnoses.flatMap(({ pending, ids }) => (pending.type === "creating" ? ids : []));
  const unmatched = accepted.filter((id) => !results.includes(id));
  if (unmatched.length > 0)
    throw new UsageError(`--accept ${unmatched.join(", ")}: no interrupted create matches this ID.`);
  const names = diagnoses.flatMap(({ pending: { resource } }) => [resource.urn, resource.name]);
  const unknown = discarded.filter((one) => !names.includes(one));
  if (unknown.length > 0)
    throw new UsageError(`--discard ${unknown.join(", ")}: no interrupted operation is on this resource.`);
}
