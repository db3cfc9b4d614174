import { CloudError } from "../../api/errors";
import { locate } from "../state";
import type { ObjectRead } from "../context";
import { recheck } from "./recheck";

/**
 * Makes sure, after a DELETE that was accepted, that the object is gone: a service may accept one that it does not carry out.
 * @throws CloudError if it is still there after a while
 */
export async function confirmDeleted({ definition, id, context, deadline }: ObjectRead): Promise<void> {
  const { collection, ownId } = locate(definition, id);
  const isGone = (): Promise<boolean> => context.reads.isGone(collection, ownId, { deadlineMs: deadline?.at });
  if (await isGone()) return;
  context.progress("its deletion was accepted; waiting until it is gone");
  if (await recheck(context, async () => (await isGone()) || undefined)) return;
  throw new CloudError(
    `The ${definition.noun} with id ${id} is still there, although the service accepted its deletion: run the same command again. It stays ` +
      "in the state; `pulumi state delete` only forgets it.",
  );
}
