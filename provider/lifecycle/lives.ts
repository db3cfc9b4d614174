import { isAction } from "../action";
import type { Definition, Values } from "../definition";
import { performAction, resumeAction } from "./act";
import { readAction, removeAction } from "./act-object";
import type { Context } from "./context";
import { create } from "./create";
import { remove } from "./delete";
import { read } from "./read";
import type { Read } from "./read";
import type { Created } from "./state";
import { update } from "./update";

/** The calls of a resource's life that reach the service. */
interface Life {
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

/** How the resources of this kind live: as objects of the service, or as something that is done once. */
export function lifeOf(definition: Definition): Life {
  if (!isAction(definition)) return { create, read, update, remove };
  return {
    create: (_, args, context) => performAction(definition, args, context),
    read: (_, id, state, context) => readAction(definition, id, state, context),
    update: (_, id, state, args, context) => resumeAction(definition, id, state, args, context),
    remove: (_, id, state, context) => removeAction(definition, id, state, context),
  };
}
