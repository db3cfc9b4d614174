import { ApiError, CloudError, isNotFound, mayHaveHappened, UnfitListError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { alone } from "../ownership/one-create-at-a-time";
import { withoutId } from "../state/answers";
import { createBody } from "./apply";
import type { Context, Deadline } from "../state/context";
import { sendWhenSourceIsReady } from "./clone-source";
import { findOwnAfterPost } from "../ownership/find-own";
import { claim } from "../ownership/identity";
import { notedPosts } from "../ownership/journalled-post";
import type { NotedPosts } from "../ownership/journalled-post";
import { originOf } from "../state/origins";
import { collectionPath } from "../state/ids";

/** Pauses between the looks for what a POST without a clear answer may have made. */
export const LOOK_AFTER_MS = [500, 2000, 5000, 10_000] as const;

/** The pause before a POST that was refused for something that will pass is sent again. */
const PAUSE_MS = 5000;

/**
 * POSTs, alone among creates of the same looks; after an unclear answer it looks well before it posts once more, so that there
 * are never two.
 */
export function post(definition: Definition, args: Values, deadline: Deadline, context: Context): Promise<Values> {
  return alone(definition, args, context, async () => {
    const posts = notedPosts(definition, args, context);
    const live = await postOnce(definition, args, { deadline, posts }, context);
    const own = claim(definition, args, live, context);
    await posts.made(own.id);
    return own;
  });
}

async function postOnce(
  definition: Definition,
  args: Values,
  { deadline, posts }: { deadline: Deadline; posts: NotedPosts },
  context: Context,
): Promise<Values> {
  const { path, body } = originOf(definition, args)?.request(args) ?? {
    path: collectionPath(definition, args),
    body: createBody(definition, args),
  };
  const request = { method: "POST", path, body, deadlineMs: deadline.at, misfit: withoutId(definition) } as const;
  const once = (): Promise<Values> => onceItPasses(definition, args, () => posts.send(request), deadline, context);
  const send = (): Promise<Values> => sendWhenSourceIsReady(definition, args, deadline, once, context);
  try {
    return await send();
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
  }
  const made = await lookForMade(definition, args, context);
  if (made) return made;
  try {
    return await send();
  } catch (error) {
    // Also where this one was refused: what is in its way may be what the first one made.
    const own = await lookForMade(definition, args, context);
    if (own) return own;
    if (!mayHaveHappened(error)) throw error;
    throw new CloudError(
      `The service gave no clear answer to two attempts to create this ${definition.noun}, and neither shows in its list. ` +
        `The last: ${(error as Error).message}. Nothing was recorded; run \`pulumi up\` again when the service is well.`,
    );
  }
}

/** Looks for what a POST without a clear answer may have made, for a while: a service may show it late. */
export async function lookForMade(definition: Definition, args: Values, context: Context): Promise<Values | undefined> {
  context.progress("the answer to the create got lost; looking for what it made");
  let failure: Error | undefined;
  for (const pauseMs of LOOK_AFTER_MS) {
    // Not ended by Ctrl-C: what was made must be found.
    await context.clock.sleep(pauseMs);
    try {
      const own = await findOwnAfterPost(definition, args, context);
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

/** Sends the POST, and again while it is refused for something that the kind knows to pass. */
async function onceItPasses(
  definition: Definition,
  args: Values,
  send: () => Promise<Values>,
  deadline: Deadline,
  context: Context,
): Promise<Values> {
  const passing = definition.creation?.retriesOn;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const willPass =
        error instanceof ApiError &&
        error.status === 400 &&
        passing !== undefined &&
        error.reasons.some(({ reason }) => passing.test(reason));
      if (!willPass || context.clock.now() >= deadline.at) throw naming(definition, args, error);
      context.progress(`${error.message}; waiting until it passes`);
      await context.clock.sleep(PAUSE_MS, context.signal);
    }
  }
}

/** A 404 answered to a create is about something that an argument names; where it can be one only, the error says which. */
function naming({ args: rules }: Definition, args: Values, error: unknown): unknown {
  if (!isNotFound(error)) return error;
  const reasons = Object.entries(rules).flatMap(([property, { sent }]) =>
    sent?.whenNotFound === undefined || args[property] === undefined ? [] : [{ property, reason: sent.whenNotFound }],
  );
  return reasons.length === 1 ? new ApiError(error.request, error.status, reasons) : error;
}
