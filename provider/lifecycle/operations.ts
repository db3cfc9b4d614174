import { isAction, recordsOf } from "../definition/definition";
import type { ActionDefinition, Definition, SetDefinition } from "../definition/definition";
import type { Values } from "../definition/values";
import { createAction, interruptedActionResults, listAction, readAction, removeAction, resumeAction } from "./action";
import type { Context, ResourceCall } from "./context";
import { memoryKey } from "./identity";
import { check, create, diff, interruptedResults, listObjects, read, remove, update } from "./object";
import type { Checked, Difference, InterruptedResult, OldAndNewInputs, Read } from "./object";
import {
  checkSet,
  createSet,
  diffSet,
  identifyZone,
  interruptedSetResults,
  listSets,
  ownIds,
  readSet,
  recordKey,
  removeSet,
  updateSet,
} from "./record-set";
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
  /** Keys in `RunMemory` of the remote resources that the resource manages. */
  keys(definition: Kind, recorded: Recorded): readonly string[];
  create(call: ResourceCall<Kind>): Promise<Recorded>;
  read(definition: Kind, recorded: Recorded, context: Context): Promise<Read | undefined>;
  /** @returns the new state */
  update(call: ResourceCall<Kind>, recorded: Recorded): Promise<Values>;
  remove(definition: Kind, recorded: Recorded, context: Context): Promise<void>;
  list(definition: Kind, args: Values, context: Context): Promise<readonly Recorded[]>;
  interruptedResults(call: ResourceCall<Kind>): Promise<readonly InterruptedResult[] | undefined>;
}

const OBJECT: ResourceOperations<Definition> = {
  complete: identifyContent,
  check,
  diff,
  keys: (definition, { id }) => [memoryKey(definition, id)],
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
  keys: (definition, { id }) => [memoryKey(definition, id)],
  create: createAction,
  read: readAction,
  update: resumeAction,
  remove: removeAction,
  list: listAction,
  interruptedResults: interruptedActionResults,
};

const RECORD_SET: ResourceOperations<SetDefinition> = {
  complete: async (call, olds) => ({ args: await identifyZone(call, olds), failures: [] }),
  check: checkSet,
  diff: diffSet,
  keys: (_, { state }) => ownIds(state).map((id) => recordKey(state, id)),
  create: createSet,
  read: readSet,
  update: updateSet,
  remove: removeSet,
  list: listSets,
  interruptedResults: interruptedSetResults,
};

export function operationsOf(definition: Definition): ResourceOperations<Definition> {
  return recordsOf(definition) ? RECORD_SET : isAction(definition) ? ACTION : OBJECT;
}
