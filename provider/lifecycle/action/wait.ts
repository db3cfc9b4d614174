import { createHash } from "node:crypto";
import { fill } from "../../definition/action";
import type { ActionDefinition, Subject } from "../../definition/action";
import { ApiError, CloudError, NotFoundError } from "../../api/errors";
import { readList } from "../../api/paging";
import type { Values } from "../../definition/definition";
import type { Context, Deadline } from "../state/context";
import { isOwnId } from "../state/ids";
import { look } from "../waiting/waiter";

/** A service that is still copying a new object around may not show it at once. */
const NEW_OBJECT_GRACE_MS = 30_000;

/** So long after the answer the service may still show what was before. */
const BEGIN_GRACE_MS = 15_000;

/** What an operation is allowed, and what to say when that is over. */
export interface Limit {
  readonly deadline: Deadline;
  /** What the run has left behind by then, and how to go on. */
  readonly afterwards: string;
}

export function tooLate(what: string, { deadline: { seconds, operation }, afterwards }: Limit): CloudError {
  return new CloudError(
    `${what} after ${seconds} seconds. ${afterwards}, or allow more time with the option customTimeouts: { ${operation}: "…" }.`,
  );
}

/**
 * Waits until each of the objects is ready, and says what it is waiting for.
 * @returns the status of each, in which it is ready
 */
export async function waitForSubjects(
  subjects: readonly Subject[],
  values: Values,
  limit: Limit,
  context: Context,
): Promise<readonly string[]> {
  const statuses: string[] = [];
  for (const subject of subjects) {
    const name = `the ${subject.noun} with id ${String(values[subject.id])}`;
    const started = context.clock.now();
    let hasSpoken = false;
    await look(limit.deadline, context, async (isLast) => {
      const isNew = subject.id === "id" && context.clock.now() - started < NEW_OBJECT_GRACE_MS;
      const status = await statusOf(subject, values, { isNew, name, deadline: limit.deadline }, context);
      if (subject.ready.includes(status)) {
        if (hasSpoken) context.progress(`${name} is ${status}`);
        statuses.push(status);
        return true;
      }
      const explanation = subject.hopeless?.[status];
      if (explanation !== undefined) throw new CloudError(`${capital(name)} is "${status}": ${explanation}`);
      if (isLast) throw tooLate(`${capital(name)} is still "${status}"`, limit);
      context.progress(`${name} is ${status}; waiting until it is ${subject.ready.join(" or ")}`);
      hasSpoken = true;
      return false;
    });
  }
  return statuses;
}

/** Whether every one of the objects is ready now. */
export async function areReady(
  subjects: readonly Subject[],
  values: Values,
  deadline: Deadline,
  context: Context,
): Promise<boolean> {
  for (const subject of subjects) {
    const name = `the ${subject.noun} with id ${String(values[subject.id])}`;
    const status = await statusOf(subject, values, { isNew: false, name, deadline }, context);
    if (!subject.ready.includes(status)) return false;
  }
  return true;
}

async function statusOf(
  subject: Subject,
  values: Values,
  { isNew, name, deadline }: { isNew: boolean; name: string; deadline: Deadline },
  context: Context,
): Promise<string> {
  try {
    const collection = fill(subject.collection, values);
    const { status } = await context.reads.now(collection, String(values[subject.id]), { deadlineMs: deadline.at });
    return typeof status === "string" ? status : "in no status yet";
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if (isNew) return "not visible yet";
    throw new CloudError(`${capital(name)} is not there: ${error.message}.`);
  }
}

/** All marks that the service shows now; those of before are what is compared with later. */
export async function allMarks(definition: ActionDefinition, args: Values, context: Context): Promise<string[]> {
  const { trace } = definition.action;
  const answer = await readTrace(definition, args, context);
  return kept(definition, trace.anyMarks?.(answer) ?? trace.marks(answer, args));
}

/** What the request has left: a mark that was not there before. Where it was surely accepted, any new mark is its own. */
export async function newMark(
  definition: ActionDefinition,
  args: Values,
  before: readonly string[],
  { isAccepted }: { isAccepted: boolean },
  context: Context,
): Promise<string | undefined> {
  const { trace } = definition.action;
  const answer = await readTrace(definition, args, context);
  const isNew = (mark: string): boolean =>
    !before.includes(mark) && (trace.tells !== "object" || isOwnId(definition, mark));
  const own = kept(definition, trace.marks(answer, args)).find(isNew);
  if (own !== undefined || !isAccepted || !trace.anyMarks) return own;
  return kept(definition, trace.anyMarks(answer)).find(isNew);
}

/** Waits for what the request leaves at the service. */
export async function waitForMark(
  definition: ActionDefinition,
  args: Values,
  before: readonly string[],
  limit: Limit,
  context: Context,
): Promise<string> {
  let mark: string | undefined;
  await look(limit.deadline, context, async (isLast) => {
    mark = await newMark(definition, args, before, { isAccepted: true }, context).catch(ignoreBusy);
    if (mark !== undefined) return true;
    const nothing = `The service took the request to ${definition.action.doing}, but does not show its result`;
    if (isLast) throw tooLate(nothing, limit);
    context.progress(`waiting for the service to show the result`);
    return false;
  });
  return mark as string;
}

/** Gives the service some time to show that it has begun, so that what was before is not taken for the end. */
export async function waitForBeginning(
  definition: ActionDefinition,
  args: Values,
  before: readonly string[],
  deadline: Deadline,
  context: Context,
): Promise<void> {
  const until = { ...deadline, at: Math.min(deadline.at, context.clock.now() + BEGIN_GRACE_MS) };
  const subjects = definition.action.after.filter(({ id }) => id !== "id");
  await look(until, context, async (isLast) => {
    if (isLast || !(await areReady(subjects, args, deadline, context))) return true;
    return (await newMark(definition, args, before, { isAccepted: true }, context).catch(ignoreBusy)) !== undefined;
  });
}

/** What is refused because the object is busy is asked for again later. */
function ignoreBusy(error: unknown): undefined {
  if (!isBusy(error)) throw error;
}

/** The service cannot do it at the moment, because something else is under way. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 400) return false;
  return error.reasons.some(({ reason }) => reason.endsWith(" busy.") || reason.includes("; please wait until "));
}

/** The answer of the path that the trace is looked for at; of a list, all pages. */
export async function readTrace({ action }: ActionDefinition, args: Values, { send }: Context): Promise<Values> {
  const path = fill(action.trace.path, args);
  return action.trace.isList ? { data: await readList(send, { path }) } : send({ method: "GET", path });
}

function kept({ action }: ActionDefinition, marks: readonly string[]): string[] {
  if (!action.trace.isSecret) return [...marks];
  return marks.map((mark) => createHash("sha256").update(mark).digest("hex"));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
