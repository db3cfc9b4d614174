import { CloudError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Difference } from "../object";
import { noteHeld } from "../context";
import { optionsOf } from "../state";
import type { Context } from "../context";
import type { Recorded } from "../state";
import { UNFINISHED } from "../wording";
import { noteRecorded, warnOfChange } from "./kind-calls";
import type { KindCalls } from "./kind-calls";

/** What must be done to make the resource what the arguments ask for. */
export interface DiffResult extends Pick<Difference, "changed" | "unfinished" | "deleteBeforeReplace" | "parts"> {
  /** Whether anything must be done. True also without a difference, if the last operation did not finish. */
  readonly hasChanges: boolean;
  /** Names of the arguments that replace the object; empty for an update. */
  readonly replaces: readonly string[];
}

/**
 * Compares the state with the arguments, and gives the warnings about the change before it is made.
 * @throws CloudError for a change that cannot be made at all.
 */
export async function diffResource(
  calls: KindCalls,
  { recorded, args }: { readonly recorded: Recorded; readonly args: Values },
  context: Context,
): Promise<DiffResult> {
  const { definition } = calls;
  const { memory } = context;
  const { state } = recorded;
  const { urn } = optionsOf(args);
  noteRecorded(definition, { ...recorded, urn }, context);
  const isOfProgram = urn !== undefined && memory.program.has(urn);
  const isItsTurn = urn !== undefined && memory.program.takeTurn(urn);
  const keys = calls.memoryKeys(recorded);
  if (isOfProgram && keys.some((key) => memory.objects.isDeleted(key))) throw deletedInRun(definition);
  noteHeld(memory, isOfProgram ? urn : undefined, ...keys);
  const difference = calls.diff(recorded, args);
  const { changed, unfinished, undecided, deleteBeforeReplace } = difference;
  const hasChanges = unfinished || changed.length > 0;
  // A refresh diffs as well, without a check before; nobody asks for the change that it finds.
  if (isOfProgram && difference.refusals.length > 0) throw new CloudError(difference.refusals.join("; "));
  if (isItsTurn) {
    if (unfinished && difference.replaces.length === 0) context.info(`${UNFINISHED}: this update resumes it.`);
    for (const notice of difference.notices) context.info(notice);
    if (hasChanges && difference.replaces.length === 0) await warnOfChange(calls, { state, args }, context);
    for (const reminder of await calls.reminders(state, context)) context.warn(reminder);
  }
  return {
    changed,
    unfinished,
    hasChanges,
    // Before a delete-first replacement, the engine diffs dependents with unknowns, to see which must be replaced as
    // well. None must: one that turns out to refer to another object is replaced when its turn comes.
    replaces: difference.replaces.filter((name) => isItsTurn || !undecided.includes(name)),
    deleteBeforeReplace,
    ...(isItsTurn && difference.parts ? { parts: difference.parts } : {}),
  };
}

function deletedInRun({ noun }: Definition): CloudError {
  return new CloudError(
    `The ${noun}, or a part of it, was deleted a moment ago: another resource of the program has removed it. Declare it in one ` +
      "place only, and run `pulumi up --refresh`.",
  );
}
