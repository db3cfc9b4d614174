import { CloudError, NotFoundError } from "../api/errors";
import type { Definition, Values } from "../definition";
import { isIgnored, optionsOf } from "./context";
import type { Context } from "./context";
import { differing, memoryKey } from "./identity";
import { parseId } from "./paths";
import { finishedState, givenArguments, liveValue } from "./state";
import type { Created } from "./state";
import { readLive } from "./wait";

/**
 * Takes over the object that the `import` option names. It must be what the arguments ask for, but for what
 * `ignoreChanges` lists and what the service never tells. Nothing is written.
 */
export async function adoptNamed(definition: Definition, args: Values, context: Context): Promise<Created> {
  const { import: id = "" } = optionsOf(args);
  const live = await readNamed(definition, id, context);
  const wanted = { ...parseId(definition, id).args, ...args };
  const wrongParent = Object.entries(parseId(definition, id).args).filter(
    ([name, value]) => String(args[name]) !== String(value),
  );
  const names = [
    ...wrongParent.map(([name]) => name),
    ...differing(definition, wanted, live, givenArguments(definition, args)),
  ].filter((name) => !isIgnored(args, name));
  if (names.length > 0) {
    const list = names.map((name) => describe(definition, name, wanted, live)).join("; ");
    throw new CloudError(
      `Import of the ${definition.noun} with id ${id} stopped before anything was written, because the program differs from it: ` +
        `${list}. Make the program agree, or list the property in ignoreChanges.`,
    );
  }
  const key = memoryKey(definition, id);
  context.memory.known.add(key);
  context.memory.adopted.add(key);
  const accepted = Object.fromEntries(
    givenArguments(definition, args).flatMap((name) => {
      const rule = definition.args[name];
      return rule && isIgnored(args, name) ? [[name, liveValue(name, rule, live, args)]] : [];
    }),
  );
  return { id, state: finishedState(definition, live, { ...args, ...accepted }) };
}

async function readNamed(definition: Definition, id: string, context: Context): Promise<Values> {
  try {
    return await readLive(definition, id, context);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new CloudError(`There is no ${definition.noun} with id ${id} to import: ${error.message}.`);
  }
}

function describe(definition: Definition, name: string, args: Values, live: Values): string {
  const rule = definition.args[name];
  if (!rule || rule.secret) return name;
  return `${name} is ${JSON.stringify(args[name])} in the program and ${JSON.stringify(liveValue(name, rule, live, args))} at the service`;
}
