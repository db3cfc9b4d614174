import { isAction } from "../definition/action";
import { isSet } from "../definition/set";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { performAction, resumeAction } from "./action/run";
import { readAction, removeAction } from "./action/object";
import { foreseeImport } from "./object/import";
import type { Context } from "./state/context";
import { create } from "./object/create";
import { remove } from "./object/delete";
import { diff } from "./object/diff";
import { remindOfDoubles } from "./ownership/duplicates";
import type { Difference } from "./object/diff";
import { foreseeAction, foreseeCreate } from "./object/preview-create";
import { memoryKey } from "./ownership/identity";
import { read } from "./object/read";
import type { Read } from "./object/read";
import { foreseeSetImport } from "./set/import";
import { removeSet } from "./set/delete";
import { diffSet } from "./set/diff";
import { foreseeSet } from "./set/preview";
import { createSet, updateSet } from "./set/apply";
import { memberMemoryKey } from "./set/observe";
import { readSet } from "./set/read";
import { ownIds } from "./set/state";
import type { Created } from "./state/state";
import { update } from "./object/update";

/** The calls of a resource's life that differ between the sorts of kinds. */
interface Life {
  /** Pure and offline. */
  readonly diff: (definition: Definition, state: Values, args: Values, id: string) => Difference;
  /** Names in the run's memory of what the resource has at the service. */
  readonly holds: (definition: Definition, id: string, state: Values) => readonly string[];
  /** What a preview tells of a create (no state) or an update that only the service knows. */
  readonly foresee?: (
    definition: Definition,
    state: Values | undefined,
    args: Values,
    context: Context,
  ) => Promise<readonly string[]>;
  /** What every preview says of a resource that exists, be it changed or not. */
  readonly remind?: (definition: Definition, state: Values, context: Context) => Promise<readonly string[]>;
  /** Why the import that the arguments ask for is going to stop. */
  readonly foreseeImport: (definition: Definition, args: Values, context: Context) => Promise<string | undefined>;
  readonly create: (definition: Definition, args: Values, context: Context) => Promise<Created>;
  readonly read: (definition: Definition, id: string, state: Values, context: Context) => Promise<Read | undefined>;
  readonly update: (
    definition: Definition,
    id: string,
    state: Values,
    args: Values,
    context: Context,
  ) => Promise<Values>;
  readonly remove: (definition: Definition, id: string, state: Values, context: Context) => Promise<void>;
}

/** How the resources of this kind live: as objects of the service, as several objects at once, or as something that is done once. */
export function lifeOf(definition: Definition): Life {
  if (isSet(definition)) {
    return {
      diff: (_, state, args) => diffSet(definition, state, args),
      holds: (_, _id, state) => ownIds(definition, state).map((own) => memberMemoryKey(definition, state, own)),
      foresee: (_, state, args, context) => foreseeSet(definition, state, args, context),
      foreseeImport: (_, args, context) => foreseeSetImport(definition, args, context),
      create: (_, args, context) => createSet(definition, args, context),
      read: (_, id, state, context) => readSet(definition, id, state, context),
      update: (_, _id, state, args, context) => updateSet(definition, state, args, context),
      remove: (_, _id, state, context) => removeSet(definition, state, context),
    };
  }
  const holds = (_: Definition, id: string): readonly string[] => [memoryKey(definition, id)];
  if (!isAction(definition)) {
    return {
      diff,
      holds,
      foresee: foreseeCreate,
      foreseeImport,
      remind: remindOfDoubles,
      create: (_, args, context) => create({ definition, args, context }),
      read,
      update,
      remove,
    };
  }
  return {
    diff,
    holds,
    foreseeImport,
    foresee: foreseeAction,
    create: (_, args, context) => performAction(definition, args, context),
    read: (_, id, state, context) => readAction(definition, id, state, context),
    update: (_, id, state, args, context) => resumeAction({ definition, id, args, context }, state),
    remove: (_, id, state, context) => removeAction(definition, id, state, context),
  };
}
