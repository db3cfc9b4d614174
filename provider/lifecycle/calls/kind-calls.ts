import { isAction } from "../../definition/action";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { isSet } from "../../definition/set";
import type { Failure } from "../../definition/types";
import { listAction, performAction, readAction, removeAction, resumeAction } from "../action";
import { check, create, diff, listObjects, previewImport, read, remove, update } from "../object";
import {
  memoryKey,
  missingParent,
  missingParentOfObject,
  previewAction,
  previewCreate,
  remindOfDuplicates,
} from "../ownership";
import type { Arguments, Checked, Difference, Read } from "../object";
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
import { collectionPath } from "../state";
import type { Recorded } from "../state";

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
