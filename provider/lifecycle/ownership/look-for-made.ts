import { isNotFound, UnfitListError } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { Asked } from "../state";
import { findOwnAfterPost } from "./find-own";

/** Pauses before each check for what a POST without a clear answer may have made: a service may show it late. */
export const RECHECK_DELAYS_MS = [500, 2000, 5000, 10_000] as const;

/** Looks for what a POST without a clear answer may have made, for a while: a service may show it late. */
export async function lookForMade(asked: Asked): Promise<Values | undefined> {
  const { context } = asked;
  context.progress("the answer to the create got lost; looking for what it made");
  let failure: Error | undefined;
  for (const delayMs of RECHECK_DELAYS_MS) {
    // Not ended by Ctrl-C: what was made must be found.
    await context.clock.sleep(delayMs);
    try {
      const own = await findOwnAfterPost(asked);
      if (own) return own;
      failure = undefined;
    } catch (error) {
      // What has been asked for again and again already will not pass here.
      if (!(error instanceof UnfitListError || isNotFound(error))) throw error;
      failure = error;
    }
  }
  // Nothing may be sent again that may have been heeded.
  if (failure) throw failure;
  return undefined;
}
