import { CloudError } from "../api/errors";
import { neutralInputs } from "../api/wire";
import { isAction, lostBy, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { soundPart } from "../definition/check-values";
import type { Failure } from "../definition/types";
import { partsOfPath } from "../definition/values";
import type { Values } from "../definition/values";
import type { JournalResource } from "../journal/intent";
import { validateRemotely } from "./catalogue";
import type { RemoteCheck } from "./catalogue";
import { noteCompared, noteCreated, noteFailure, notePreview } from "./cost";
import { inspect, previewOverwritten, readInAccount } from "./drift";
import { inAccount, noteManaged, rejectOtherAccount, withAccount } from "./context";
import type { ResourceCall, Context } from "./context";
import {
  asLeftByDeletion,
  describeInterruptedDeletion,
  rejectedChange,
  settleDeletions,
  writtenArguments,
} from "./object";
import type { OldAndNewInputs, Difference, Read } from "./object";
import { withLostCreates } from "./lost-creates";
import { operationsOf } from "./operations";
import type { ResourceOperations } from "./operations";
import {
  createdAt,
  declaredTwice,
  identityOf,
  memoryKey,
  namingInputs,
  rejectStranger,
  unlessUnread,
} from "./identity";
import {
  APPLIED,
  OPTIONS,
  UnfinishedError,
  appliedOf,
  asCheckedHere,
  asRecordedHere,
  duplicatesOf,
  isInState,
  isReplacedOnChange,
  locate,
  optionsOf,
  originOf,
  plannedOutputs,
  problemWithId,
  rejectUnmanageable,
} from "./state";
import type { Options, Recorded } from "./state";
import { UNFINISHED, capitalize, commaList } from "./wording";
import type { CheckResult, DiffResult, ResourceHandlers } from "./resource-handlers";

/** How long a refresh retries a failing read. A list followed by a read of a single resource takes up to a minute. */
const REFRESH_TROUBLE_MS = 25_000;

export function handlersFor(definition: Definition): ResourceHandlers {
  const operations = operationsOf(definition);
  const handlers = handlersOf(definition, operations);
  const here = (recorded: Recorded): Recorded => asRecordedHere(definition, recorded);
  const live = async (recorded: Recorded, args: Values, context: Context): Promise<Recorded> =>
    asLeftByDeletion({ definition, args, context }, await withLiveState({ definition, args, context }, recorded));
  return withLostCreates(definition, {
    ...handlers,
    check: (olds, news, context) => handlers.check(asCheckedHere(definition, olds), news, context),
    diff: async (recorded, args, context) => handlers.diff(await live(recorded, args, context), args, context),
    preview: async (recorded, args, context) =>
      handlers.preview(recorded && (await live(recorded, args, context)), args, context),
    read: async (recorded, context) => {
      const ours = here(recorded);
      const found = await handlers.read(ours, context);
      if (found === undefined && appliedOf(ours.state).moved) throw cannotMove(definition, ours);
      if (found && isFirstContact(definition, recorded))
        await rejectStranger({ definition, args: {}, context }, { ...recorded, live: found.state });
      return found;
    },
    update: async (recorded, args, context) => {
      const call = { definition, args, context };
      await meet(call, recorded);
      const state = await handlers.update(asLeftByDeletion(call, here(recorded)), args, context);
      settleDeletions(context, optionsOf(args).urn);
      return state;
    },
    delete: async (recorded, context) => {
      await meet({ definition, args: {}, context }, recorded);
      return handlers.delete(here(recorded), context);
    },
    inspect: async (recorded, args, context) => {
      await meet({ definition, args, context }, recorded);
      return handlers.inspect(here(recorded), args, context);
    },
    objectKeys: (recorded) => handlers.objectKeys(here(recorded)),
  });
}

function handlersOf(definition: Definition, operations: ResourceOperations<Definition>): ResourceHandlers {
  const updated = async (call: ResourceCall, { id, state }: Recorded): Promise<Recorded> => {
    return { id, state: await operations.update(call, { id, state }) };
  };
  return {
    check: (olds, news, context) => {
      const { brand } = context.address;
      return checkResource({ definition, args: neutralInputs(news, brand), context }, neutralInputs(olds, brand));
    },
    diff: (recorded, args, context) => diffResource({ definition, args, context }, recorded),
    preview: async (recorded, args, context) => {
      const call = { definition, args, context };
      notePreview(context.memory);
      if (recorded) await rejectOtherAccount({ definition, context }, recorded);
      if (recorded === undefined) await previewNew(call);
      else rejectImpossible(operations.diff(call, recorded));
      const changed = context.memory.program.takeForPreview(optionsOf(args).urn ?? "");
      if (changed) await warnOfOverwritten(call, changed, recorded === undefined);
      return plannedOutputs(definition, recorded?.state, args);
    },
    create: async (args, context) => {
      const call = { definition, args, context };
      const made = await noteReturned(call, (begun) => (begun ? updated(call, begun) : operations.create(call)));
      noteDeclared(call, made.id);
      return made;
    },
    read: async (recorded, context) => {
      const { urn } = optionsOf(recorded.state);
      noteRecorded(definition, { ...recorded, urn }, context);
      context.memory.unfinished.delete(urn ?? "");
      const read = await inAccount(
        { definition, context: { ...context, troubleMs: REFRESH_TROUBLE_MS } },
        recorded,
        (inside) => operations.read(definition, recorded, inside),
      );
      const isRefresh = recorded.state[APPLIED] !== undefined;
      const { id } = recorded;
      return read && { id, ...read, ...(isRefresh && { state: withAccount(read.state, context, recorded.state) }) };
    },
    readNew: async ({ id, urn, isImport }, context) => {
      if (isImport) rejectUnmanageable(definition, id, "imported");
      const { state, inputs } = await readNew(definition, id, context);
      context.memory.readNew.set(urn, operations.keys(definition, { id, state }));
      return { state: withAccount(state, context), inputs };
    },
    update: async (recorded, args, context) => {
      const { state } = await inAccount({ definition, context }, recorded, (inside) => {
        const call = { definition, args, context: inside };
        return noteReturned(call, (begun = recorded) => updated(call, begun), recorded.state);
      });
      return state;
    },
    delete: async (recorded, context) => {
      const { state } = recorded;
      noteRecorded(definition, { ...recorded, urn: optionsOf(state).urn }, context);
      await inAccount({ definition, context }, recorded, (inside) => operations.remove(definition, recorded, inside));
      // Deleting the state also discards the record of duplicates, so warn about those that still exist.
      await operations.remind?.(definition, state, context);
    },
    list: (args, context) => operations.list(definition, args, context),
    inspect: (recorded, args, context) => inspect({ definition, args, context, recorded }, operations),
    interruptedResults: async (args, interruption, context) => {
      const results = await operations.interruptedResults({ definition, args, context }, interruption);
      return results?.map((result) => ({ ...result, state: withAccount(result.state, context) }));
    },
    objectKeys: (recorded) => operations.keys(definition, recorded),
  };
}

/** Checks the inputs and emits warnings: offline first, then against the API. */
async function checkResource({ definition, args: news, context }: ResourceCall, olds: Values): Promise<CheckResult> {
  const operations = operationsOf(definition);
  const { memory } = context;
  const { isPreview } = optionsOf(news);
  const completed = await operations.complete({ definition, args: news, context }, olds);
  const checked = operations.check(definition, { olds, news: completed.args });
  const { inputs } = checked;
  const twice = declaredTwice({ definition, args: inputs, context }, olds);
  const offline = [...checked.failures, ...completed.failures, ...twice];
  const { import: named, urn } = optionsOf(inputs);
  const exists = Object.keys(olds).length > 0;
  if (isPreview) notePreview(memory);
  const imported = exists ? undefined : named;
  if (urn !== undefined) {
    memory.program.noteChecked(urn, exists ? optionsOf(olds) : undefined, isPreview);
    const keys = memory.readNew.get(urn);
    if (keys) noteManaged(context, { urn }, ...keys);
  }
  if (!exists && urn !== undefined) context.journal.noteExpected(urn);
  if (imported !== undefined) memory.objects.expectImport(memoryKey(definition, imported));
  else if (!exists) expectFilled({ definition, args: inputs, context });
  const remote = await checkRemotely(definition, { olds, news: inputs, failures: offline }, context);
  const overlaps = offline.length > 0 ? [] : operations.overlaps({ definition, args: inputs, context });
  for (const warning of [...checked.warnings, ...overlaps, ...remote.warnings]) context.warn(warning);
  const failures = [...offline, ...remote.failures];
  // Only in a preview: in an update, the create itself reports this, and a failed check would stop the other resources.
  if (isPreview && imported !== undefined && failures.length === 0 && context.problem === undefined) {
    const reason = await operations.importProblem({ definition, args: inputs, context });
    if (reason !== undefined) failures.push({ path: "", reason });
  }
  const isCreated = !exists && imported === undefined;
  if (isPreview && isCreated && failures.length === 0 && remote.problem === undefined) {
    failures.push(...(await operations.unusable({ definition, args: inputs, context })));
  }
  const replaced = exists ? undefined : memory.program.replaced(urn);
  if (replaced && failures.length === 0) warnOfLoss({ definition, args: inputs, context }, replaced);
  if (!exists && failures.length === 0 && remote.problem === undefined && context.problem === undefined) {
    const args = { ...inputs, [OPTIONS]: { ...optionsOf(inputs), ...(isPreview && { isPreview }) } };
    for (const warning of await operations.previewCreate({ definition, args, context })) context.warn(warning);
  }
  failures.push(...reportOnce(remote.problem, context));
  if (failures.length > 0) noteFailure(memory);
  else if (!exists) noteCreated({ definition, args: inputs, context });
  return { inputs, failures };
}

/** Warns about what the replacement of the resource loses, as far as its options are known. */
function warnOfLoss({ definition, args, context }: ResourceCall, replaced: Options): void {
  const lost = lostBy(definition, { deletes: replaced.retains !== true, creates: args });
  if (lost === undefined) return;
  const mayStay = definition.loses?.deleted !== undefined && replaced.retains !== true && optionsOf(args).retains;
  const unless = mayStay ? ", unless `retainOnDelete` was set before this update" : "";
  context.warn(`Replacing this ${definition.noun} loses ${lost}${unless}.`);
}

/** Notes a create whose result will have contents that are not known yet. */
function expectFilled({ definition, args, context: { memory } }: ResourceCall): void {
  if (!originOf(definition, args) || definition.collection.includes("{")) return;
  memory.filled.expect(definition.collection, identityOf(definition, args));
}

/** Notes what the program declares for a resource that may be the parent of others. */
function noteDeclared({ definition, args, context: { memory } }: ResourceCall, id: string): void {
  const isParent = !isAction(definition) && !definition.collection.includes("{");
  if (isParent && problemWithId(definition, id) === undefined)
    memory.program.noteDeclared(locate(definition, id).path, args);
}

/** Of a resource that has moved from the bridged provider, what the API shows takes the place of the state. */
async function withLiveState(call: ResourceCall, recorded: Recorded): Promise<Recorded> {
  const { definition, context } = call;
  const ours = asRecordedHere(definition, recorded);
  if (!appliedOf(ours.state).moved || context.problem !== undefined) return ours;
  const found = (await meet(call, recorded)) ?? (await readAsState(call, ours));
  if (found === undefined) throw cannotMove(definition, ours);
  return found;
}

/** The account is unknown in which the resource was recorded: by the bridged provider, or by an earlier version. */
function isFirstContact(definition: Definition, { state }: Recorded): boolean {
  const isKnown = appliedOf(state).account !== undefined;
  return !isKnown && isInState(definition, state) && namingInputs(definition).length > 0;
}

/**
 * Reads a resource whose account is unknown, before anything is written.
 * @returns undefined if the account is known, or if the resource does not exist
 * @throws CloudError if it is not the one that was recorded
 */
async function meet(call: ResourceCall, recorded: Recorded): Promise<Recorded | undefined> {
  const { definition, context } = call;
  if (!isFirstContact(definition, recorded) || context.problem !== undefined) return undefined;
  const found = await readAsState(call, asRecordedHere(definition, recorded));
  if (found) await rejectStranger(call, { ...found, live: found.state, state: recorded.state });
  return found;
}

async function readAsState({ definition, context }: ResourceCall, ours: Recorded): Promise<Recorded | undefined> {
  const found = await operationsOf(definition).read(definition, ours, { ...context, omitsSubResources: true });
  return found && { id: ours.id, state: found.state };
}

/** The state of the bridged provider does not show the account, so the token may be that of another one. */
function cannotMove({ noun }: Definition, { id }: Recorded): CloudError {
  return new CloudError(
    `${capitalize(noun)} ${id} does not exist in this account, so it cannot move. If the token is the right one, remove it from state: ` +
      "`pulumi stack --show-urns` and `pulumi state delete`, or `pulumi refresh`, for which the bridged provider must be installed.",
  );
}

/** What a check leaves out unless its inputs say that it belongs to a preview. */
async function previewNew({ definition, args: wanted, context }: ResourceCall): Promise<void> {
  if (context.problem !== undefined) return;
  const args = { ...wanted, [OPTIONS]: { ...optionsOf(wanted), isPreview: true as const } };
  const operations = operationsOf(definition);
  const unusable = await operations.unusable({ definition, args, context });
  if (unusable.length > 0) throw new CloudError(unusable.map(({ path, reason }) => `${path}: ${reason}`).join("; "));
  // The check has already previewed a set.
  if (recordsOf(definition)) return;
  for (const warning of await operations.previewCreate({ definition, args, context })) context.warn(warning);
}

/** Checks against the API whatever passed the offline checks. */
function checkRemotely(
  definition: Definition,
  { olds, news, failures }: OldAndNewInputs & { readonly failures: readonly Failure[] },
  context: Context,
): Promise<RemoteCheck> {
  const { problem } = context;
  if (problem !== undefined) return Promise.resolve({ failures: [], warnings: [], problem });
  const wrong = inputsNamedIn(failures);
  const sound = Object.entries(news).flatMap(([name, value]): [string, unknown][] => {
    const type = definition.args[name]?.type;
    const part = wrong.has(name) ? type && soundPart(type, value) : value;
    return part === undefined ? [] : [[name, part]];
  });
  return validateRemotely({ definition, args: Object.fromEntries(sound), context }, olds, failures.length === 0);
}

function inputsNamedIn(failures: readonly Failure[]): ReadonlySet<string> {
  return new Set(failures.flatMap(({ path }) => partsOfPath(path)[0] ?? []));
}

/** Reports a problem with the settings, the token or the API URL for one resource only. */
function reportOnce(problem: string | undefined, { memory }: Context): Failure[] {
  return problem !== undefined && memory.takeFirstReport() ? [{ path: "", reason: problem }] : [];
}

async function readNew(definition: Definition, id: string, context: Context): Promise<Read> {
  const operations = operationsOf(definition);
  const found = await operations.read(definition, { id, state: {} }, context);
  if (found === undefined) throw new CloudError(`${capitalize(definition.noun)} ${id} does not exist.`);
  const hidden = { [OPTIONS]: { import: id } };
  const written = writtenArguments({ definition, id, state: found.state });
  // The API also returns values that no program may declare, such as a backup schedule that it has not chosen yet.
  const { failures } = operations.check(definition, { olds: {}, news: { ...written, ...hidden } });
  const wrong = inputsNamedIn(failures);
  const inputs = Object.fromEntries(Object.entries(written).filter(([name]) => !wrong.has(name)));
  const applied = { ...appliedOf(found.state), args: Object.keys(inputs) };
  return { state: { ...found.state, [APPLIED]: applied, ...hidden }, inputs: { ...inputs, ...hidden } };
}

/**
 * Compares the state with the inputs, and emits warnings about the planned change.
 * @throws CloudError if the change is impossible
 */
async function diffResource(call: ResourceCall, recorded: Recorded): Promise<DiffResult> {
  const { definition, args, context } = call;
  const { memory } = context;
  const operations = operationsOf(definition);
  const { state } = recorded;
  const { urn } = optionsOf(args);
  await rejectOtherAccount({ definition, context }, recorded);
  noteRecorded(definition, { ...recorded, urn }, context);
  const isOfProgram = urn !== undefined && memory.program.has(urn);
  const isFirstDiff = urn !== undefined && memory.program.takeFirstDiff(urn);
  const keys = operations.keys(definition, recorded);
  if (isOfProgram && keys.some((key) => memory.objects.isDeleted(key))) throw deletedInRun(definition);
  noteManaged(context, { urn: isOfProgram ? urn : undefined, state }, ...keys);
  const difference = operations.diff(call, recorded);
  // The engine has just read it, by an ID that the program names, and updates it to what the program declares.
  if (isOfProgram && memory.readNew.has(urn)) await rejectWrongImport(call, recorded, difference);
  const { changed, unfinished, moved = false, undecided, deleteBeforeReplace } = difference;
  const hasChanges = unfinished || moved || changed.length > 0;
  const isObject =
    !recordsOf(definition) && !isAction(definition) && problemWithId(definition, recorded.id) === undefined;
  if (isOfProgram) noteDeclared(call, recorded.id);
  if (isOfProgram && hasChanges && isObject) memory.program.noteChanged(locate(definition, recorded.id).path);
  // A refresh also calls diff, without a check before. The drift that it finds was not requested, so it must not fail.
  // An engine that previews the update itself first applies replaceOnChanges, which may make the change possible.
  if (isOfProgram && !(context.previewsOperations && difference.replaces.length === 0)) rejectImpossible(difference);
  if (isFirstDiff) {
    noteCompared(call, { recorded, ...difference });
    const resumes = describeInterruptedDeletion(call, recorded) ?? `${UNFINISHED}; this update resumes it.`;
    if (unfinished && difference.replaces.length === 0) context.info(resumes);
    const { notices, losses } = isObject ? await unlessDone(call, recorded, difference) : difference;
    for (const notice of notices) context.info(notice);
    const isUpdate = hasChanges && difference.replaces.length === 0 && context.problem === undefined;
    const ofUpdate = isUpdate ? await operations.previewUpdate?.(call, recorded) : undefined;
    await operations.remind?.(definition, state, context);
    const warnings = [losses, ofUpdate].flatMap((some) => some ?? []);
    for (const warning of warnings) context.warn(warning);
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
async function warnOfOverwritten(call: ResourceCall, recorded: Recorded, isReplaced: boolean): Promise<void> {
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

function rejectImpossible({ rejections }: Difference): void {
  if (rejections.length > 0) throw rejectedChange(rejections);
}

function deletedInRun({ noun }: Definition): CloudError {
  return new CloudError(
    `Another resource of this program has just deleted this ${noun} or a part of it. Declare it in one place only, and run ` +
      "`pulumi up --refresh`.",
  );
}

/** Notes in the journal that the resource and its recorded duplicates are in state, since the engine passed them in. */
function noteRecorded(
  definition: Definition,
  { urn, ...shown }: Recorded & { readonly urn: string | undefined },
  { journal }: Context,
): void {
  if (urn === undefined) return;
  journal.noteInState(asRecorded(definition, urn, shown));
  for (const id of duplicatesOf(shown.state)) journal.noteInState(asRecorded(definition, urn, { id, state: {} }));
}

/**
 * Runs an operation, and notes in the journal that its result is returned to the engine, even if it fails halfway. The result shows the
 * account that it is in.
 * @param operate gets what an earlier attempt in this run left unfinished, if the engine asks again
 */
async function noteReturned(
  { definition, args, context }: ResourceCall,
  operate: (begun: Recorded | undefined) => Promise<Recorded>,
  before: Values = {},
): Promise<Recorded> {
  const { urn = "" } = optionsOf(args);
  const { unfinished } = context.memory;
  const returned = ({ id, state }: Recorded): Recorded => {
    const result = { id, state: withAccount(state, context, before) };
    if (urn !== "") context.journal.noteReturned(asRecorded(definition, urn, result));
    return result;
  };
  try {
    const result = returned(await operate(unfinished.get(urn)));
    unfinished.delete(urn);
    return result;
  } catch (error) {
    if (!(error instanceof UnfinishedError)) throw error;
    const result = returned(error.recorded);
    if (urn !== "") unfinished.set(urn, result);
    throw new UnfinishedError(result, error);
  }
}

function asRecorded(definition: Definition, urn: string, { id, state }: Recorded): JournalResource {
  const isObject = !recordsOf(definition) && problemWithId(definition, id) === undefined;
  return {
    urn,
    id,
    location: isObject ? locate(definition, id) : undefined,
    created: createdAt(state),
    intentId: appliedOf(state).intent,
  };
}
