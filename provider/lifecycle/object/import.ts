import { CloudError, NotFoundError, isCloudFailure } from "../../api/errors";
import { isInPath } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/values";
import { PREVIEW_TIMEOUT_MS } from "../catalogue";
import { memoryKey, normalizedInputs } from "../identity";
import {
  differingInputs,
  finishedState,
  givenArguments,
  idOf,
  liveValue,
  parseId,
  isIgnored,
  isSame,
  optionsOf,
  rejectUnmanageable,
} from "../state";
import { announceManaged } from "../context";
import { capitalize, resourceName, sentence } from "../wording";
import type { ResourceCall, Context, Deadline, ObjectRead } from "../context";
import type { Recorded } from "../state";
import { readLive } from "../waiting";
import { difference } from "./difference";
import { readSubResources } from "./record";

/**
 * Adopts the remote resource that the `import` option names, without a write. It must match the inputs, except for those in `ignoreChanges`
 * and those that the API never returns.
 */
export async function importObject(call: ResourceCall): Promise<Recorded> {
  const { definition, args, context } = call;
  const { import: named = "", urn } = optionsOf(args);
  rejectUnmanageable(definition, named, "imported");
  const live = await readNamed({ definition, id: named, context });
  const id = idOf(definition, parseId(definition, named).args, live);
  const problem = await importDifference(call, live);
  if (problem !== undefined) throw new CloudError(problem);
  const key = memoryKey(definition, id);
  const holder = context.memory.program.managerOf(key);
  if (holder !== undefined && holder !== urn) {
    throw new CloudError(
      `${capitalize(definition.noun)} ${id} cannot be imported: ${resourceName(holder)} already manages it.`,
    );
  }
  announceManaged(context, { urn }, key);
  const details = await readSubResources({ definition, id, context }, { live, state: {} });
  return { id, state: { ...finishedState(definition, live, args), ...details } };
}

/** Names of the inputs that differ from a resource as `list` returned it, and would make its import fail. */
export async function differingFromListed(call: ResourceCall, state: Values): Promise<readonly string[]> {
  const { definition, args } = call;
  const wanted = await normalizedInputs(call);
  return givenArguments(definition, args).filter((name) => {
    const rule = definition.args[name];
    return rule && !rule.writeOnly && !isSame(rule, [wanted[name], state[name]], wanted);
  });
}

/** Why the import will fail, as far as a preview can determine. Only warns if the resource cannot be read. */
export function previewImport({ definition, args, context }: ResourceCall): Promise<string | undefined> {
  return warnIfUnreadable(context, async () => {
    const { import: named = "" } = optionsOf(args);
    const wanted = withNamedParents(definition, args);
    const live = await readNamed({ definition, id: named, context, deadline: previewDeadline(context) });
    // The canonical form of one input may depend on another, so all must be known.
    return hasUnknown(wanted) ? undefined : importDifference({ definition, args: wanted, context }, live);
  });
}

/** The inputs, with unknown path inputs taken from the import ID: the same update may import the parents. */
export function withNamedParents(definition: Definition, args: Values): Values {
  const parents = namedParents(definition, args);
  return { ...args, ...Object.fromEntries(Object.entries(parents).filter(([name]) => hasUnknown(args[name]))) };
}

/** The path inputs in the import ID. */
function namedParents(definition: Definition, args: Values): Values {
  return parseId(definition, optionsOf(args).import ?? "").args;
}

/** Returns why an import will fail, and warns if the check itself fails. */
export async function warnIfUnreadable(
  context: Context,
  find: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof NothingToImport) return error.message;
    if (!isCloudFailure(error)) throw error;
    context.warn(`Could not check whether this import matches the program: ${sentence(error)}`);
    return undefined;
  }
}

export class NothingToImport extends CloudError {
  constructor({ noun }: Definition, id: string, error: Error) {
    super(
      `${capitalize(noun)} ${id} does not exist, so it cannot be imported. To create it, remove the \`import\` option. ` +
        `Cause: ${sentence(error)}`,
    );
  }
}

async function importDifference(call: ResourceCall, live: Values): Promise<string | undefined> {
  const { definition, args } = call;
  const parents = namedParents(definition, args);
  const wanted = await normalizedInputs(call);
  const names = [
    ...Object.keys(parents).filter((name) => String(args[name]) !== String(parents[name])),
    ...differingInputs({ definition, args: wanted }, live, givenArguments(definition, args)),
  ].filter((name) => !isIgnored(args, name));
  if (names.length === 0) return undefined;
  const differences = names.map((name) => {
    const rule = definition.args[name];
    const actual = rule && isInPath(rule) ? parents[name] : liveValue({ definition, args: {} }, name, live);
    return difference(call, name, actual);
  });
  return (
    `${capitalize(definition.noun)} ${idOf(definition, parents, live)} cannot be imported because its inputs in the program don't match it. ` +
    `Change these inputs or add them to ignoreChanges: ${differences.join(", ")}. Nothing was imported or changed.`
  );
}

function previewDeadline({ clock }: Context): Deadline {
  return { at: clock.now() + PREVIEW_TIMEOUT_MS, seconds: PREVIEW_TIMEOUT_MS / 1000, operation: "create" };
}

async function readNamed(named: ObjectRead): Promise<Values> {
  try {
    return await readLive(named);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NothingToImport(named.definition, named.id, error);
  }
}
