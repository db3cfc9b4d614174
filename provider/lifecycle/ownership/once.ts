import type { Request } from "../../api/client";
import { UnfitListError, isAmbiguous, isDoubtful, isNotFound } from "../../api/errors";
import type { Values } from "../../definition/values";
import { NOTHING_NOTED } from "../../journal/journal";
import type { Intent, Noted } from "../../journal/journal";
import type { Asked, Context } from "../context";
import { collectionPath, comparable, optionsOf } from "../state";
import { recheck, withLock } from "../waiting";
import { findOwnAfterPost, findOwnAfterRefusal } from "./find-own";
import type { KnownBefore, Post } from "./find-own";
import { alikeBefore, normalized } from "./identity";
import { identityHashes } from "./find-lost";

/** How a POST is noted in the journal, and how its result is found where the response does not show it. */
export interface Evidence {
  /** Reads what could be mistaken for the result, and notes the intent: it is on disk when the promise resolves. */
  note(): Promise<Noted>;
  /** The result, if a 409, 422 or 429 does not mean what it says. */
  afterRefusal(refusedAtMs: number): Promise<Values | undefined>;
  /**
   * The result, after a response that says nothing: asked for several times, because the service may show it late. Without it, the POST is
   * never sent a second time.
   */
  afterLoss?(): Promise<Values | undefined>;
}

/** A POST that must not be carried out twice. */
export interface Once extends Evidence {
  readonly context: Context;
  readonly request: Omit<Request, "method" | "beforeRepeat">;
  /** What the journal keeps of the result: its id or mark. */
  readonly idOf: (result: Values) => string | undefined;
  /** When it is sent, and whether again after a refusal that will pass. By default, at once. */
  readonly inTurn?: (send: () => Promise<Values>) => Promise<Values>;
  /** Whether a failure leaves open that it was carried out; `isRepeated`: it was sent again after a 429. By default, what is ambiguous. */
  readonly isUnclear?: (error: unknown, isRepeated: boolean) => boolean;
  /** The error where no attempt got a clear response and nothing shows a result. */
  readonly unclear: (last: Error) => Error;
}

/**
 * Sends a POST that must not be carried out twice, and finds out what became of it. In the journal it is noted, then answered, or
 * settled when the service has refused it; what stays unclear stays open, and the next run looks for it.
 */
export async function once(post: Once): Promise<Values> {
  const { context, inTurn = (send) => send() } = post;
  const mostAttempts = post.afterLoss ? 2 : 1;
  let latest: Noted = NOTHING_NOTED;
  let possiblyCarriedOut: Noted = NOTHING_NOTED;
  const answered = async (by: Noted, result: Values): Promise<Values> => {
    await by.answered(post.idOf(result));
    return result;
  };
  for (let attempt = 1; ; attempt++) {
    let failure: unknown;
    try {
      const result = await inTurn(async () => {
        latest = await post.note();
        return send(post, latest);
      });
      return await answered(latest, result);
    } catch (error) {
      failure = error;
      if (error instanceof UnclearError) possiblyCarriedOut = latest;
      // A second attempt may be refused because of what the first one made.
      else if (attempt === 1) throw error;
    }
    const made = await post.afterLoss?.();
    if (made) return answered(possiblyCarriedOut, made);
    if (!(failure instanceof UnclearError)) throw failure;
    if (attempt === mostAttempts || context.signal.aborted) throw post.unclear(failure.last);
  }
}

/** A response that leaves open whether the request was carried out. */
class UnclearError extends Error {
  constructor(readonly last: Error) {
    super(last.message);
  }
}

/** Sends it again only if the service refuses it because of its limits, and nothing shows that it was carried out. */
async function send(post: Once, noted: Noted): Promise<Values> {
  const { context, request, isUnclear = isAmbiguous } = post;
  let isRepeated = false;
  let isLooking = false;
  const find = async (refusedAtMs: number): Promise<Values | undefined> => {
    isLooking = true;
    const found = await post.afterRefusal(refusedAtMs);
    isLooking = false;
    return found;
  };
  const beforeRepeat = (refusedAtMs: number): Promise<Values | undefined> => {
    isRepeated = true;
    return find(refusedAtMs);
  };
  try {
    return await context.send({ ...request, method: "POST", beforeRepeat });
  } catch (error) {
    // Where the look itself failed, the refusal is not known to mean what it says.
    if (isLooking) throw error;
    if (isUnclear(error, isRepeated)) throw new UnclearError(error as Error);
    const found = isDoubtful(error) ? await find(context.clock.now()) : undefined;
    if (found) return found;
    context.journal.settle(noted.intent);
    throw error;
  }
}

/** Notes in the journal that the resource's POST is about to be sent. @param before what could be mistaken for its result */
export function noteIntent(
  { definition, args, context }: Asked,
  before: readonly string[],
  identity?: Intent["identity"],
): Promise<Noted> {
  return context.journal.note({
    urn: optionsOf(args).urn ?? "",
    collection: collectionPath(definition, args),
    before,
    at: context.clock.today(),
    serviceTime: context.serviceTime(),
    identity,
  });
}

/** How a POST that creates an object with these arguments is noted, and how its object is distinguished from those of others. */
export function objectEvidence(asked: Asked, body: Values): Required<Evidence> {
  // What was known right before the first attempt holds for both.
  let known: KnownBefore | undefined;
  const post = (): Post => ({ before: [], since: undefined, ...known, body });
  return {
    async note() {
      const before = await alikeBefore(asked);
      known ??= { before, since: asked.context.serviceTime() };
      return noteIntent(asked, before, await identityHashes(asked));
    },
    afterRefusal: (refusedAtMs) => findOwnAfterRefusal(asked, post(), refusedAtMs),
    afterLoss: () => lookForMade(asked, post()),
  };
}

/**
 * Looks for what a POST without a clear response may have made.
 * @throws CloudError for an object that may be somebody else's
 */
async function lookForMade(asked: Asked, post: Post): Promise<Values | undefined> {
  const { context } = asked;
  context.progress("ambiguous response to the create; looking for its result");
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

/**
 * Runs creates of lookalikes one after another: a recheck after a lost answer would otherwise find the other's object.
 */
export async function withCreateLock<T>(asked: Asked, work: () => Promise<T>): Promise<T> {
  const { definition, args, context } = asked;
  const asShown = await normalized(asked);
  const looks = definition.identity.by.map((name) => comparable(definition.args[name], asShown[name], asShown) ?? null);
  return withLock(context.memory, `create ${collectionPath(definition, args)} ${JSON.stringify(looks)}`, work);
}
