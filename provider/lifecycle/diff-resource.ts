import { CloudError } from "../api/errors";
import { isAction, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { announceManaged, rejectOtherAccount } from "./context";
import type { ResourceCall } from "./context";
import { rememberCompared } from "./cost";
import { previewOverwritten, readInAccount } from "./drift";
import { rejectStranger, unlessUnread } from "./identity";
import { describeInterruptedDeletion, rejectedChange } from "./object";
import type { Difference } from "./object";
import { operationsOf } from "./operations";
import { applyRules } from "./preview";
import type { DiffResult } from "./resource-handlers";
import { rememberDeclared, journalRecorded } from "./run-notes";
import { appliedOf, isReplacedOnChange, locate, optionsOf, problemWithId } from "./state";
import type { Recorded } from "./state";
import { UNFINISHED, capitalize, commaList } from "./wording";

/**
 * Compares the state with the inputs, and emits warnings about the planned change.
 * @throws CloudError if the change is impossible
 */
export async function diffResource(call: ResourceCall, recorded: Recorded): Promise<DiffResult> {
  const { definition, args, context } = call;
  const { memory } = context;
  const operations = operationsOf(definition);
  const { state } = recorded;
  const { urn } = optionsOf(args);
  await rejectOtherAccount({ definition, context }, recorded);
  journalRecorded(definition, { ...recorded, urn }, context);
  const isOfProgram = urn !== undefined && memory.program.has(urn);
  const isFirstDiff = urn !== undefined && memory.program.takeFirstDiff(urn);
  const keys = operations.keys(definition, recorded);
  if (isOfProgram && keys.some((key) => memory.objects.isDeleted(key))) throw deletedInRun(definition);
  announceManaged(context, { urn: isOfProgram ? urn : undefined, state }, ...keys);
  const difference = operations.diff(call, recorded);
  // The engine has just read it, by an ID that the program names, and updates it to what the program declares.
  if (isOfProgram && memory.readNew.has(urn)) await rejectWrongImport(call, recorded, difference);
  const { changed, unfinished, moved = false, undecided, deleteBeforeReplace } = difference;
  const hasChanges = unfinished || moved || changed.length > 0;
  const isObject =
    !recordsOf(definition) && !isAction(definition) && problemWithId(definition, recorded.id) === undefined;
  if (isOfProgram) rememberDeclared(call, recorded.id);
  if (isOfProgram && hasChanges && isObject) memory.program.noteChanged(locate(definition, recorded.id).path);
  // A refresh also calls diff, without a check before. The drift that it finds was not requested, so it must not fail.
  // An engine that previews the update itself first applies replaceOnChanges, which may make the change possible.
  if (isOfProgram && !(context.previewsOperations && difference.replaces.length === 0)) rejectImpossible(difference);
  if (isFirstDiff) {
    rememberCompared(call, { recorded, ...difference });
    const resumes = describeInterruptedDeletion(call, recorded) ?? `${UNFINISHED}; this update resumes it.`;
    if (unfinished && difference.replaces.length === 0) context.info(resumes);
    const { notices, losses } = isObject ? await unlessDone(call, recorded, difference) : difference;
    for (const notice of notices) context.info(notice);
    const moments =
      hasChanges && difference.replaces.length === 0 ? (["updated", "kept"] as const) : (["kept"] as const);
    for (const loss of losses ?? []) context.warn(loss);
    await applyRules(moments, { ...call, recorded, olds: {}, failures: [] });
    const hasState = !isAction(definition) && !appliedOf(state).moved;
    if (context.address.previewsDrift && context.problem === undefined && hasChanges && hasState) {
      const isReplaced = difference.replaces.length > 0 || changed.some((name) => isReplacedOnChange(args, name));
      if (context.previewsOperations) memory.program.keepForPreview(urn, recorded);
      else if (memory.program.isPreviewed(urn)) await warnOfOverwritten(call, recorded, isReplaced);
    }
  }
  return {
    changed,
    unfinished,
    moved,
    hasChanges,
    // Before a delete-before-replace, the engine diffs dependents with unknown values to find those that must be replaced as well. None
    // must be: a dependent whose reference does change is replaced in its own diff.
    replaces: difference.replaces.filter((name) => isFirstDiff || !undecided.includes(name)),
    deleteBeforeReplace,
    ...(isFirstDiff ? { parts: difference.parts } : {}),
  };
}

/** The difference; if an update would destroy something, without what the live resource has already. */
async function unlessDone(call: ResourceCall, recorded: Recorded, difference: Difference): Promise<Difference> {
  const { losses = [] } = difference;
  if (losses.length === 0 || call.context.problem !== undefined) return difference;
  const operations = operationsOf(call.definition);
  const [live] = await unlessUnread(async () => [await readInAccount({ ...call, recorded }, operations)]);
  return live ? operations.diff(call, recorded, live.state) : difference;
}

/** Warns, in a preview, about the out-of-band changes that an update or a replacement would overwrite. */
export async function warnOfOverwritten(call: ResourceCall, recorded: Recorded, isReplaced: boolean): Promise<void> {
  const warnings = await previewOverwritten({ ...call, recorded, isReplaced }, operationsOf(call.definition));
  for (const warning of warnings) call.context.warn(warning);
}

/** @throws CloudError for an import of another resource than the program declares, or of a set that has other records */
async function rejectWrongImport(
  call: ResourceCall,
  { id, state }: Recorded,
  { records = [] }: Difference,
): Promise<void> {
  await rejectStranger(call, { id, live: state });
  const others = records.filter(({ had }) => had !== undefined).map(({ title }) => title);
  if (others.length === 0) return;
  throw new CloudError(
    `${capitalize(call.definition.noun)} ${id} cannot be imported, because the program does not declare these records as they are: ` +
      `${commaList([...new Set(others)])}. Declare them for one \`pulumi up\`. Nothing was changed.`,
  );
}

export function rejectImpossible({ rejections }: Difference): void {
  if (rejections.length > 0) throw rejectedChange(rejections);
}

function deletedInRun({ noun }: Definition): CloudError {
  return new CloudError(
    `Another resource of this program has just deleted this ${noun} or a part of it. Declare it in one place only, and run ` +
      "`pulumi up --refresh`.",
  );
}
