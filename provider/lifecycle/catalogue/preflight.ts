import { addressProblem, meansNothing } from "../../api/base-address";
import { ApiError, CancelledError, CloudError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { rootOf } from "../../definition/path";
import type { Values } from "../../definition/values";
import { isOwnId } from "../state";
import type { Context, RunMemory } from "../context";
import { previewLimits, warnOnce } from "./catalogue";

/** How the service answered the first request of a run that creates something. */
export interface Preflight {
  /** Why nothing can be created, and the remedy. */
  readonly problem?: string;
  /** No usable answer came: further questions would be no use. */
  readonly isUnreachable?: true;
}

const contacts = new WeakMap<RunMemory, Promise<Preflight>>();

/**
 * Sends one request that needs the token, once per run: for the list of this kind. Otherwise nothing would show, before
 * the first create, that the token, the base address or the brand is wrong.
 */
export function preflight(definition: Definition, context: Context): Promise<Preflight> {
  const contact = contacts.get(context.memory) ?? makeContact(definition, context);
  contacts.set(context.memory, contact);
  return contact;
}

/** Whether no usable answer came to that request. */
export async function isUnreachable({ memory }: Context): Promise<boolean> {
  return (await contacts.get(memory))?.isUnreachable === true;
}

async function makeContact(definition: Definition, context: Context): Promise<Preflight> {
  const { send, memory } = context;
  const path = rootOf(definition.collection);
  try {
    const { data, pages } = await send({ method: "GET", path, ...previewLimits(context) });
    if (Array.isArray(data)) {
      // Saves a lookup by name the same request.
      const isComplete = pages === 1 && data.every((live) => isOwnId(definition, (live as Values | null)?.id));
      const list = { objects: data as Values[], readAt: context.clock.now() };
      if (isComplete) void memory.lists.once(path, () => Promise.resolve(list));
      return {};
    }
  } catch (error) {
    if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
    if (!meansNothing(error)) return judged(error, context);
  }
  const problem = await addressProblem(context, path, previewLimits(context));
  return problem === undefined ? {} : { problem };
}

function judged(error: CloudError, context: Context): Preflight {
  if (error instanceof ApiError && error.status < 500) {
    // A token may be allowed to create what it may not list (403); one with the wrong scopes is answered like a wrong
    // token.
    return error.status === 401 ? { problem: refused(error) } : {};
  }
  warnOnce("the token and what the program names", error, context);
  return { isUnreachable: true };
}

function refused({ message }: ApiError): string {
  return (
    `The service rejects the access token: ${message}. Set a valid one in COMPUTE_TOKEN, with ` +
    "`pulumi config set --secret compute:token`, or as `token` of the compute.Provider. Nothing was created."
  );
}
