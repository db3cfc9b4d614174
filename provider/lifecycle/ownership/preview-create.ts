import { CancelledError, CloudError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { foundBeforeCreate } from "./find-own";
import { optionsOf } from "../state";
import type { Asked, Context } from "../context";

/** What a preview tells of a create: what a run that was stopped may have made of it, or what else has its name. */
export async function previewCreate(asked: Asked): Promise<readonly string[]> {
  const { definition, args, context } = asked;
  const { isPreview, import: named } = optionsOf(args);
  if (!isPreview || named !== undefined) return [];
  const lost = previewLost(definition, args, context);
  return lost.length > 0 ? lost : previewTaken(definition, args, context);
}

/** The same of an action: nothing has its name. */
export function previewAction({ definition, args, context }: Asked): readonly string[] {
  return optionsOf(args).isPreview ? previewLost(definition, args, context) : [];
}

/** What the journal knows of runs that were stopped while they made this. Nothing is sent for it. */
function previewLost({ noun }: Definition, args: Values, { journal }: Context): string[] {
  const last = journal.open(optionsOf(args).urn ?? "").at(-1);
  if (!last) return [];
  const at = new Date(last.at).toISOString();
  return [
    `A run that was stopped (${at}) was at this ${noun}, and the state has nothing of it. \`pulumi up\` looks for what it has come ` +
      "to, and goes on from there.",
  ];
}

/**
 * What becomes of a create whose name another object has. The engine asks for a forced replacement as for a create, so that this is
 * also where it can be told that nothing is going to be replaced.
 */
async function previewTaken(definition: Definition, args: Values, context: Context): Promise<readonly string[]> {
  const { by, unique } = definition.identity;
  if (!unique || optionsOf(args).deletesFirst || hasUnknown(by.map((name) => args[name]))) return [];
  try {
    const found = await foundBeforeCreate({ definition, args, context });
    if (found === undefined) return [];
    if (!found.isOurs) return [`\`pulumi up\` is going to stop here. ${found.taken.message}`];
    return [
      `The ${definition.noun} with id ${found.id} has the name that was generated for this one, and \`pulumi up\` takes it over, as what a ` +
        "run that was killed has left: where its replacement is forced, nothing is replaced, unless the option deleteBeforeReplace " +
        `is set. If it belongs to another stack of the same name, give this one another ${by.join(", ")}.`,
    ];
  } catch (error) {
    // Whatever is wrong, the create itself says so.
    if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
    return [];
  }
}
