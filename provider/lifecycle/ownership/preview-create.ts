import { CancelledError, CloudError, isNotFound } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { namesInPath } from "../../definition/path";
import type { Failure } from "../../definition/types";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/values";
import { isUnreachable, previewLimits } from "../catalogue";
import { optionsOf } from "../state";
import { isParentThere } from "../waiting";
import { unknownName } from "../wording";
import type { Asked, Context } from "../context";
import { foundBeforeCreate, likeness } from "./find-own";
import { listBefore } from "./identity";

/** Warnings at the preview of a create: that a stopped run may have begun it, or that another object has its name. */
export async function previewCreate(asked: Asked): Promise<readonly string[]> {
  const { definition, args, context } = asked;
  const { isPreview, import: named } = optionsOf(args);
  if (!isPreview || named !== undefined) return [];
  const lost = previewLost(definition, args, context);
  return lost.length > 0 ? lost : previewTaken(definition, args, context);
}

/** The same for an action, which has no name. */
export function previewAction({ definition, args, context }: Asked): readonly string[] {
  return optionsOf(args).isPreview ? previewLost(definition, args, context) : [];
}

/** What the journal knows of stopped runs that were creating this. Sends nothing. */
function previewLost({ noun }: Definition, args: Values, { journal }: Context): string[] {
  const last = journal.open(optionsOf(args).urn ?? "").at(-1);
  if (!last) return [];
  const at = new Date(last.at).toISOString();
  const update = last.isReturned ? "An earlier update" : "An interrupted update";
  return [
    `${update} (${at}) was working on this ${noun}, which is not in the state. \`pulumi up\` looks for the result of that ` +
      "update and resumes from there.",
  ];
}

/**
 * Says what will happen to a create whose name is taken, or of which there is one already. For the engine, a forced
 * replacement is such a create, so this is also where the user learns that nothing will be replaced.
 */
async function previewTaken(definition: Definition, args: Values, context: Context): Promise<readonly string[]> {
  const { by, unique } = definition.identity;
  const needed = [...namesInPath(definition.collection), ...by];
  if (optionsOf(args).deletesFirst || hasUnknown(needed.map((name) => args[name]))) return [];
  if (await isUnreachable(context)) return [];
  try {
    const all = await foundBeforeCreate({ definition, args, context });
    const found = all.find(({ isOurs }) => isOurs) ?? all[0];
    if (found === undefined) return [];
    if (!found.isOurs && !unique) return all.map(({ id }) => doubleTo(definition, id));
    if (!found.isOurs) return [`\`pulumi up\` will fail: ${found.taken.message}`];
    return [
      `\`pulumi up\` will adopt ${definition.noun} ${found.id}, whose name was generated for this resource. To replace it, set ` +
        `deleteBeforeReplace. If it belongs to another stack, change ${by.join(", ")}.`,
    ];
  } catch (error) {
    // The create itself will report whatever is wrong.
    if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
    return [];
  }
}

function doubleTo(definition: Definition, id: string): string {
  return (
    `\`pulumi up\` will create another one: ${definition.noun} ${id} ${likeness(definition)} this one. To manage that one, set ` +
    `\`import: "${id}"\`; after a rename, set \`aliases\`. (With \`--replace\`, that one is replaced.)`
  );
}

/**
 * The argument that names an object which does not exist, so that nothing can be created in it. The list that the
 * preview reads in any case says so first.
 * @param readList reads the collection that the arguments name
 */
export async function missingParent(
  { definition, args, context }: Asked,
  readList: () => Promise<unknown>,
): Promise<Failure | undefined> {
  const names = namesInPath(definition.collection);
  const path = names.at(-1);
  if (path === undefined || hasUnknown(names.map((name) => args[name]))) return undefined;
  if (await isUnreachable(context)) return undefined;
  try {
    await readList();
    return undefined;
  } catch (error) {
    if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
    if (!isNotFound(error) || (await isThere({ definition, args, context }))) return undefined;
    return { path, reason: unknownName(String(args[path]), []) };
  }
}

/** The same for objects, whose preview reads the list for identical ones. */
export function missingParentOfObject(asked: Asked): Promise<Failure | undefined> {
  return missingParent(asked, () => listBefore(asked, previewLimits(asked.context)));
}

/** Whether the parent exists, or may. */
async function isThere({ definition, args, context }: Asked): Promise<boolean> {
  try {
    return await isParentThere(definition, args, context);
  } catch (error) {
    if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
    return true;
  }
}
