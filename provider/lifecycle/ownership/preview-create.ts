import { CancelledError, CloudError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { foundBeforeCreate } from "./find-own";
import { optionsOf } from "../state";
import type { Asked, Context } from "../context";

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
  const run = last.isReturned ? "An earlier run" : "A run that was stopped";
  return [
    `${run} (${at}) was working on this ${noun}, which is not in the state. \`pulumi up\` looks for what that run ` +
      "achieved, and continues from there.",
  ];
}

/**
 * Says what will happen to a create whose name is taken. For the engine, a forced replacement is such a create, so this
 * is also where the user learns that nothing will be replaced.
 */
async function previewTaken(definition: Definition, args: Values, context: Context): Promise<readonly string[]> {
  const { by, unique } = definition.identity;
  if (!unique || optionsOf(args).deletesFirst || hasUnknown(by.map((name) => args[name]))) return [];
  try {
    const found = await foundBeforeCreate({ definition, args, context });
    if (found === undefined) return [];
    if (!found.isOurs) return [`\`pulumi up\` is going to stop here. ${found.taken.message}`];
    return [
      `The ${definition.noun} with id ${found.id} has the name that was generated for this one. \`pulumi up\` takes it over, because a ` +
        "killed run seems to have left it. If you are forcing a replacement, nothing is replaced unless the option " +
        `deleteBeforeReplace is set. If it belongs to another stack of the same name, give this one another ${by.join(", ")}.`,
    ];
  } catch (error) {
    // The create itself will report whatever is wrong.
    if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
    return [];
  }
}
