import { undefinedIfMissing, isCloudFailure } from "../../api/errors";
import { previewLimits } from "../catalogue";
import type { Values } from "../../definition/values";
import { adviseAtEnd } from "../context";
import type { Context } from "../context";
import { duplicatesOf, locate } from "../state";
import { capitalize, sentence } from "../wording";
import { isBeingDeleted, memoryKey } from "./identity";
import type { Definition } from "../../definition/definition";

/**
 * Reminds of identical resources that a create did not adopt, at each preview while they exist and no resource manages them. Sends no request
 * if there were none. A failure to read them neither fails nor delays the preview.
 */
export async function remindOfDuplicates(definition: Definition, state: Values, context: Context): Promise<void> {
  for (const id of duplicatesOf(state)) {
    const key = memoryKey(definition, id);
    if (context.memory.objects.isKnown(key)) continue;
    context.memory.objects.noteNamed(key);
    const { collection, ownId } = locate(definition, id);
    const { deadlineMs } = previewLimits(context);
    try {
      const live = await undefinedIfMissing(context.reads.fresh(collection, ownId, { deadlineMs }));
      if (live && !isBeingDeleted(definition, live)) adviseAtEnd(context, key, duplicateNotice(definition, id));
    } catch (error) {
      if (!isCloudFailure(error)) throw error;
      adviseAtEnd(context, key, `Could not check whether ${definition.noun} ${id} still exists: ${sentence(error)}`);
    }
  }
}

function duplicateNotice({ noun }: Definition, id: string): string {
  return (
    `There is a second, identical ${noun}: ${id}. It already existed when this one was created, or an interrupted update left it behind. ` +
    `Unless another resource of the stack manages it, delete it, or import it into a separate resource: \`import: "${id}"\`.`
  );
}

/** For messages: how an existing resource resembles the one to be created. */
export function describeLikeness({ noun, identity: { by } }: Definition, id: string): string {
  return `${capitalize(noun)} ${id} ${by.length === 1 ? `has the same ${by.join()} as` : "is identical to"} this one.`;
}
