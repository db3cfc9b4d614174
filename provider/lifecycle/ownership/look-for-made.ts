import { isNotFound, UnfitListError } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { Asked } from "../context";
import { recheck } from "../waiting";
import { findOwnAfterPost } from "./find-own";
import type { Post } from "./find-own";

/**
 * Looks for what a POST without a clear answer may have made.
 * @throws CloudError for an object that may be somebody else's
 */
export async function lookForMade(asked: Asked, post: Post): Promise<Values | undefined> {
  const { context } = asked;
  context.progress("the answer to the create got lost; looking for what it made");
  let failure: Error | undefined;
  const made = await recheck(context, async () => {
    try {
      const own = await findOwnAfterPost(asked, post);
      failure = undefined;
      return own;
    } catch (error) {
      // Anything else has been retried already.
      if (!(error instanceof UnfitListError || isNotFound(error))) throw error;
      failure = error;
      return undefined;
    }
  });
  // A request that may have been carried out must not be sent again.
  if (failure) throw failure;
  return made;
}
