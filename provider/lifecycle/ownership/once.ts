import type { Request } from "../../api/client";
import {
  CloudError,
  InvalidListError,
  isAmbiguous,
  isUnreliableRejection,
  isNotFound,
  isCloudFailure,
} from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { NOTHING_NOTED } from "../../journal/intent";
import type { Intent, Noted } from "../../journal/intent";
import type { ResourceCall, Context } from "../context";
import { readCollection, readCollectionSince } from "../context";
import { collectionPath, identityKey, optionsOf } from "../state";
import { recheck, withLock } from "../waiting";
import { sentence } from "../wording";
import { findResult, noteSearch } from "./find-own";
import { searchMs } from "./grade";
import { identicalBefore, normalizedInputs } from "../identity";
import { hashesFor } from "./likeness";

/** How a POST is noted in the journal, and how its result is found if the response does not show it. */
export interface PostEvidence {
  /** Reads what already exists and could be mistaken for the result, and notes the intent, which is on disk when the promise resolves. */
  note(): Promise<Noted>;
  /** The result, if the POST was carried out in spite of a 409, 422 or 429. */
  afterRejection(rejectedAtMs: number): Promise<Values | undefined>;
  /**
   * The result after an ambiguous response, checked repeatedly because the API may show it late. If undefined, such a POST is never
   * retried.
   */
  afterAmbiguousResponse?(): Promise<Values | undefined>;
}

/** A POST that must not be carried out twice. */
export interface Once extends PostEvidence {
  readonly context: Context;
  readonly request: Omit<Request, "method" | "beforeRetry">;
  /** The ID or marker of the result, for the journal. */
  readonly idOf: (result: Values) => string | undefined;
  /** Decides when to send it, and whether to retry it after a temporary rejection. By default, it is sent immediately. */
  readonly inTurn?: (send: () => Promise<Values>) => Promise<Values>;
  /** Whether a failure leaves open if the POST was carried out; by default, `isAmbiguous`. `isRetry`: it was retried after a 429. */
  readonly mayHaveTakenEffect?: (error: unknown, isRetry: boolean) => boolean;
  /** The error to throw if all responses were ambiguous and no result was found. */
  readonly ambiguousError: (last: Error) => Error;
}

/**
 * Sends a POST that must not be carried out twice, and determines its outcome. The journal notes the POST before it is sent, and its
 * response afterwards. A definite rejection settles the intent. An ambiguous outcome leaves it open, and the next update searches for the
 * result.
 */
export async function once(post: Once): Promise<Values> {
  const { context, inTurn = (send) => send() } = post;
  const maxAttempts = post.afterAmbiguousResponse ? 2 : 1;
  let latest: Noted = NOTHING_NOTED;
  let possiblyCarriedOut: Noted = NOTHING_NOTED;
  const answered = async (by: Noted, result: Values): Promise<Values> => {
    await by.noteResponse(post.idOf(result));
    return result;
  };
  for (let attempt = 1; ; attempt++) {
    let failure: unknown;
    try {
      const result = await inTurn(async () => {
        latest = await post.note();
        return sendAttempt(post, latest);
      });
      return await answered(latest, result);
    } catch (error) {
      failure = error;
      if (error instanceof AmbiguousResponseError) {
        possiblyCarriedOut = latest;
        context.journal.leaveOpen(latest.id);
      }
      // A second attempt may be rejected because the first one was carried out.
      else if (attempt === 1) throw error;
    }
    const made = await post.afterAmbiguousResponse?.();
    if (made) return answered(possiblyCarriedOut, made);
    if (!(failure instanceof AmbiguousResponseError)) throw failure;
    if (attempt === maxAttempts || context.signal.aborted) throw post.ambiguousError(failure.last);
  }
}

/** A response that leaves open whether the request was carried out. */
class AmbiguousResponseError extends Error {
  constructor(readonly last: Error) {
    super(last.message);
  }
}

/** Retries only after a rejection because of rate limits, and only if nothing shows that the POST was carried out. */
async function sendAttempt(post: Once, noted: Noted): Promise<Values> {
  const { context, request, mayHaveTakenEffect = isAmbiguous } = post;
  let isRetry = false;
  let isLooking = false;
  const find = async (rejectedAtMs: number): Promise<Values | undefined> => {
    isLooking = true;
    const found = await post.afterRejection(rejectedAtMs);
    isLooking = false;
    return found;
  };
  const beforeRetry = (rejectedAtMs: number): Promise<Values | undefined> => {
    isRetry = true;
    return find(rejectedAtMs);
  };
  try {
    return await context.send({ ...request, method: "POST", beforeRetry });
  } catch (error) {
    // If the search itself failed, the rejection may not be genuine.
    if (isLooking) throw error;
    if (mayHaveTakenEffect(error, isRetry)) throw new AmbiguousResponseError(error as Error);
    const found = isUnreliableRejection(error) ? await find(context.clock.now()) : undefined;
    if (found) return found;
    context.journal.settle(noted.id);
    throw error;
  }
}

/**
 * The resource's POST, which is about to be sent.
 * @param before what already exists and could be mistaken for its result
 */
export function intentOf({ definition, args, context }: ResourceCall, before: readonly string[]): Intent {
  return {
    urn: optionsOf(args).urn ?? "",
    collection: collectionPath(definition, args),
    before,
    at: context.clock.today(),
    serviceTime: context.serviceTime(),
    accountId: context.accountId(),
  };
}

/** How a POST that creates a resource with these inputs is noted, and how its result is distinguished from other resources. */
export function objectEvidence(call: ResourceCall, body: Values): Required<PostEvidence> {
  const { definition, args, context } = call;
  const path = collectionPath(definition, args);
  // What was known before the first attempt holds for both.
  let first: Intent | undefined;
  const find = (shown: readonly Values[], rejectsPossible: boolean): Promise<Values | undefined> =>
    findResult(call, { shown, rejectsPossible }, first ?? intentOf(call, []));
  return {
    async note() {
      const known = await identicalBefore(call);
      const intent = { ...intentOf(call, known.before), ...known, ...(await hashesFor(call, body)) };
      first ??= intent;
      return context.journal.note(intent);
    },
    // Concurrent rejections share one list. Most are genuine, so only a proven result counts.
    afterRejection: async (sinceMs) => find(await readCollectionSince(definition, { path, sinceMs }, context), false),
    afterAmbiguousResponse: () =>
      searchForResult(call, async () => find(await readCollection(definition, path, context), true)),
  };
}

/**
 * Searches for the result of a POST with an ambiguous response.
 * @throws CloudError for a resource that may be someone else's, or if the search fails
 */
async function searchForResult(
  { definition, context }: ResourceCall,
  find: () => Promise<Values | undefined>,
): Promise<Values | undefined> {
  let failure: Error | undefined;
  context.progress("ambiguous response to the create; searching for its result");
  try {
    const made = await recheck(
      context,
      async (leftMs) => {
        noteSearch(context, leftMs);
        try {
          const own = await find();
          failure = undefined;
          return own;
        } catch (error) {
          // All other errors have already been retried.
          if (!(error instanceof InvalidListError || isNotFound(error))) throw error;
          failure = error;
          return undefined;
        }
      },
      searchMs(definition),
    );
    // There is no valid list, so the request may have been carried out and must not be sent again.
    if (failure) throw failure;
    return made;
  } catch (error) {
    throw isCloudFailure(error) && error.name !== "CloudError" ? searchFailed(definition, error) : error;
  }
}

function searchFailed({ noun }: Definition, cause: CloudError): CloudError {
  return new CloudError(
    `It is unknown whether this ${noun} was created: the response was ambiguous, and the search for the result failed. Run \`pulumi up\` again once ` +
      `the service recovers: it continues the search. Cause: ${sentence(cause)}`,
  );
}

/**
 * Runs creates with the same identity one after another. Otherwise, the search after an ambiguous response could find another create's
 * result.
 */
export async function withCreateLock<T>(call: ResourceCall, work: () => Promise<T>): Promise<T> {
  const { definition, context } = call;
  return withLock(context.memory, `create ${identityKey(definition, await normalizedInputs(call))}`, work);
}
