import { CloudError, NotFoundError } from "../api/errors";
import type { Definition, Values } from "../definition";
import { isIgnored, optionsOf } from "./context";
import type { Context } from "./context";
import { readDetails } from "./details";
import { differing, memoryKey, spelled } from "./identity";
import { idOf, parseId } from "./paths";
import { refuseUnmanageable } from "./manageable";
import { holderOf, noteHeld } from "./run-memory";
import { finishedState, givenArguments } from "./state";
import type { Created } from "./state";
import { readLive } from "./wait";

/**
 * Takes over the object that the `import` option names. It must be what the arguments ask for, but for what
 * `ignoreChanges` lists and what the service never tells. Nothing is written.
 */
export async function adoptNamed(definition: Definition, args: Values, context: Context): Promise<Created> {
  const { import: named = "", urn } = optionsOf(args);
  refuseUnmanageable(definition, named, "imported");
  const live = await readNamed(definition, named, context);
  const parents = parseId(definition, named).args;
  const id = idOf(definition, parents, live);
  const wanted = await spelled(definition, args, context);
  const names = [
    ...Object.keys(parents).filter((name) => String(args[name]) !== String(parents[name])),
    ...differing(definition, wanted, live, givenArguments(definition, args)),
  ].filter((name) => !isIgnored(args, name));
  if (names.length > 0) {
    throw new CloudError(
      `Import of the ${definition.noun} with id ${id} stopped before anything was written, because the program differs from it ` +
        `in: ${names.join(", ")}. Make the program agree, or list the property in ignoreChanges.`,
    );
  }
  const key = memoryKey(definition, id);
  const holder = holderOf(context.memory, key);
  if (holder !== undefined && holder !== urn) {
    throw new CloudError(`The ${definition.noun} with id ${id} cannot be imported: ${holder} of this program has it.`);
  }
  noteHeld(context.memory, urn, key);
  const details = await readDetails(definition, id, { live, state: {} }, context);
  return { id, state: { ...finishedState(definition, live, args), ...details } };
}

async function readNamed(definition: Definition, id: string, context: Context): Promise<Values> {
  try {
    return await readLive(definition, id, context);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new CloudError(`There is no ${definition.noun} with id ${id} to import: ${error.message}.`);
  }
}
