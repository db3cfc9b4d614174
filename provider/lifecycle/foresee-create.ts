import { CancelledError, CloudError } from "../api/errors";
import type { Definition, Values } from "../definition";
import { hasUnknown } from "../unknown";
import { optionsOf } from "./context";
import type { Context } from "./context";
import { foundBeforeCreate } from "./identity";

/**
 * What a preview tells of a create whose name another object has. The engine asks for a forced replacement as for a create, so that
 * this is also where it can be told that nothing is going to be replaced.
 */
export async function foreseeCreate(
  definition: Definition,
  state: Values | undefined,
  args: Values,
  context: Context,
): Promise<readonly string[]> {
  const { isPreview, import: named, deletesFirst } = optionsOf(args);
  const { by, unique } = definition.identity;
  if (state !== undefined || !isPreview || named !== undefined || deletesFirst || !unique) return [];
  if (hasUnknown(by.map((name) => args[name]))) return [];
  try {
    const found = await foundBeforeCreate(definition, args, context);
    if (found === undefined) return [];
    if (!found.isOurs) return [`\`pulumi up\` is going to stop here. ${found.taken.message}`];
    return [
      `The ${definition.noun} with id ${found.id} has the name that was generated for this one, and \`pulumi up\` takes it over: ` +
        "where its replacement is forced, nothing is replaced, unless the option deleteBeforeReplace is set.",
    ];
  } catch (error) {
    // Whatever is wrong, the create itself says so.
    if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
    return [];
  }
}
