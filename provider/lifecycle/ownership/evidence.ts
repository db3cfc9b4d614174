import { isNotFound, UnfitListError } from "../../api/errors";
import type { Values } from "../../definition/values";
import { collectionPath, optionsOf } from "../state";
import type { Asked } from "../context";
import { recheck } from "../waiting";
import { findOwnAfterPost, findOwnAfterRefusal } from "./find-own";
import type { KnownBefore, Post } from "./find-own";
import { alikeBefore } from "./identity";
import { identityHashes } from "./intent-results";
import type { Evidence } from "./once";

/** How a POST that creates an object with these arguments is noted, and how its object is told from those of others. */
export function objectEvidence(asked: Asked, body: Values): Required<Evidence> {
  const { definition, args, context } = asked;
  // What was known right before the first attempt holds for both.
  let known: KnownBefore = { before: [], since: undefined };
  let isKnown = false;
  return {
    async note() {
      const before = await alikeBefore(asked);
      if (!isKnown) known = { before, since: context.serviceTime() };
      isKnown = true;
      return context.journal.note({
        urn: optionsOf(args).urn ?? "",
        collection: collectionPath(definition, args),
        before,
        at: context.clock.today(),
        serviceTime: context.serviceTime(),
        identity: await identityHashes(asked),
      });
    },
    afterRefusal: (refusedAtMs) => findOwnAfterRefusal(asked, { body, ...known }, refusedAtMs),
    afterLoss: () => lookForMade(asked, { body, ...known }),
  };
}

/**
 * Looks for what a POST without a clear response may have made.
 * @throws CloudError for an object that may be somebody else's
 */
async function lookForMade(asked: Asked, post: Post): Promise<Values | undefined> {
  const { context } = asked;
  context.progress("the response to the create got lost; looking for what it made");
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
