import { CloudError, NotFoundError } from "../api/errors";
import { readList } from "../api/paging";
import { effectiveValue, replacingArguments } from "../definition";
import type { Definition, Values } from "../definition";
import { isSame } from "./compare";
import { optionsOf } from "./context";
import type { Context } from "./context";
import { collectionPath, idOf } from "./paths";
import { onceInRun } from "./run-memory";
import { givenArguments, liveValue } from "./state";

/** Names an object of this kind uniquely in the run's memory. */
export function memoryKey(definition: Definition, id: string): string {
  return `${definition.kind} ${id}`;
}

/** Age up to which an object with a generated name counts as what a killed run of this stack has left. */
const CRASH_WINDOW_MS = 60 * 60 * 1000;

/**
 * Looks, before the first POST, for the object that an earlier run may have made and lost. Only a kind with unique names can
 * tell it from somebody else's; of others, a warning names what is alike. One list per collection and run serves all creates.
 * @throws CloudError when the name is taken by an object that nothing shows to be lost, or that this stack has already.
 */
export async function findOwnBeforeCreate(
  definition: Definition,
  args: Values,
  context: Context,
): Promise<Values | undefined> {
  const before = await listBefore(definition, args, context);
  if (!definition.identity.unique) {
    const alike = withIdentity(definition, await spelled(definition, args, context), before).filter((live) =>
      isUnclaimed(definition, args, live, context),
    );
    for (const { id } of alike.filter((live) => isOurs(definition, args, live, context))) {
      const live = await readIfThere(collectionPath(definition, args), String(id), context);
      if (live) return claim(definition, args, live, context);
    }
    for (const live of alike) context.warn(leftAlone(definition, args, live));
    return undefined;
  }
  for (const { id } of withIdentity(definition, args, before)) {
    const live = await readIfThere(collectionPath(definition, args), String(id), context);
    if (!live || isLeaving(definition, live) || withIdentity(definition, args, [live]).length === 0) continue;
    if (!isUnclaimed(definition, args, live, context)) throw takenByOwn(definition, args, live);
    if (!isOurs(definition, args, live, context)) throw taken(definition, args, live);
    return claim(definition, args, live, context);
  }
  return undefined;
}

/** The object with the name of one that is to be created, where no resource of this run is known to have it; for a preview. */
export async function foundBeforeCreate(
  definition: Definition,
  args: Values,
  context: Context,
): Promise<{ id: string; isOurs: boolean; taken: CloudError } | undefined> {
  const named = withIdentity(definition, args, await listBefore(definition, args, context));
  const live = named.find((one) => !isLeaving(definition, one) && isUnclaimed(definition, args, one, context));
  if (!live) return undefined;
  const id = idOf(definition, args, live);
  return { id, isOurs: isOurs(definition, args, live, context), taken: taken(definition, args, live) };
}

function isOurs(definition: Definition, args: Values, live: Values, { clock }: Context): boolean {
  // The service's dates are in UTC and do not say so.
  const ageMs = clock.today() - Date.parse(`${String(live.created)}Z`);
  // A run that was killed may have been at it for as long as a create may take.
  const windowMs = Math.max(CRASH_WINDOW_MS, definition.deadlines.createSec * 1000);
  return optionsOf(args).generated === true && replacingAgree(definition, args, live) && ageMs < windowMs;
}

function isLeaving({ wait }: Definition, live: Values): boolean {
  return wait?.leaving !== undefined && live.status === wait.leaving;
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
    if (!rule || rule.writeOnly || (args[name] === undefined && !rule.replaces)) return false;
    const wanted = effectiveValue(definition, name, args);
    if (wanted === undefined && rule.whenLeftOut) return false;
    const told = rule.keepsAsked && rule.readFrom ? rule.readFrom(live) : liveValue(name, rule, live, args);
    return !isSame(rule, wanted, told, args);
  });
}

function listBefore(definition: Definition, args: Values, context: Context): Promise<readonly Values[]> {
  const path = collectionPath(definition, args);
  return onceInRun(context.memory.before, path, () => readList(context.send, { path }));
}

/** The arguments as the service would show them, where that depends on the object that the collection is in. */
export async function spelled(definition: Definition, args: Values, context: Context): Promise<Values> {
  const spell = definition.identity.spelledIn?.(args);
  return spell ? spell(await parentObject(definition, args, context)) : args;
}

/** The object that the collection is in; read once in a run. */
export function parentObject(definition: Definition, args: Values, { memory, send }: Context): Promise<Values> {
  const path = parentPath(definition, args);
  return onceInRun(memory.parents, path, () => send({ method: "GET", path }));
}

export function parentPath(definition: Definition, args: Values): string {
  return collectionPath(definition, args).replace(/\/[^/]*$/, "");
}

/** Those of the objects that the arguments may mean. */
export function withIdentity(definition: Definition, args: Values, objects: readonly Values[]): Values[] {
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
  return !memory.known.has(key) && !memory.deleted.has(key);
}

/** Before anything else can run, so that no two creates find the same object. */
function claim(definition: Definition, args: Values, live: Values, { memory }: Context): Values {
  memory.known.add(memoryKey(definition, idOf(definition, args, live)));
  return live;
}

const RENAMED =
  "If this resource was renamed or moved in the program, give its former name in the option `aliases`, and it keeps its object.";

function leftAlone(definition: Definition, args: Values, live: Values): string {
  const id = idOf(definition, args, live);
  return (
    `The ${definition.noun} with id ${id} is just like this one. It was left alone, because nothing tells whose it is. ${RENAMED} ` +
    `If a run of this stack was killed while it made it, delete it, or import it: \`import: "${id}"\`.`
  );
}

function identityOf(definition: Definition, args: Values): string {
  return definition.identity.by.map((by) => `${by} "${String(args[by])}"`).join(", ");
}

function takenByOwn(definition: Definition, args: Values, live: Values): CloudError {
  return new CloudError(
    `The ${definition.noun} with id ${idOf(definition, args, live)} of this stack has ${identityOf(definition, args)} already. ` +
      "Nothing was changed. To force its replacement, set the resource option deleteBeforeReplace; to have another, change " +
      `${definition.identity.by.join(", ")}.`,
  );
}

function taken(definition: Definition, args: Values, live: Values): CloudError {
  const id = idOf(definition, args, live);
  const differences = differing(definition, args, live, givenArguments(definition, args));
  const differs = differences.length === 0 ? "" : ` (these arguments differ from it: ${differences.join(", ")})`;
  return new CloudError(
    `The ${definition.noun} with id ${id} has ${identityOf(definition, args)} already. Nothing was changed, because a create cannot ` +
      `tell whose it is. ${RENAMED} If its replacement is forced (\`--replace\`), set the option deleteBeforeReplace. If it was made ` +
      `elsewhere and is to be managed here, set the option \`import: "${id}"\` for one run${differs}. To have another, change ` +
      `${definition.identity.by.join(", ")}.`,
  );
}
