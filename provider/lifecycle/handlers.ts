import { CloudError } from "../api/errors";
import { isAction } from "../definition/action";
import { soundPart } from "../definition/check-values";
import type { Definition } from "../definition/definition";
import { isSet } from "../definition/set";
import { unhealthyIn } from "../definition/status";
import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import type { Recorded as RecordedIntent } from "../journal/journal";
import { listAction, performAction, readAction, removeAction, resumeAction } from "./action";
import { validateRemotely } from "./catalogue";
import type { Judgement } from "./catalogue";
import { noteHeld } from "./context";
import type { Context } from "./context";
import { check, create, diff, listObjects, previewImport, read, remove, update } from "./object";
import type { Arguments, Checked, Difference, Read } from "./object";
import {
  memoryKey,
  missingParent,
  missingParentOfObject,
  previewAction,
  previewCreate,
  remindOfDuplicates,
} from "./ownership";
import {
  checkSet,
  createSet,
  diffSet,
  listSets,
  memberMemoryKey,
  overlapsOf,
  ownIds,
  previewSet,
  previewSetImport,
  readSet,
  removeSet,
  updateSet,
} from "./set";
import {
  OPTIONS,
  UnfinishedError,
  appliedOf,
  collectionPath,
  duplicatesOf,
  locate,
  optionsOf,
  problemWithId,
} from "./state";
import type { Recorded } from "./state";
import { identifyContent } from "./upload";
import { UNFINISHED } from "./wording";

/**
 * Everything that an engine asks of a resource kind. A front end only translates: arguments and states hold `UNKNOWN`
 * where the engine does not know a value yet, and under `OPTIONS` what else it knows about the resource. It makes the
 * calls in the engine's order, with contexts of one session, which also take the messages.
 */
export interface ResourceHandlers {
  /** @param olds the arguments of the last check; empty for a resource that is to be created */
  check(olds: Values, news: Values, context: Context): Promise<CheckResult>;
  /** @throws CloudError for a change that cannot be made at all. */
  diff(recorded: Recorded, args: Values, context: Context): Promise<DiffResult>;
  /**
   * Makes the object, or imports the one that the `import` option names.
   * @throws UnfinishedError when it fails halfway; what that holds must be recorded.
   */
  create(args: Values, context: Context): Promise<Recorded>;
  /**
   * Reads the resource for a refresh; for a `.get`, which only knows the id, the state is empty.
   * @returns undefined when a refresh finds that it is gone.
   */
  read(recorded: Recorded, context: Context): Promise<Read | undefined>;
  /**
   * @returns the new state
   * @throws UnfinishedError when it fails halfway; what that holds must be recorded.
   */
  update(recorded: Recorded, args: Values, context: Context): Promise<Values>;
  /** Succeeds when there is nothing left to delete. */
  delete(recorded: Recorded, context: Context): Promise<void>;
  /**
   * All objects of the kind in the account, each as `read` returns it for a `.get`. Objects that are in another one
   * (records in a domain): those in the parent that the path arguments in `args` name; without these, the possible
   * parents are listed first, and then each one's objects. A set is everything in one parent. Of an action: the objects
   * that it makes, whoever asked for them, or none.
   *
   * Costs a request for each page, and one for each sub-resource path of each object, as in `read`. Nothing counts as
   * recorded afterwards: everything can still be imported. Only `read` finds out whether a recorded object is gone.
   */
  list(args: Values, context: Context): Promise<readonly Recorded[]>;
  /**
   * Compares the live resource with its arguments, for a report: `read` and `diff` in one, without anything that belongs to
   * a run.
   * @returns undefined when it is gone
   */
  inspect(recorded: Recorded, args: Values, context: Context): Promise<Inspection | undefined>;
  /** Keys of the objects that the resource stands for, which are those of `list`'s objects. Without a request. */
  objectKeys(recorded: Recorded): readonly string[];
}

/** What differs between objects, sets and actions. */
interface Calls {
  /** Pure and offline. */
  check(given: Arguments): Checked;
  /** Pure and offline. */
  diff(recorded: Recorded, args: Values): Difference;
  /** Keys in the run's memory of the resource's objects. */
  keys(recorded: Recorded): readonly string[];
  /** The argument that names an object which does not exist, so that nothing can be created in it. */
  missingParent?(args: Values, context: Context): Promise<Failure | undefined>;
  /** Warnings at the preview of a create (no state) or an update that only the service or the journal can give. */
  previewWarnings(
    state: Values | undefined,
    args: Values,
    context: Context,
  ): readonly string[] | Promise<readonly string[]>;
  /** Warnings at every preview of an existing resource, changed or not. */
  reminders?(state: Values, context: Context): Promise<readonly string[]>;
  /** Why the import that the arguments ask for will fail. */
  importProblem(args: Values, context: Context): Promise<string | undefined>;
  create(args: Values, context: Context): Promise<Recorded>;
  read(recorded: Recorded, context: Context): Promise<Read | undefined>;
  update(recorded: Recorded, args: Values, context: Context): Promise<Values>;
  remove(recorded: Recorded, context: Context): Promise<void>;
  list(args: Values, context: Context): Promise<readonly Recorded[]>;
}

/** A kind, and its calls. */
interface Kind extends Calls {
  readonly definition: Definition;
}

function callsOf(definition: Definition): Calls {
  if (isSet(definition)) {
    return {
      check: (given) => checkSet(definition, given),
      diff: ({ state }, args) => diffSet(definition, state, args),
      keys: ({ state }) => ownIds(definition, state).map((own) => memberMemoryKey(definition, state, own)),
      missingParent: (args, context) =>
        missingParent({ definition, args, context }, () => context.reads.all(collectionPath(definition, args))),
      previewWarnings: (state, args, context) => previewSet({ definition, args, context }, state),
      importProblem: (args, context) => previewSetImport({ definition, args, context }),
      create: (args, context) => createSet({ definition, args, context }),
      read: (recorded, context) => readSet(definition, recorded, context),
      update: ({ state }, args, context) => updateSet({ definition, args, context }, state),
      remove: ({ state }, context) => removeSet(definition, state, context),
      list: (args, context) => listSets(definition, args, context),
    };
  }
  const ofOneObject = {
    check: (given: Arguments) => check(definition, given),
    diff: ({ id, state }: Recorded, args: Values) => diff({ definition, args, id }, state),
    keys: ({ id }: Recorded) => [memoryKey(definition, id)],
    importProblem: (args: Values, context: Context) => previewImport(definition, args, context),
  };
  if (isAction(definition)) {
    return {
      ...ofOneObject,
      previewWarnings: (state, args, context) => (state ? [] : previewAction({ definition, args, context })),
      create: (args, context) => performAction(definition, args, context),
      read: ({ id, state }, context) => readAction({ definition, id, context }, state),
      update: ({ id, state }, args, context) => resumeAction({ definition, id, args, context }, state),
      remove: ({ id, state }, context) => removeAction({ definition, id, context }, state),
      list: (args, context) => listAction(definition, args, context),
    };
  }
  return {
    ...ofOneObject,
    missingParent: (args, context) => missingParentOfObject({ definition, args, context }),
    previewWarnings: (state, args, context) => (state ? [] : previewCreate({ definition, args, context })),
    reminders: (state, context) => remindOfDuplicates(definition, state, context),
    create: (args, context) => create({ definition, args, context }),
    read: ({ id, state }, context) => read({ definition, id, context }, state),
    update: ({ id, state }, args, context) => update({ definition, id, args, context }, state),
    remove: ({ id, state }, context) => remove({ definition, id, context }, state),
    list: (args, context) => listObjects(definition, args, context),
  };
}

/** For how long a refresh retries what fails: a list, and then an object by itself, take a minute together. */
const REFRESH_TROUBLE_MS = 25_000;

/** The handlers of one kind. */
export function handlersFor(definition: Definition): ResourceHandlers {
  const kind: Kind = { definition, ...callsOf(definition) };
  return {
    check: (olds, news, context) => checkResource(kind, { olds, news }, context),
    diff: (recorded, args, context) => diffResource(kind, { recorded, args }, context),
    create: (args, context) => trackPersistence(kind, { args, context }, () => kind.create(args, context)),
    read: (recorded, context) => {
      noteRecorded(kind, { ...recorded, urn: optionsOf(recorded.state).urn }, context);
      return kind.read(recorded, { ...context, troubleMs: REFRESH_TROUBLE_MS });
    },
    update: async (recorded, args, context) => {
      const { id } = recorded;
      const operate = async (): Promise<Recorded> => ({ id, state: await kind.update(recorded, args, context) });
      return (await trackPersistence(kind, { args, context }, operate)).state;
    },
    delete: async (recorded, context) => {
      const { state } = recorded;
      noteRecorded(kind, { ...recorded, urn: optionsOf(state).urn }, context);
      await kind.remove(recorded, context);
      // With the state goes what it remembers of duplicates, so those that still exist are named.
      await remind(kind, state, context);
    },
    list: (args, context) => kind.list(args, context),
    inspect: (recorded, args, context) => inspectResource(kind, { recorded, args }, context),
    objectKeys: (recorded) => kind.keys(recorded),
  };
}

/** The arguments as recorded and passed to the other calls, and what is wrong with them. */
export interface CheckResult {
  readonly inputs: Values;
  /** A failure that concerns no single argument has an empty path. */
  readonly failures: readonly Failure[];
}

/** Checks the arguments and gives the warnings about them: offline first, then by asking the service. */
async function checkResource(kind: Kind, { olds, news }: Arguments, context: Context): Promise<CheckResult> {
  const { definition } = kind;
  const { memory } = context;
  const { isPreview } = optionsOf(news);
  const content = await identifyContent({ definition, args: news, context }, olds);
  const checked = kind.check({ olds, news: content.args });
  const { inputs } = checked;
  const offline = [...checked.failures, ...content.failures];
  const { import: named, urn } = optionsOf(inputs);
  const exists = Object.keys(olds).length > 0;
  const imported = exists ? undefined : named;
  if (urn !== undefined) memory.program.noteChecked(urn, exists);
  if (!exists && urn !== undefined) context.journal.expected(urn);
  if (imported !== undefined) memory.objects.expectImport(memoryKey(definition, imported));
  const judged = await judge(definition, { olds, news: inputs, failures: offline }, context);
  const overlaps = offline.length > 0 ? [] : overlapsOf({ definition, args: inputs, context });
  for (const warning of [...checked.warnings, ...overlaps, ...judged.warnings]) context.warn(warning);
  const failures = [...offline, ...judged.failures];
  // In an update, the create itself says so: a failed check would stop the other resources.
  if (isPreview && imported !== undefined && failures.length === 0 && context.problem === undefined) {
    const reason = await kind.importProblem(inputs, context);
    if (reason !== undefined) failures.push({ path: "", reason });
  }
  const isCreated = !exists && imported === undefined;
  if (isPreview && isCreated && failures.length === 0 && judged.problem === undefined) {
    const missing = await kind.missingParent?.(inputs, context);
    if (missing !== undefined) failures.push(missing);
  }
  if (!exists && failures.length === 0 && judged.problem === undefined) {
    const args = isPreview ? { ...inputs, [OPTIONS]: { ...optionsOf(inputs), isPreview } } : inputs;
    await warnOfChange(kind, { args }, context);
  }
  return { inputs, failures: [...failures, ...problemOnce(judged.problem, context)] };
}

/** Lets the service judge the arguments that have passed so far. */
function judge(
  definition: Definition,
  { olds, news, failures }: Arguments & { readonly failures: readonly Failure[] },
  context: Context,
): Promise<Judgement> {
  const { problem } = context;
  if (problem !== undefined) return Promise.resolve({ failures: [], warnings: [], problem });
  const wrong = new Set(failures.map(({ path }) => path.split(/[.[]/)[0]));
  const sound = Object.entries(news).flatMap(([name, value]): [string, unknown][] => {
    const type = definition.args[name]?.type;
    const part = wrong.has(name) ? type && soundPart(type, value) : value;
    return part === undefined ? [] : [[name, part]];
  });
  return validateRemotely({ definition, args: Object.fromEntries(sound), context }, olds, failures.length === 0);
}

/** A problem with the settings, the token or the address is reported by one resource, not by all. */
function problemOnce(problem: string | undefined, { memory }: Context): Failure[] {
  return problem !== undefined && memory.isFirstReport() ? [{ path: "", reason: problem }] : [];
}

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
async function diffResource(
  kind: Kind,
  { recorded, args }: { readonly recorded: Recorded; readonly args: Values },
  context: Context,
): Promise<DiffResult> {
  const { definition } = kind;
  const { memory } = context;
  const { state } = recorded;
  const { urn } = optionsOf(args);
  noteRecorded(kind, { ...recorded, urn }, context);
  const isOfProgram = urn !== undefined && memory.program.has(urn);
  const isItsTurn = urn !== undefined && memory.program.takeTurn(urn);
  const keys = kind.keys(recorded);
  if (isOfProgram && keys.some((key) => memory.objects.isDeleted(key))) throw deletedInRun(definition);
  noteHeld(memory, isOfProgram ? urn : undefined, ...keys);
  const difference = kind.diff(recorded, args);
  const { changed, unfinished, undecided, deleteBeforeReplace } = difference;
  const hasChanges = unfinished || changed.length > 0;
  // A refresh diffs as well, without a check before; nobody asks for the change that it finds.
  if (isOfProgram && difference.refusals.length > 0) throw new CloudError(difference.refusals.join("; "));
  if (isItsTurn) {
    if (unfinished && difference.replaces.length === 0) context.info(`${UNFINISHED}: this update resumes it.`);
    for (const notice of difference.notices) context.info(notice);
    if (hasChanges && difference.replaces.length === 0) await warnOfChange(kind, { state, args }, context);
    await remind(kind, state, context);
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

/** A create, or an update if there is a state. */
interface Change {
  readonly state?: Values;
  readonly args: Values;
}

/** Gives the warnings about a coming change that only the service or the journal can know. */
async function warnOfChange(kind: Kind, { state, args }: Change, context: Context): Promise<void> {
  if (context.problem !== undefined) return;
  for (const warning of await kind.previewWarnings(state, args, context)) context.warn(warning);
}

async function remind(kind: Kind, state: Values, context: Context): Promise<void> {
  for (const reminder of (await kind.reminders?.(state, context)) ?? []) context.warn(reminder);
}

/** An argument, or a part of one, whose live value is not the expected one. */
export interface Deviation {
  /** The argument: `records`. */
  readonly name: string;
  /** The argument, or a member of it: `records[A www]`. */
  readonly path: string;
  /** Undefined for none. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** What a resource is like at the service. */
export interface Inspection {
  /** Its live values. */
  readonly state: Values;
  readonly deviations: readonly Deviation[];
  /** Why somebody should look at it; undefined if it is well. */
  readonly complaint?: string;
}

/** Reads the resource as a refresh does, and compares it as a diff does. Nothing is changed, and nothing counts as asked for. */
async function inspectResource(
  kind: Kind,
  { recorded, args }: { readonly recorded: Recorded; readonly args: Values },
  context: Context,
): Promise<Inspection | undefined> {
  const { definition } = kind;
  const live = await kind.read(recorded, context);
  if (live === undefined) return undefined;
  const { changed, members = [] } = kind.diff({ id: recorded.id, state: live.state }, args);
  const names = changed.filter((name) => definition.args[name] && !definition.args[name].writeOnly);
  const deviations = names.flatMap((name): Deviation[] => {
    const within = members.filter((member) => member.name === name);
    if (within.length === 0)
      return [{ name, path: name, expected: args[name], actual: live.inputs[name] ?? live.state[name] }];
    return within.map(({ title, had, wanted }) => ({
      name,
      path: `${name}[${title}]`,
      expected: memberAt(args[name], wanted),
      actual: memberAt(live.state[name], had),
    }));
  });
  const complaint = complaintAbout(kind, { recorded, args }, live.state);
  return { state: live.state, deviations, ...(complaint === undefined ? {} : { complaint }) };
}

function complaintAbout(
  { definition: { status } }: Kind,
  { recorded, args }: { readonly recorded: Recorded; readonly args: Values },
  live: Values,
): string | undefined {
  if (appliedOf(recorded.state).unfinished) return `${UNFINISHED}: run \`pulumi up\` to go on.`;
  return status && unhealthyIn(status, args, live);
}

function memberAt(members: unknown, index: number | undefined): unknown {
  return index !== undefined && Array.isArray(members) ? (members[index] as unknown) : undefined;
}

/** Notes in the journal that the state has the resource, and the duplicates it remembers: the engine has shown it. */
function noteRecorded(
  { definition }: Kind,
  { urn, ...shown }: Recorded & { readonly urn: string | undefined },
  { journal }: Context,
): void {
  if (urn === undefined) return;
  journal.recorded(asRecorded(definition, urn, shown));
  for (const id of duplicatesOf(shown.state)) journal.recorded(asRecorded(definition, urn, { id, state: {} }));
}

/** Runs an operation, and notes that the engine gets its result, even if it fails halfway. */
async function trackPersistence(
  { definition }: Kind,
  { args, context }: { readonly args: Values; readonly context: Context },
  operate: () => Promise<Recorded>,
): Promise<Recorded> {
  const { urn } = optionsOf(args);
  const note = (result: Recorded): void => {
    if (urn !== undefined) context.journal.returned(asRecorded(definition, urn, result));
  };
  try {
    const recorded = await operate();
    note(recorded);
    return recorded;
  } catch (error) {
    if (error instanceof UnfinishedError) note(error.recorded);
    throw error;
  }
}

function asRecorded(definition: Definition, urn: string, { id, state }: Recorded): RecordedIntent {
  const isObject = !isSet(definition) && problemWithId(definition, id) === undefined;
  return {
    urn,
    id,
    collection: isObject ? locate(definition, id).collection : undefined,
    intent: appliedOf(state).intent,
  };
}
