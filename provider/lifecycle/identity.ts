import { CloudError, NotFoundError } from "../api/errors";
import { readList } from "../api/paging";
import { replacingArguments } from "../definition";
import type { Definition, Values } from "../definition";
import { isSame } from "./compare";
import { optionsOf } from "./context";
import type { Context } from "./context";
import { collectionPath, idOf } from "./paths";
import { givenArguments, liveValue } from "./state";

/** Names an object of this kind uniquely in the run's memory. */
export function memoryKey(definition: Definition, id: string): string {
  return `${definition.kind} ${id}`;
}

/**
 * Looks, before the first POST, for the object that an earlier run may have made and lost. One list per collection and run
 * serves all creates.
 * @throws CloudError when the name that the user chose is taken by an object that nothing shows to be ours.
 */
export async function findOwnBeforeCreate(
  definition: Definition,
  args: Values,
  context: Context,
): Promise<Values | undefined> {
  const before = await listBefore(definition, args, context);
  const wanted = await spelled(definition, args, context);
  const candidates = withIdentity(definition, wanted, before);
  const found = candidates.find((live) => isUnclaimed(definition, args, live, context));
  if (!found) {
    await refuseOwnName(definition, wanted, candidates, context);
    return undefined;
  }
  const isOurs = !definition.identity.unique || (optionsOf(args).generated && replacingAgree(definition, args, found));
  if (!isOurs) throw taken(definition, args, found);
  return claim(definition, args, found, context);
}

/**
 * The candidates belong to this stack. One that still has the name is in the way: usually the very resource that a forced
 * replacement is to replace, which the engine does not tell.
 */
async function refuseOwnName(
  definition: Definition,
  args: Values,
  candidates: readonly Values[],
  context: Context,
): Promise<void> {
  if (!definition.identity.unique) return;
  for (const { id } of candidates) {
    const live = await readIfThere(collectionPath(definition, args), String(id), context);
    if (live && withIdentity(definition, args, [live]).length > 0) throw takenByOwn(definition, args, live);
  }
}

async function readIfThere(collection: string, id: string, context: Context): Promise<Values | undefined> {
  try {
    return await context.reads.now(collection, id);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Looks, after a POST without a clear answer, for what it may have made. */
export async function findOwnAfterPost(
  definition: Definition,
  args: Values,
  context: Context,
): Promise<Values | undefined> {
  const before = new Set((await listBefore(definition, args, context)).map((live) => String(live.id)));
  const wanted = await spelled(definition, args, context);
  const now = await readList(context.send, { path: collectionPath(definition, args) });
  const found = withIdentity(definition, wanted, now).find(
    (live) => !before.has(String(live.id)) && isUnclaimed(definition, args, live, context),
  );
  return found && claim(definition, args, found, context);
}

/** Whether every argument that would replace the object is as the live object has it. */
function replacingAgree(definition: Definition, args: Values, live: Values): boolean {
  return differing(definition, args, live, replacingArguments(definition)).length === 0;
}

/** Names of those given arguments whose live value differs. */
export function differing(definition: Definition, args: Values, live: Values, names: readonly string[]): string[] {
  return names.filter((name) => {
    const rule = definition.args[name];
    if (!rule || rule.writeOnly) return false;
    return (
      !isSame(rule, args[name], liveValue(name, rule, live, args), args) &&
      !(args[name] === undefined && !rule.replaces)
    );
  });
}

function listBefore(definition: Definition, args: Values, context: Context): Promise<readonly Values[]> {
  const path = collectionPath(definition, args);
  const listed = context.memory.before.get(path) ?? readList(context.send, { path });
  context.memory.before.set(path, listed);
  listed.catch(() => context.memory.before.delete(path));
  return listed;
}

/** The arguments as the service would show them, where that depends on the object that the collection is in. */
async function spelled(definition: Definition, args: Values, context: Context): Promise<Values> {
  const spell = definition.identity.spelledIn?.(args);
  if (!spell) return args;
  const path = collectionPath(definition, args).replace(/\/[^/]*$/, "");
  const parent = context.memory.parents.get(path) ?? context.send({ method: "GET", path });
  context.memory.parents.set(path, parent);
  parent.catch(() => context.memory.parents.delete(path));
  return spell(await parent);
}

function withIdentity(definition: Definition, args: Values, objects: readonly Values[]): Values[] {
  return objects.filter((live) =>
    definition.identity.by.every((name) => {
      const rule = definition.args[name];
      if (!rule) return false;
      const told = rule.readFrom ? rule.readFrom(live) : live[name];
      if (rule.readFrom && told === undefined) return true;
      return isSame(rule, args[name] ?? rule.omittedFromCreate, told, args) || isEmpty(args[name], told);
    }),
  );
}

/** What is not asked for matches what the service shows for "none": null, 0 or the empty string. */
function isEmpty(wanted: unknown, live: unknown): boolean {
  return wanted === undefined && (live === null || live === undefined || live === 0 || live === "");
}

function isUnclaimed(definition: Definition, args: Values, live: Values, { memory }: Context): boolean {
  const key = memoryKey(definition, idOf(definition, args, live));
  return !memory.known.has(key) && !memory.adopted.has(key) && !memory.deleted.has(key);
}

/** Before anything else can run, so that no two creates find the same object. */
function claim(definition: Definition, args: Values, live: Values, { memory }: Context): Values {
  memory.known.add(memoryKey(definition, idOf(definition, args, live)));
  return live;
}

function identityOf(definition: Definition, args: Values): string {
  return definition.identity.by.map((by) => `${by} "${String(args[by])}"`).join(", ");
}

function takenByOwn(definition: Definition, args: Values, live: Values): CloudError {
  return new CloudError(
    `This stack has a ${definition.noun} with ${identityOf(definition, args)} already, with id ${idOf(definition, args, live)}. ` +
      "Nothing was changed. To force its replacement, set the resource option deleteBeforeReplace; to have another, change " +
      `${definition.identity.by.join(", ")}.`,
  );
}

function taken(definition: Definition, args: Values, live: Values): CloudError {
  const name = identityOf(definition, args);
  const id = idOf(definition, args, live);
  const differences = differing(definition, args, live, givenArguments(definition, args)).join(", ");
  return new CloudError(
    `A ${definition.noun} with ${name} exists already, with id ${id}, and nothing shows that this stack made it. ` +
      `To manage it here, set the resource option \`import: "${id}"\` for one run` +
      `${differences === "" ? "" : ` (these arguments differ from it: ${differences})`}; to have another, change ${definition.identity.by.join(", ")}.`,
  );
}
