import { fillPath } from "../../definition/path";
import type { ActionDefinition } from "../../definition/action";
import { ApiError, CloudError, mayHaveHappened } from "../../api/errors";
import type { Values } from "../../definition/values";
import { allMarks, areReady, isBusy, newMark, tooLate, waitForSubjects } from "./wait";
import type { Limit } from "./wait";
import { withoutId } from "../state/answers";
import { optionsOf } from "../state/context";
import type { Context, Deadline } from "../state/context";
import { collectionPath, isOwnId } from "../state/ids";
import { LOOK_AFTER_MS } from "../object/create-once";
import { look } from "../waiting/waiter";

/** How far an action has got. Kept in the state while it is unfinished. */
export interface Begun {
  /** What the service showed before the request. */
  readonly before: readonly string[];
  /** What it shows since then. */
  readonly mark?: string;
  /** The answer to the request got lost, and nothing tells whether it was heeded. */
  readonly unclear?: true;
  /** What the journal calls the request. */
  readonly intent?: string;
}

/** The request was sent, and its answer tells neither success nor failure. */
export class UnclearError extends Error {
  override readonly name = "UnclearError";
  constructor(
    readonly begun: Begun,
    readonly lost: Error,
  ) {
    super(lost.message);
  }
}

/**
 * Sends the request once: as soon as what it needs is ready, and again only where the service has refused it because something
 * else is under way.
 * @throws UnclearError when it may have been heeded although no success was answered.
 */
export async function sendOnce(
  definition: ActionDefinition,
  args: Values,
  deadline: Deadline,
  context: Context,
): Promise<Begun> {
  const limit = { deadline, afterwards: "Nothing was sent: run `pulumi up` again when it is ready" };
  let begun: Begun | undefined;
  await look(deadline, context, async (isLast) => {
    const [status] = await waitForSubjects(definition.action.before, args, limit, context);
    begun = await attempt(definition, args, { status, deadline }, context).catch((error: unknown) => {
      if (!(error instanceof BusyError)) throw error;
      if (isLast) throw tooLate(`The service still refuses to ${definition.action.doing} (${error.message})`, limit);
      context.progress(`${error.message}; waiting`);
      return undefined;
    });
    return begun !== undefined;
  });
  return begun as Begun;
}

/** Nothing was done, and a later attempt may do. */
class BusyError extends Error {}

/** @param status of what the action begins with, as it was just before */
async function attempt(
  definition: ActionDefinition,
  args: Values,
  { status, deadline }: { status: string | undefined; deadline: Deadline },
  context: Context,
): Promise<Begun> {
  const { action } = definition;
  const before = await allMarks(definition, args, context).catch((error: unknown) => {
    throw isBusy(error) ? new BusyError((error as Error).message) : error;
  });
  // After Ctrl-C nothing new begins.
  context.signal.throwIfAborted();
  context.progress(`asking the service to ${action.doing}`);
  const body = action.body?.(args);
  const path = collectionPath(definition, args);
  const { urn = "" } = optionsOf(args);
  const noted = await context.journal.note({ urn, collection: path, before, at: context.clock.today() });
  const known = { before, ...(noted.intent === undefined ? {} : { intent: noted.intent }) };
  try {
    const request = { method: "POST", path, deadlineMs: deadline.at } as const;
    const misfit = action.answersObject ? withoutId(definition) : undefined;
    const answer = await context.send({ ...request, ...(body ? { body } : {}), misfit });
    const isNamed = action.trace.tells === "object" && isOwnId(definition, answer.id);
    const mark = isNamed ? String(answer.id) : undefined;
    await noted.answered(mark);
    return { ...known, ...(mark === undefined ? {} : { mark }) };
  } catch (error) {
    if (mayHaveHappened(error)) throw new UnclearError({ ...known, unclear: true }, error as Error);
    context.journal.settle(noted.intent);
    if (isBusy(error) || (await isQueued(definition, args, { error, status, deadline }, context))) {
      throw new BusyError((error as ApiError).reasons.map(({ reason }) => reason).join("; "));
    }
    throw error;
  }
}

/** Too many of the same kind at once are refused in words of the service's own; the last of them may have ended by now. */
async function isQueued(
  { action }: ActionDefinition,
  args: Values,
  { error, status, deadline }: { error: unknown; status: string | undefined; deadline: Deadline },
  { reads }: Context,
): Promise<boolean> {
  const [subject] = action.before;
  const isGeneral = error instanceof ApiError && error.status === 400 && error.reasons.every((one) => !one.property);
  if (!isGeneral || !subject || !action.queuesWhile) return false;
  if (status !== undefined && action.queuesWhile.includes(status)) return true;
  const now = await reads.now(fillPath(subject.collection, args), String(args[subject.id]), {
    deadlineMs: deadline.at,
  });
  return action.queuesWhile.includes(String(now.status));
}

/**
 * Looks, after a request without a clear answer, for what it has left. Not ended by Ctrl-C, but for the wait for an object that
 * something is being done to.
 */
export async function findTrace(
  definition: ActionDefinition,
  args: Values,
  { before }: Begun,
  limit: Limit,
  context: Context,
): Promise<string | undefined> {
  context.progress("the answer to the request got lost; looking for what it has done");
  const find = (): Promise<string | undefined> => newMark(definition, args, before, { isAccepted: false }, context);
  let isUnderWay = false;
  for (const pauseMs of LOOK_AFTER_MS) {
    await context.clock.sleep(pauseMs);
    isUnderWay = !(await areReady(definition.action.before, args, limit.deadline, context));
    if (isUnderWay && definition.action.trace.tells !== "beginning") break;
    const mark = await find();
    if (mark !== undefined) return mark;
  }
  if (!isUnderWay) return undefined;
  // What is under way may be this very action, whose result shows at its end.
  await waitForSubjects(definition.action.before, args, limit, context);
  return definition.action.trace.tells === "beginning" ? undefined : find();
}

/** What to say when nobody can tell (yet) whether the request was heeded. */
export function unclear({ action }: ActionDefinition, lost: string): CloudError {
  const next =
    action.trace.tells === "beginning"
      ? "Nothing shows whether it began: see at the service whether it happened. To run it (again), change triggers. If it has " +
        "happened, and is not to be run again, take the resource out of the program: this only forgets it."
      : "Run `pulumi up` again, which looks whether it happened, and asks again only where it did not.";
  return new CloudError(
    `Whether the service did what it was asked, to ${action.doing}, is unclear: ${lost}. It was not asked twice. ${next}`,
  );
}

/** What to say when the service shows that the request was not heeded. */
export function notHeeded(definition: ActionDefinition, lost: string): CloudError {
  return new CloudError(
    `The request to ${definition.action.doing} got no clear answer, was not repeated, and the service shows nothing of it: ${lost}. ` +
      "Nothing was recorded; run `pulumi up` again when the service is well.",
  );
}
