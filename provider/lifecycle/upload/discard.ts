import { CloudError, NotFoundError } from "../../api/errors";
import type { Values } from "../../definition/values";
import { memoryKey } from "../ownership";
import { UnfinishedError, givenArguments, idOf, locate, unfinishedState, optionsOf } from "../state";
import { sentence } from "../wording";
import type { Asked } from "../context";
import { confirmGone, deleteObject } from "../waiting";
import { uploadRule } from "./rule";

/** Deletes an object that will never get its data. */
export async function discard(asked: Asked, live: Values, reason?: unknown): Promise<void> {
  const { definition, args, context } = asked;
  const id = idOf(definition, args, live);
  const { collection, ownId } = locate(definition, id);
  try {
    await deleteObject({ collection, ownId }, context).catch((error: unknown) => {
      if (error instanceof NotFoundError) return confirmGone(definition, error, context);
      throw error;
    });
  } catch (error) {
    throw leftBehind(asked, live, { reason, error });
  }
  context.memory.deleted.add(memoryKey(definition, id));
  // Nothing is left to look for.
  context.journal.recorded({ urn: optionsOf(args).urn ?? "", id, collection });
}

/** Its state lacks the data, so the next run creates another one and deletes this one. */
function leftBehind(
  { definition, args }: Asked,
  live: Values,
  { reason, error }: { readonly reason: unknown; readonly error: unknown },
): UnfinishedError {
  const { from, hash } = uploadRule(definition);
  const id = idOf(definition, args, live);
  const { [from]: _from, [hash]: _hash, ...reached } = args;
  const state = unfinishedState({ definition, args: reached }, live, { args: givenArguments(definition, reached) });
  const first = reason === undefined ? "" : `${sentence(reason)} `;
  const message =
    `${first}The ${definition.noun} with id ${id} will never get its data, and could not be deleted: ${sentence(error)} ` +
    "Its id is kept: the next `pulumi up` creates another one and deletes this one.";
  return new UnfinishedError({ id, state }, new CloudError(message));
}
