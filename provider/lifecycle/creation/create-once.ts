import { ApiError, CloudError, isNotFound, isAmbiguous } from "../../api/errors";
import type { Values } from "../../definition/values";
import { claim, journalledPosts, lookForMade, withCreateLock } from "../ownership";
import type { JournalledPosts } from "../ownership";
import { withoutId } from "../context";
import { messageOf } from "../wording";
import type { Operation } from "../context";
import { retryWhileBusy } from "../waiting";

/** The POST that makes an object. */
interface CreateRequest {
  readonly path: string;
  readonly body: Values;
}

/** Decides when the request is sent, and whether again where the service has refused it. */
type Attempt = (send: () => Promise<Values>) => Promise<Values>;

/**
 * POSTs, alone among creates of the same looks; after an ambiguous answer it looks well before it posts once more, so that there
 * are never two.
 */
export function createOnce(
  operation: Operation,
  request: CreateRequest,
  attempt: Attempt = (send) => send(),
): Promise<Values> {
  return withCreateLock(operation, async () => {
    const posts = journalledPosts(operation);
    const live = await postTwiceAtMost(operation, () => attempt(() => post(operation, request, posts)));
    const own = claim(operation, live);
    await posts.made(own.id);
    return own;
  });
}

async function postTwiceAtMost(operation: Operation, send: () => Promise<Values>): Promise<Values> {
  try {
    return await send();
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
  }
  const made = await lookForMade(operation);
  if (made) return made;
  try {
    return await send();
  } catch (error) {
    // Also where this one was refused: what is in its way may be what the first one made.
    const own = await lookForMade(operation);
    if (own) return own;
    if (!isAmbiguous(error)) throw error;
    throw new CloudError(
      `The service gave no clear answer to two attempts to create this ${operation.definition.noun}, and neither shows in its list. ` +
        `The last: ${messageOf(error)}. Nothing was recorded; run \`pulumi up\` again when the service is well.`,
    );
  }
}

/** Sends the POST, and again while it is refused for something that the kind knows to pass. */
async function post(operation: Operation, { path, body }: CreateRequest, posts: JournalledPosts): Promise<Values> {
  const { definition, deadline } = operation;
  const passing = definition.creation?.retriesOn;
  const misfit = withoutId(definition);
  try {
    return await retryWhileBusy(operation, {
      send: () => posts.send({ method: "POST", path, body, deadlineMs: deadline.at, misfit }),
      willPass: (error) =>
        error instanceof ApiError && error.reasons.some(({ reason }) => passing?.test(reason) === true),
      waitingFor: "until it passes",
    });
  } catch (error) {
    throw withCulprit(operation, error);
  }
}

/** A 404 answered to a create is about something that an argument names; where it can be one only, the error says which. */
function withCulprit({ definition, args }: Operation, error: unknown): unknown {
  if (!isNotFound(error)) return error;
  const reasons = Object.entries(definition.args).flatMap(([property, { sent }]) =>
    sent?.whenNotFound === undefined || args[property] === undefined ? [] : [{ property, reason: sent.whenNotFound }],
  );
  return reasons.length === 1 ? new ApiError(error.request, error.status, reasons) : error;
}
