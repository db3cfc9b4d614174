import { apiUrlProblem, meansNoSuchPath } from "../../api/api-url";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { isOwnId } from "../state";
import type { Context } from "../context";
import { sentence } from "../wording";
import type { CloudError } from "../../api/errors";
import { ApiError, isCloudFailure } from "../../api/errors";
import { rootOf } from "../../definition/definition";
import { warnOnce, previewLimits } from "./read";

/** The outcome of the first request in a run that creates something. */
interface Preflight {
  /** Why nothing can be created, and the remedy. */
  readonly problem?: string;
  /** There was no usable response, so further requests would fail, too. */
  readonly isUnreachable?: true;
}

const ofRun = (): { first?: Promise<Preflight> } => ({});

/**
 * Sends one authenticated request per run, for the list of this resource type. Otherwise, a wrong token, API URL or brand would
 * surface only at the first create.
 */
export function preflight(definition: Definition, context: Context): Promise<Preflight> {
  return (context.memory.of(ofRun).first ??= sendPreflight(definition, context));
}

/** Whether that request got no usable response. */
export async function isUnreachable({ memory }: Context): Promise<boolean> {
  return (await memory.of(ofRun).first)?.isUnreachable === true;
}

async function sendPreflight(definition: Definition, context: Context): Promise<Preflight> {
  const { send, memory } = context;
  const path = rootOf(definition.collection);
  try {
    const { data, pages } = await send({ method: "GET", path, ...previewLimits(context) });
    if (Array.isArray(data)) {
      // Cached, so that a search by name need not send the same request.
      const isComplete = pages === 1 && data.every((live) => isOwnId(definition, (live as Values | null)?.id));
      const list = { objects: data as Values[], readAt: context.clock.now() };
      if (isComplete) void memory.lists.load(path, () => Promise.resolve(list));
      return {};
    }
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    if (!meansNoSuchPath(error)) return preflightFailure(error, context);
  }
  const problem = await apiUrlProblem(context, path, previewLimits(context));
  return problem === undefined ? {} : { problem };
}

function preflightFailure(error: CloudError, context: Context): Preflight {
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
    // A token may be allowed to create what it may not list (403). One with the wrong scopes gets the same response as an invalid token.
    return error.status === 401
      ? { problem: `Access token rejected. Nothing was created. Cause: ${sentence(error)}` }
      : {};
  }
  warnOnce("the access token and values such as the region", error, context);
  return { isUnreachable: true };
}
