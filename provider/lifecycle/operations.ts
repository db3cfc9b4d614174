import { isAction, recordsOf } from "../definition/definition";
import type { ActionDefinition, Definition } from "../definition/definition";
import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import {
  createAction,
  interruptedActionResults,
  listAction,
  missingSubjects,
  readAction,
  removeAction,
  resumeAction,
  unsuitableSubjects,
} from "./action";
import type { Context, ResourceCall } from "./context";
import { check, create, diff, interruptedResults, listObjects, previewImport, read, remove, update } from "./object";
import type { Checked, Difference, InterruptedResult, OldAndNewInputs, Read } from "./object";
import {
  listBefore,
  memoryKey,
  overlapsOf,
  parentObject,
  previewMove,
  previewRename,
  remindOfDuplicates,
} from "./identity";
import { previewAction, previewCreate } from "./ownership";
import type { Interruption } from "./ownership";
import { unusableParent, missingReferences, ownReferences, previewLimits } from "./catalogue";
import {
  checkSet,
  createSet,
  diffSet,
  identifyZone,
  interruptedSetResults,
  listSets,
  overlapsOfSet,
  ownIds,
  previewSet,
  previewSetImport,
  readSet,
  recordKey,
  removeSet,
  updateSet,
} from "./record-set";
import { collectionPath } from "./state";
import type { Recorded, Wanted } from "./state";
import { identifyContent } from "./upload";
import type { Identified } from "./upload";

/** Operations that differ between ordinary resources, actions and the record set. */
export interface ResourceOperations<Kind extends Definition> {
  /** The inputs, with what is read for them, and what is wrong with that. */
  complete(call: ResourceCall<Kind>, olds: Values): Promise<Identified>;
  /** Pure and offline. */
  check(definition: Kind, given: OldAndNewInputs): Checked;
  /** Pure and offline. */
  diff(wanted: Wanted<Kind>, recorded: Recorded, now?: Values): Difference;
  /** Conflicts of what the resource declares with other resources of the program. Offline. */
  overlaps(call: ResourceCall<Kind>): readonly string[];
  /** Keys in `RunMemory` of the remote resources that the resource manages. */
  keys(definition: Kind, recorded: Recorded): readonly string[];
  /** Failures of inputs that name resources which do not exist, or in which nothing can be created. */
  unusable(call: ResourceCall<Kind>): Promise<readonly Failure[]>;
  /** Warnings for the preview of a create that require the API or the journal. */
  previewCreate(call: ResourceCall<Kind>): readonly string[] | Promise<readonly string[]>;
  /** Warnings for the preview of an update. */
  previewUpdate?(call: ResourceCall<Kind>, recorded: Recorded): Promise<readonly string[]>;
  /** Called at every preview of an existing resource, changed or not. */
  remind?(definition: Kind, state: Values, context: Context): Promise<void>;
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
  complete: identifyContent,
  check,
  diff,
  overlaps: (call) => overlapsOf(call),
  keys: (definition, { id }) => [memoryKey(definition, id)],
  unusable: async (call) => [
    ...(await unusableParent(call, {
      list: () => listBefore(call, previewLimits(call.context)),
      parent: () => parentObject(call),
    })),
    ...(await missingReferences(call, ownReferences(call))),
  ],
  previewCreate,
  previewUpdate: async (call, recorded) => [
    ...(await previewRename(call, recorded)),
    ...(await previewMove(call, recorded.state)),
  ],
  remind: remindOfDuplicates,
  importProblem: previewImport,
  create,
  read,
  update,
  remove,
  list: listObjects,
  interruptedResults,
};

const ACTION: ResourceOperations<ActionDefinition> = {
  complete: identifyContent,
  check,
  diff,
  overlaps: () => [],
  keys: (definition, { id }) => [memoryKey(definition, id)],
  unusable: missingSubjects,
  previewCreate: async (call) => [...previewAction(call), ...(await unsuitableSubjects(call))],
  importProblem: previewImport,
  create: createAction,
  read: readAction,
  update: resumeAction,
  remove: removeAction,
  list: listAction,
  interruptedResults: interruptedActionResults,
};

const RECORD_SET: ResourceOperations<Definition> = {
  complete: async (call, olds) => ({ args: await identifyZone(call, olds), failures: [] }),
  check: (_, given) => checkSet(given),
  diff: ({ args }, recorded) => diffSet(args, recorded),
  overlaps: overlapsOfSet,
  keys: (_, { state }) => ownIds(state).map((id) => recordKey(state, id)),
  unusable: (call) =>
    unusableParent(call, {
      list: () => call.context.reads.all(collectionPath(call.definition, call.args)),
      parent: () => parentObject(call),
    }),
  previewCreate: (call) => previewSet(call, undefined),
  previewUpdate: (call, { state }) => previewSet(call, state),
  importProblem: previewSetImport,
  create: createSet,
  read: (_, recorded, context) => readSet(recorded, context),
  update: updateSet,
  remove: (_, recorded, context) => removeSet(recorded, context),
  list: (_, args, context) => listSets(args, context),
  interruptedResults: interruptedSetResults,
};

export function operationsOf(definition: Definition): ResourceOperations<Definition> {
  return recordsOf(definition) ? RECORD_SET : isAction(definition) ? ACTION : OBJECT;
}
