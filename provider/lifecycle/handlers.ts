import { CloudError } from "../api/errors";
import { isAction, isSet } from "../definition/definition";
import type { ActionDefinition, Definition, SetDefinition } from "../definition/definition";
import { soundPart } from "../definition/check-values";
import { unhealthyIn } from "../definition/status";
import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import type { JournalResource } from "../journal/journal";
import { listAction, performAction, readAction, removeAction, resumeAction } from "./action";
import { validateRemotely } from "./catalogue";
import type { RemoteCheck } from "./catalogue";
import { noteHeld } from "./context";
import type { Asked, Context } from "./context";
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
import type { Recorded, Wanted } from "./state";
import { identifyContent } from "./upload";
import { UNFINISHED, sentence } from "./wording";

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

/** What differs between objects, actions and sets. */
interface Calls<Kind extends Definition> {
  /** Pure and offline. */
  check(definition: Kind, given: Arguments): Checked;
  /** Pure and offline. */
  diff(wanted: Wanted<Kind>, recorded: Recorded): Difference;
  /** Keys in the run's memory of the resource's objects. */
  keys(definition: Kind, recorded: Recorded): readonly string[];
  /** The argument that names an object which does not exist, so that nothing can be created in it. */
  missingParent?(asked: Asked<Kind>): Promise<Failure | undefined>;
  /** Warnings at the preview of a create that only the service or the journal can give. */
  previewCreate(asked: Asked<Kind>): readonly string[] | Promise<readonly string[]>;
  /** Warnings at the preview of an update. */
  previewUpdate?(asked: Asked<Kind>, state: Values): Promise<readonly string[]>;
  /** Warnings at every preview of an existing resource, changed or not. */
  reminders?(definition: Kind, state: Values, context: Context): Promise<readonly string[]>;
  /** Why the import that the arguments ask for will fail. */
  importProblem(asked: Asked<Kind>): Promise<string | undefined>;
  create(asked: Asked<Kind>): Promise<Recorded>;
  read(definition: Kind, recorded: Recorded, context: Context): Promise<Read | undefined>;
  /** @returns the new state */
  update(asked: Asked<Kind>, recorded: Recorded): Promise<Values>;
  remove(definition: Kind, recorded: Recorded, context: Context): Promise<void>;
  list(definition: Kind, args: Values, context: Context): Promise<readonly Recorded[]>;
}

const OBJECT: Calls<Definition> = {
  check,
  diff,
  keys: (definition, { id }) => [memoryKey(definition, id)],
  missingParent: missingParentOfObject,
  previewCreate,
  reminders: remindOfDuplicates,
  importProblem: previewImport,
  create,
  read,
  update,
  remove,
  list: listObjects,
};

const ACTION: Calls<ActionDefinition> = {
  check,
  diff,
  keys: (definition, { id }) => [memoryKey(definition, id)],
  previewCreate: previewAction,
  importProblem: previewImport,
  create: performAction,
  read: readAction,
  update: resumeAction,
  remove: removeAction,
  list: listAction,
};

const SET: Calls<SetDefinition> = {
  check: checkSet,
  diff: diffSet,
  keys: (definition, { state }) => ownIds(definition, state).map((own) => memberMemoryKey(definition, state, own)),
  missingParent: (asked) =>
    missingParent(asked, () => asked.context.reads.all(collectionPath(asked.definition, asked.args))),
  previewCreate: (asked) => previewSet(asked, undefined),
  previewUpdate: previewSet,
  importProblem: previewSetImport,
  create: createSet,
  read: readSet,
  update: updateSet,
  remove: removeSet,
  list: listSets,
};

function callsOf(definition: Definition): Calls<Definition> {
  return isSet(definition) ? SET : isAction(definition) ? ACTION : OBJECT;
}

/** For how long a refresh retries what fails: a list, and then an object by itself, take a minute together. */
const REFRESH_TROUBLE_MS = 25_000;

/** The handlers of one kind. */
export function handlersFor(definition: Definition): ResourceHandlers {
  const calls = callsOf(definition);
  return {
    check: (olds, news, context) => checkResource({ definition, args: news, context }, olds),
    diff: (recorded, args, context) => diffResource({ definition, args, context }, recorded),
    create: (args, context) => {
      const asked = { definition, args, context };
      return noteReturned(asked, () => calls.create(asked));
    },
    read: (recorded, context) => {
      noteRecorded(definition, { ...recorded, urn: optionsOf(recorded.state).urn }, context);
      return calls.read(definition, recorded, { ...context, troubleMs: REFRESH_TROUBLE_MS });
    },
    update: async (recorded, args, context) => {
      const { id } = recorded;
      const asked = { definition, args, context };
      const { state } = await noteReturned(asked, async () => ({ id, state: await calls.update(asked, recorded) }));
      return state;
    },
    delete: async (recorded, context) => {
      const { state } = recorded;
      noteRecorded(definition, { ...recorded, urn: optionsOf(state).urn }, context);
      await calls.remove(definition, recorded, context);
      // With the state goes what it remembers of duplicates, so those that still exist are named.
      for (const reminder of (await calls.reminders?.(definition, state, context)) ?? []) context.warn(reminder);
    },
    list: (args, context) => calls.list(definition, args, context),
    inspect: (recorded, args, context) => inspectResource({ definition, args, context }, recorded),
    objectKeys: (recorded) => calls.keys(definition, recorded),
  };
}

/** The arguments as recorded and passed to the other calls, and what is wrong with them. */
export interface CheckResult {
  readonly inputs: Values;
  /** A failure that concerns no single argument has an empty path. */
  readonly failures: readonly Failure[];
}

/** Checks the arguments and gives the warnings about them: offline first, then by asking the service. */
async function checkResource({ definition, args: news, context }: Asked, olds: Values): Promise<CheckResult> {
  const calls = callsOf(definition);
  const { memory } = context;
  const { isPreview } = optionsOf(news);
  const content = await identifyContent({ definition, args: news, context }, olds);
  const checked = calls.check(definition, { olds, news: content.args });
  const { inputs } = checked;
  const offline = [...checked.failures, ...content.failures];
  const { import: named, urn } = optionsOf(inputs);
  const exists = Object.keys(olds).length > 0;
  const imported = exists ? undefined : named;
  if (urn !== undefined) memory.program.noteChecked(urn, exists);
  if (!exists && urn !== undefined) context.journal.expected(urn);
  if (imported !== undefined) memory.objects.expectImport(memoryKey(definition, imported));
  const remote = await checkRemotely(definition, { olds, news: inputs, failures: offline }, context);
  const overlaps = offline.length > 0 ? [] : overlapsOf({ definition, args: inputs, context });
  for (const warning of [...checked.warnings, ...overlaps, ...remote.warnings]) context.warn(warning);
  const failures = [...offline, ...remote.failures];
  // In an update, the create itself says so: a failed check would stop the other resources.
  if (isPreview && imported !== undefined && failures.length === 0 && context.problem === undefined) {
    const reason = await calls.importProblem({ definition, args: inputs, context });
    if (reason !== undefined) failures.push({ path: "", reason });
  }
  const isCreated = !exists && imported === undefined;
  if (isPreview && isCreated && failures.length === 0 && remote.problem === undefined) {
    const missing = await calls.missingParent?.({ definition, args: inputs, context });
    if (missing !== undefined) failures.push(missing);
  }
  if (!exists && failures.length === 0 && remote.problem === undefined && context.problem === undefined) {
    const args = isPreview ? { ...inputs, [OPTIONS]: { ...optionsOf(inputs), isPreview } } : inputs;
    for (const warning of await calls.previewCreate({ definition, args, context })) context.warn(warning);
  }
  return { inputs, failures: [...failures, ...problemOnce(remote.problem, context)] };
}

/** Checks with the service what has passed so far. */
function checkRemotely(
  definition: Definition,
  { olds, news, failures }: Arguments & { readonly failures: readonly Failure[] },
  context: Context,
): Promise<RemoteCheck> {
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
async function diffResource(asked: Asked, recorded: Recorded): Promise<DiffResult> {
  const { definition, args, context } = asked;
  const { memory } = context;
  const calls = callsOf(definition);
  const { state } = recorded;
  const { urn } = optionsOf(args);
  noteRecorded(definition, { ...recorded, urn }, context);
  const isOfProgram = urn !== undefined && memory.program.has(urn);
  const isItsTurn = urn !== undefined && memory.program.takeTurn(urn);
  const keys = calls.keys(definition, recorded);
  if (isOfProgram && keys.some((key) => memory.objects.isDeleted(key))) throw deletedInRun(definition);
  noteHeld(memory, isOfProgram ? urn : undefined, ...keys);
  const difference = calls.diff(asked, recorded);
  const { changed, unfinished, undecided, deleteBeforeReplace } = difference;
  const hasChanges = unfinished || changed.length > 0;
  // A refresh diffs as well, without a check before; nobody asks for the change that it finds.
  if (isOfProgram && difference.refusals.length > 0) throw new CloudError(difference.refusals.map(sentence).join(" "));
  if (isItsTurn) {
    if (unfinished && difference.replaces.length === 0) context.info(`${UNFINISHED}; this update resumes it.`);
    for (const notice of difference.notices) context.info(notice);
    const isUpdate = hasChanges && difference.replaces.length === 0 && context.problem === undefined;
    const ofUpdate = isUpdate ? await calls.previewUpdate?.(asked, state) : [];
    const reminders = await calls.reminders?.(definition, state, context);
    for (const warning of [...(ofUpdate ?? []), ...(reminders ?? [])]) context.warn(warning);
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
    `Another resource of this program has just deleted this ${noun} or a part of it. Declare it in one place only, and run ` +
      "`pulumi up --refresh`.",
  );
}

/** Notes in the journal that the state has the resource, and the duplicates it remembers: the engine has shown it. */
function noteRecorded(
  definition: Definition,
  { urn, ...shown }: Recorded & { readonly urn: string | undefined },
  { journal }: Context,
): void {
  if (urn === undefined) return;
  journal.recorded(asRecorded(definition, urn, shown));
  for (const id of duplicatesOf(shown.state)) journal.recorded(asRecorded(definition, urn, { id, state: {} }));
}

/** Runs an operation, and notes that the engine gets its result, even if it fails halfway. */
async function noteReturned({ definition, args, context }: Asked, operate: () => Promise<Recorded>): Promise<Recorded> {
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

function asRecorded(definition: Definition, urn: string, { id, state }: Recorded): JournalResource {
  const isObject = !isSet(definition) && problemWithId(definition, id) === undefined;
  return {
    urn,
    id,
    collection: isObject ? locate(definition, id).collection : undefined,
    intent: appliedOf(state).intent,
  };
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
  /** Why the resource is unhealthy; undefined if it is not. */
  readonly complaint?: string;
}

/** Reads the resource as a refresh does, and compares it as a diff does. Nothing is changed, and nothing counts as asked for. */
async function inspectResource(asked: Asked, recorded: Recorded): Promise<Inspection | undefined> {
  const { definition, args, context } = asked;
  const calls = callsOf(definition);
  const live = await calls.read(definition, recorded, context);
  if (live === undefined) return undefined;
  const { changed, members = [] } = calls.diff(asked, { id: recorded.id, state: live.state });
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
  const complaint = complaintAbout(asked, recorded, live.state);
  return { state: live.state, deviations, ...(complaint === undefined ? {} : { complaint }) };
}

function complaintAbout({ definition, args }: Wanted, recorded: Recorded, live: Values): string | undefined {
  const { status } = definition;
  if (appliedOf(recorded.state).unfinished) return `${UNFINISHED}. Run \`pulumi up\` to resume it.`;
  return status && unhealthyIn(status, args, live);
}

function memberAt(members: unknown, index: number | undefined): unknown {
  return index !== undefined && Array.isArray(members) ? (members[index] as unknown) : undefined;
}
