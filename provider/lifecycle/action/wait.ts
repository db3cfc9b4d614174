import { NotFoundError, CloudError } from "../../api/errors";
import type { ActionSubject } from "../../definition/definition";
import { fillPath } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { capitalize, sentence } from "../wording";
import { isBusy, poll, timeoutError, watch } from "../waiting";
import type { Timed } from "../context";
import type { ActionOperation } from "./evidence";
import { newMarker } from "./evidence";

/** How long after its response the API may still show the previous status. */
const BEGIN_GRACE_MS = 15_000;

/** Remote resources that an action involves. */
interface Subjects {
  readonly subjects: readonly ActionSubject[];
  /** Contains their IDs. */
  readonly values: Values;
}

/**
 * Waits until each subject is ready, and reports progress.
 * @returns the status in which each is ready
 */
export async function waitForSubjects(
  { deadline, context }: Timed,
  { subjects, values }: Subjects,
  afterwards: string,
): Promise<readonly string[]> {
  const statuses: string[] = [];
  for (const subject of subjects) {
    const name = subjectName(subject, values);
    const live = await watch(
      { deadline, context },
      {
        waitKey: `${subject.noun} ${subject.ready.join(" or ")}`,
        read: () => readSubject({ deadline, context }, subject, values),
        isDone: ({ status }) => subject.ready.includes(String(status)),
        isNew: subject.id === "id",
        terminal: (status) => {
          const explanation = subject.terminal?.[status];
          return explanation && `${capitalize(name)} is "${status}": ${explanation}`;
        },
        late: (status) => timeoutError(`${capitalize(name)} is still "${status}"`, { deadline, afterwards }),
        progress: (status) => `${name} is ${status}; waiting until it is ${subject.ready.join(" or ")}`,
        reached: (status) => `${name} is ${status}`,
      },
    ).catch((error: unknown) => {
      throw error instanceof NotFoundError ? notVisible(name, error) : error;
    });
    statuses.push(String(live.status));
  }
  return statuses;
}

export async function areSubjectsReady(waiting: Timed, { subjects, values }: Subjects): Promise<boolean> {
  for (const subject of subjects) {
    const { status } = await readSubject(waiting, subject, values).catch((error: unknown) => {
      throw error instanceof NotFoundError ? notVisible(subjectName(subject, values), error) : error;
    });
    if (!subject.ready.includes(String(status))) return false;
  }
  return true;
}

function subjectName(subject: ActionSubject, values: Values): string {
  return `${subject.noun} ${String(values[subject.id])}`;
}

export function readSubject({ context }: Timed, subject: ActionSubject, values: Values): Promise<Values> {
  const collection = fillPath(subject.collection, values);
  return context.reads.fresh(collection, String(values[subject.id]));
}

function notVisible(name: string, error: NotFoundError): CloudError {
  return new CloudError(`${capitalize(name)} does not exist: ${sentence(error)}`);
}

/** Waits until the API shows the marker that an accepted request leaves. */
export function waitForMarker(
  operation: ActionOperation,
  before: readonly string[],
  afterwards: string,
): Promise<string> {
  const { definition, deadline, context } = operation;
  return poll(operation, async (isLast) => {
    const mark = await newMarker(operation, before, { isAccepted: true }).catch(ignoreBusy);
    if (mark !== undefined) return mark;
    const nothing = `The API accepted the request to ${definition.action.doing}, but does not show its result`;
    if (isLast) throw timeoutError(nothing, { deadline, afterwards });
    context.progress("waiting for the API to show the result");
    return undefined;
  });
}

/** Gives the API time to show that the action has started, so that the previous status is not mistaken for the end. */
export async function waitUntilStarted(operation: ActionOperation, before: readonly string[]): Promise<void> {
  const { definition, args, deadline, context } = operation;
  const until = { ...deadline, at: Math.min(deadline.at, context.clock.now() + BEGIN_GRACE_MS) };
  const subjects = definition.action.after.filter(({ id }) => id !== "id");
  await poll({ deadline: until, context }, async (isLast) => {
    if (isLast || !(await areSubjectsReady(operation, { subjects, values: args }))) return true;
    const mark = await newMarker(operation, before, { isAccepted: true }).catch(ignoreBusy);
    return mark === undefined ? undefined : true;
  });
}

/** Ignores a rejection because the resource is busy, so that polling continues. */
function ignoreBusy(error: unknown): undefined {
  if (!isBusy(error)) throw error;
}
