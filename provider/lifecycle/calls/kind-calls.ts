import { isAction } from "../../definition/action";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { isSet } from "../../definition/set";
import type { Failure } from "../../definition/types";
import { listAction, performAction, readAction, removeAction, resumeAction } from "../action";
import { check, create, diff, listObjects, previewImport, read, remove, update } from "../object";
import type { Arguments, Checked, Difference, Read } from "../object";
import {
  memoryKey,
  missingParent,
  missingParentOfObject,
  previewAction,
  previewCreate,
  remindOfDuplicates,
} from "../ownership";
import {
  checkSet,
  createSet,
  diffSet,
  listSets,
  memberMemoryKey,
  ownIds,
  previewSet,
  previewSetImport,
  readSet,
  removeSet,
  updateSet,
} from "../set";
import type { Context } from "../context";
import { UnfinishedError, appliedOf, collectionPath, duplicatesOf, locate, optionsOf, problemWithId } from "../state";
import type { Recorded } from "../state";
import type { Recorded as RecordedIntent } from "../../journal/journal";

/** What differs between objects, sets and actions. */
export interface KindCalls {
  readonly definition: Definition;
  /** Pure and offline. */
  check(given: Arguments): Checked;
  /** Pure and offline. */
  diff(recorded: Recorded, args: Values): Difference;
  /** Keys in the run's memory of the resource's objects. */
  memoryKeys(recorded: Recorded): readonly string[];
  /** The argument that names an object which does not exist, so that nothing can be created in it. */
  missingParent(args: Values, context: Context): Promise<Failure | undefined>;
  /** Warnings at the preview of a create (no state) or an update that only the service or the journal can give. */
  previewWarnings(state: Values | undefined, args: Values, context: Context): Promise<readonly string[]>;
  /** Warnings at every preview of an existing resource, changed or not. */
  reminders(state: Values, context: Context): Promise<readonly string[]>;
  /** Why the import that the arguments ask for will fail. */
  importProblem(args: Values, context: Context): Promise<string | undefined>;
  create(args: Values, context: Context): Promise<Recorded>;
  read(recorded: Recorded, context: Context): Promise<Read | undefined>;
  update(recorded: Recorded, args: Values, context: Context): Promise<Values>;
  remove(recorded: Recorded, context: Context): Promise<void>;
  list(args: Values, context: Context): Promise<readonly Recorded[]>;
}

export function callsOf(definition: Definition): KindCalls {
  if (isSet(definition)) {
    return {
      definition,
      check: (given) => checkSet(definition, given),
      diff: ({ state }, args) => diffSet(definition, state, args),
      memoryKeys: ({ state }) => ownIds(definition, state).map((own) => memberMemoryKey(definition, state, own)),
      missingParent: (args, context) =>
        missingParent({ definition, args, context }, () => context.reads.all(collectionPath(definition, args))),
      previewWarnings: (state, args, context) => previewSet({ definition, args, context }, state),
      reminders: () => Promise.resolve([]),
      importProblem: (args, context) => previewSetImport({ definition, args, context }),
      create: (args, context) => createSet({ definition, args, context }),
      read: (recorded, context) => readSet(definition, recorded, context),
      update: ({ state }, args, context) => updateSet({ definition, args, context }, state),
      remove: ({ state }, context) => removeSet(definition, state, context),
      list: (args, context) => listSets(definition, args, context),
    };
  }
  const ofOneObject = {
    definition,
    check: (given: Arguments) => check(definition, given),
    diff: ({ id, state }: Recorded, args: Values) => diff({ definition, args, id }, state),
    memoryKeys: ({ id }: Recorded) => [memoryKey(definition, id)],
    importProblem: (args: Values, context: Context) => previewImport(definition, args, context),
  };
  if (isAction(definition)) {
    return {
      ...ofOneObject,
      missingParent: () => Promise.resolve(undefined),
      previewWarnings: (state, args, context) =>
        Promise.resolve(state ? [] : previewAction({ definition, args, context })),
      reminders: () => Promise.resolve([]),
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
    previewWarnings: (state, args, context) =>
      state ? Promise.resolve([]) : previewCreate({ definition, args, context }),
    reminders: (state, context) => remindOfDuplicates(definition, state, context),
    create: (args, context) => create({ definition, args, context }),
    read: ({ id, state }, context) => read({ definition, id, context }, state),
    update: ({ id, state }, args, context) => update({ definition, id, args, context }, state),
    remove: ({ id, state }, context) => remove({ definition, id, context }, state),
    list: (args, context) => listObjects(definition, args, context),
  };
}

/** Notes in the journal that the state has the resource, and the duplicates it remembers: the engine has shown it. */
export function noteRecorded(
  definition: Definition,
  { urn, ...shown }: Recorded & { readonly urn: string | undefined },
  { journal }: Context,
): void {
  if (urn === undefined) return;
  journal.recorded(asRecorded(definition, urn, shown));
  for (const id of duplicatesOf(shown.state)) journal.recorded(asRecorded(definition, urn, { id, state: {} }));
}

/** Runs an operation, and notes that the engine gets its result, even if it fails halfway. */
export async function trackPersistence(
  definition: Definition,
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

/** A create, or an update if there is a state. */
interface Change {
  readonly state?: Values;
  readonly args: Values;
}

/** Gives the warnings about a coming change that only the service or the journal can know. */
export async function warnOfChange(calls: KindCalls, { state, args }: Change, context: Context): Promise<void> {
  if (context.problem !== undefined) return;
  for (const warning of await calls.previewWarnings(state, args, context)) context.warn(warning);
}
