import type { Values } from "../../definition/values";
import type { SetDefinition } from "../../definition/set";
import { listEverywhere } from "../object/list";
import type { Context } from "../state/context";
import { idOf } from "../state/ids";
import type { Place } from "../state/places";
import type { Recorded } from "../state/recorded";
import { readMembers } from "./observe";
import { firstRead } from "./read";

/** The set of everything in the collection that the arguments name, or one for each collection of the kind. */
export function listSets(definition: SetDefinition, args: Values, context: Context): Promise<readonly Recorded[]> {
  const listIn = async ({ args: parents }: Place): Promise<readonly Recorded[]> => {
    const live = await readMembers(definition, {}, parents, context);
    const id = idOf(definition, parents, { id: definition.set.members });
    return [{ id, state: firstRead(definition, parents, live).state }];
  };
  return listEverywhere(definition, args, { context, listIn });
}
