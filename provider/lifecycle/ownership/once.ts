import type { Request } from "../../api/client";
import {
  CloudError,
  InvalidListError,
  isAmbiguous,
  isUnreliableRejection,
  isNotFound,
  isCloudFailure,
} from "../../api/errors";
import type { Values } from "../../definition/values";
import type { Intent } from "../../journal/intent";
import type { ResourceCall, Context } from "../context";
import { readCollection, readCollectionSince } from "../context";
import { collectionPath, identityKey, optionsOf } from "../state";
import { searchLate, withLock } from "../waiting";
import { UNCONFIRMED, createUnconfirmed } from "../wording";
import { findResult } from "./find-own";
import { searchMs } from "./grade";
import { identicalBefore, normalizedInputs } from "../identity";
import { hashesFor } from "./likeness";

/** How a POST is noted in the journal, and how its result is found if the response does not show it. */
export interface PostEvidence {
  /**
   * Reads what already exists and could be mistaken for the result, and notes the intent, which is on disk when the promise resolves with its ID;
   * undefined if the request needs no intent of its own.
   */
  note(): Promise<string | undefined>;
  /** The result, if the POST was carried out in spite of a 409, 422 or 429. */
  afterRejection(rejectedAtMs: number): Promise<Values | undefined>;
  /**
   * The result after an ambiguous response, checked repeatedly because the API may show it late. If undefined, such a POST is never
   * retried.
   */
  readonly afterAmbiguousResponse?: (last: Error) => Promise<Values | undefined>;
}

/** Decides when to send a request, and whether to retry it after a temporary rejection. */
export type InTurn = <T>(send: () => Promise<T>) => Promise<T>;

/** A POST that must not be carried out twice. */
export interface Once extends PostEvidence {
  readonly context: Context;
  readonly request: Omit<Request, "method" | "beforeRetry">;
  /** The ID or marker of the result, for the journal. */
  readonly idOf: (result: Values) => string | undefined;
  /** By default, it is sent immediately. */
  readonly inTurn?: InTurn;
  /** Whether a failure leaves open if the POST was carried out; by default, `isAmbiguous`. `isRetry`: it was retried after a 429. */
  readonly mayHaveTakenEffect?: (error: unknown, isRetry: boolean) => boolean;
  /** The error to throw if all responses were ambiguous and no result was found. */
  readonly ambiguousError: (last: Error) => Error;
}

/** What became of a request: its result, or, after an ambiguous response, nothing certain. A rejection is an error. */
type Outcome = { readonly intent: string | undefined } & ({ readonly result: Values } | { readonly ambiguous: Error });

/**
 * Sends a POST that must not be carried out twice, and determines its outcome. The journal notes the POST before it is sent, and its
 * response afterwards. A definite rejection settles the intent. After an ambiguous response, a search finds the result, or else the POST is
 * sent a second time; if that is not possible or no clearer, the intent stays open, and the next update searches for the result.
 */
export async function once(post: Once): Promise<Values> {
  const { context, afterAmbiguousResponse: search } = post;
  const first = await sendNoted(post);
  if ("result" in first) return answered(post, first.intent, first.result);
  const found = await search?.(first.ambiguous);
  if (found) return answered(post, first.intent, found);
  if (!search || context.signal.aborted) throw post.ambiguousError(first.ambiguous);
  // It may be rejected because the first one was carried out.
  const second = await sendNoted(post).catch((rejection: unknown) => ({ intent: first.intent, rejection }));
  if ("result" in second) return answered(post, second.intent, second.result);
  const made = await search("ambiguous" in second ? second.ambiguous : (second.rejection as Error));
  if (made) return answered(post, second.intent, made);
  throw "ambiguous" in second ? post.ambiguousError(second.ambiguous) : second.rejection;
}

async function answered(post: Once, intent: string | undefined, result: Values): Promise<Values> {
  await post.context.journal.noteResult(intent, post.idOf(result));
  return result;
}

function sendNoted(post: Once): Promise<Outcome> {
  const { inTurn = (send) => send() } = post;
  return inTurn(async () => sendAttempt(post, await post.note()));
}

/** Retries only after a rejection because of rate limits, and only if nothing shows that the POST was carried out. */
async function sendAttempt(post: Once, intent: string | undefined): Promise<Outcome> {
  const { context, request, mayHaveTakenEffect = isAmbiguous } = post;
  let isRetry = false;
  let isLooking = false;
  const find = async (rejectedAtMs: number): Promise<Values | undefined> => {
    isRetry = true;
    isLooking = true;
    const found = await post.afterRejection(rejectedAtMs);
    isLooking = false;
    return found;
  };
  try {
    return { intent, result: await context.send({ ...request, method: "POST", beforeRetry: find }) };
  } catch (error) {
    // If the search itself failed, the rejection may not be genuine.
    if (isLooking) throw error;
    if (mayHaveTakenEffect(error, isRetry)) {
      context.journal.leaveOpen(intent);
      return { intent, ambiguous: error as Error };
    }
    const result = isUnreliableRejection(error) ? await find(context.clock.now()) : undefined;
    if (result) return { intent, result };
    context.journal.settle(intent);
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
export async function searchForResult<T>(
  { definition, context }: ResourceCall,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let failure: Error | undefined;
  const look = (): Promise<T | undefined> => {
    failure = undefined;
    return find().catch((error: unknown) => {
      // All other errors have already been retried.
      if (!(error instanceof InvalidListError || isNotFound(error))) throw error;
      failure = error;
      return undefined;
    });
  };
  context.progress(`${UNCONFIRMED}; searching for the result`);
  try {
    const made = await searchLate(context, look, searchMs(definition));
    // There is no valid list, so the request may have been carried out and must not be sent again.
    if (failure) throw failure;
    return made;
  } catch (error) {
    if (!isCloudFailure(error) || error.name === "CloudError") throw error;
    throw new CloudError(createUnconfirmed(definition.noun, ", and the search for the result failed", error));
  }
}

/**
 * Runs creates with the same identity one after another. Otherwise, the search after an ambiguous response could find another create's
 * result.
 */
export async function withCreateLock<T>(call: ResourceCall, work: () => Promise<T>): Promise<T> {
  const { definition, context } = call;
  return withLock(context.memory, `create ${identityKey(definition, await normalizedInputs(call))}`, work);
}
