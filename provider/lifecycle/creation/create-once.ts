import { ApiError, CloudError, isNotFound, isAmbiguous } from "../../api/errors";
import type { Values } from "../../definition/values";
import { claim, findOwnAfterRefusal, journalledPosts, lookForMade, withCreateLock } from "../ownership";
import type { JournalledPosts } from "../ownership";
import { withoutId } from "../context";
import { sentence } from "../wording";
import type { Operation } from "../context";
import { retryWhileBusy } from "../waiting";

/** The POST that creates an object. */
interface CreateRequest {
  readonly path: string;
  readonly body: Values;
}

/** Decides when the request is sent, and whether again after a refusal. */
type Attempt = (send: () => Promise<Values>) => Promise<Values>;

/**
 * Sends the POST, one of several lookalikes at a time. After an ambiguous answer it searches thoroughly before one more
 * attempt, so there are never two objects.
 */
export function createOnce(
  operation: Operation,
  request: CreateRequest,
  attempt: Attempt = (send) => send(),
): Promise<Values> {
  return withCreateLock(operation, async () => {
    const posts = journalledPosts(operation);
    const look = (): Promise<Values | undefined> => lookForMade(operation, { body: request.body, ...posts.known });
    const live = await postTwiceAtMost(operation, () => attempt(() => post(operation, request, posts)), look);
    const own = claim(operation, live);
    await posts.made(own.id);
    return own;
  });
}

async function postTwiceAtMost(
  operation: Operation,
  send: () => Promise<Values>,
  look: () => Promise<Values | undefined>,
): Promise<Values> {
  try {
    return await send();
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
  }
  const made = await look();
  if (made) return made;
  try {
    return await send();
  } catch (error) {
    // Even if this one was refused: the first one's object may be in its way.
    const own = await look();
    if (own) return own;
    if (!isAmbiguous(error)) throw error;
    throw new CloudError(
      `Creating this ${operation.definition.noun} failed twice without a clear answer, and it is not in the list. Run \`pulumi up\` again ` +
        `when the service is well; nothing was recorded. The last answer: ${sentence(error)}`,
    );
  }
}

/** Sends the POST, and again while the refusal is one that the kind declares temporary. */
async function post(operation: Operation, { path, body }: CreateRequest, posts: JournalledPosts): Promise<Values> {
  const { definition, deadline } = operation;
  const passing = definition.creation?.retriesOn;
  const rejectReason = withoutId(definition);
  const beforeRepeat = (refusedAtMs: number): Promise<Values | undefined> =>
    findOwnAfterRefusal(operation, { body, ...posts.known }, refusedAtMs);
  try {
    return await retryWhileBusy(operation, {
      send: () => posts.send({ method: "POST", path, body, deadlineMs: deadline.at, rejectReason, beforeRepeat }),
      willPass: (error) =>
        error instanceof ApiError && error.reasons.some(({ reason }) => passing?.test(reason) === true),
      waitingFor: "until it passes",
    });
  } catch (error) {
    throw withCulprit(operation, error);
  }
}

/**
 * A 404 to a create is about something that an argument names; if only one argument can be meant, the error says which.
 */
function withCulprit({ definition, args }: Operation, error: unknown): unknown {
  if (!isNotFound(error)) return error;
  const reasons = Object.entries(definition.args).flatMap(([property, { sent }]) =>
    sent?.whenNotFound === undefined || args[property] === undefined ? [] : [{ property, reason: sent.whenNotFound }],
  );
  return reasons.length === 1 ? new ApiError(error.request, error.status, reasons) : error;
}
