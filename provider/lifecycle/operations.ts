import { isAction, isSet } from "../definition/definition";
import type { ActionDefinition, Definition, SetDefinition } from "../definition/definition";
import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import { interruptedActionResults, listAction, performAction, readAction, removeAction, resumeAction } from "./action";
import type { Context, ResourceCall } from "./context";
import { check, create, diff, interruptedResults, listObjects, previewImport, read, remove, update } from "./object";
import type { Checked, Difference, InterruptedResult, OldAndNewInputs, Read } from "./object";
import { listBefore, memoryKey, previewAction, previewCreate, previewMove, remindOfDuplicates } from "./ownership";
import type { Interruption } from "./ownership";
import { missingParent, previewLimits } from "./catalogue";
import {
  checkSet,
  createSet,
  diffSet,
  interruptedSetResults,
  listSets,
  memberMemoryKey,
  ownIds,
  previewSet,
  previewSetImport,
  readSet,
  removeSet,
  updateSet,
} from "./set";
import { collectionPath } from "./state";
import type { Recorded, Wanted } from "./state";

/** Operations that differ between ordinary resources, actions and sets. */
export interface ResourceOperations<Kind extends Definition> {
  /** Pure and offline. */
  check(definition: Kind, given: OldAndNewInputs): Checked;
  /** Pure and offline. */
  diff(wanted: Wanted<Kind>, recorded: Recorded): Difference;
  /** Keys in `RunMemory` of the remote resources that the resource manages. */
  keys(definition: Kind, recorded: Recorded): readonly string[];
  /** Failure for an input that names a nonexistent parent, in which nothing can be created. */
  missingParent?(call: ResourceCall<Kind>): Promise<Failure | undefined>;
  /** Warnings for the preview of a create that require the API or the journal. */
  previewCreate(call: ResourceCall<Kind>): readonly string[] | Promise<readonly string[]>;
  /** Warnings for the preview of an update. */
  previewUpdate?(call: ResourceCall<Kind>, state: Values): Promise<readonly string[]>;
  /** Warnings repeated at every preview of an existing resource, changed or not. */
  reminders?(definition: Kind, state: Values, context: Context): Promise<readonly string[]>;
  /** Why the requested import will fail. */
  importProblem(call: ResourceCall<Kind>): Promise<string | undefined>;
  create(call: ResourceCall<Kind>): Promise<Recorded>;
  read(definition: Kind, recorded: Recorded, context: Context): Promise<Read | undefined>;
  /** @returns the new state */
  update(call: ResourceCall<Kind>, recorded: Recorded): Promise<Values>;
  remove(definition: Kind, recorded: Recorded, context: Context): Promise<void>;
  list(definition: Kind, args: Values, context: Context): Promise<readonly Recorded[]>;
  interruptedResults(
    call: ResourceCall<Kind>,
    interruption: Interruption,
  ): Promise<readonly InterruptedResult[] | undefined>;
}

const OBJECT: ResourceOperations<Definition> = {
  check,
  diff,
  keys: (definition, { id }) => [memoryKey(definition, id)],
  missingParent: (call) => missingParent(call, () => listBefore(call, previewLimits(call.context))),
  previewCreate,
  previewUpdate: previewMove,
  reminders: remindOfDuplicates,
  importProblem: previewImport,
  create,
  read,
  update,
  remove,
  list: listObjects,
  interruptedResults,
};

const ACTION: ResourceOperations<ActionDefinition> = {
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
  interruptedResults: interruptedActionResults,
};

const SET: ResourceOperations<SetDefinition> = {
  check: checkSet,
  diff: diffSet,
  keys: (definition, { state }) => ownIds(definition, state).map((own) => memberMemoryKey(definition, state, own)),
  missingParent: (call) =>
    missingParent(call, () => call.context.reads.all(collectionPath(call.definition, call.args))),
  previewCreate: (call) => previewSet(call, undefined),
  previewUpdate: previewSet,
  importProblem: previewSetImport,
  create: createSet,
  read: readSet,
  update: updateSet,
  remove: removeSet,
  list: listSets,
  interruptedResults: interruptedSetResults,
};

export function operationsOf(definition: Definition): ResourceOperations<Definition> {
  return isSet(definition) ? SET : isAction(definition) ? ACTION : OBJECT;
}
