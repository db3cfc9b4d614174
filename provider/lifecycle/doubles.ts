import type { Definition, Values } from "../definition";
import type { Context } from "./context";
import { isLeaving, memoryKey, readIfThere } from "./identity";
import { locate } from "./paths";
import { doublesOf } from "./state";

/**
 * What a preview says of the objects that a create left alone although they were just like its own: each time, for as long as
 * they are there and nobody has taken them over. Sends nothing where there were none.
 */
export async function remindOfDoubles(definition: Definition, state: Values, context: Context): Promise<string[]> {
  const reminders: string[] = [];
  for (const id of doublesOf(state)) {
    if (context.memory.known.has(memoryKey(definition, id))) continue;
    const { collection, ownId } = locate(definition, id);
    const live = await readIfThere(collection, ownId, context);
    if (live && !isLeaving(definition, live)) reminders.push(doubleOf(definition, id));
  }
  return reminders;
}

function doubleOf({ noun }: Definition, id: string): string {
  return (
    `The ${noun} with id ${id} was just like this one when this one was made, or was made for it by a run that was stopped. It is ` +
    `still there, and it does not change with this one. Delete it, or let a resource of its own import it: \`import: "${id}"\`.`
  );
}
