import { ApiError, CloudError, isAmbiguous } from "../../api/errors";
import { messageOf } from "../wording";
import { fewAtATime } from "../waiting";
import { lookForCreated, perform } from "./calls";
import type { Work } from "./calls";
import type { Declared, Call } from "../members";

/** The most refused members that are reported together. */
const MOST_REFUSALS = 20;
/** How many times a set reports its progress, roughly. */
const REPORTS = 50;

/** The outcome of a round of calls so far. */
interface Course {
  readonly refusals: string[];
  readonly ambiguous: Declared[];
  /** An error that any other call would meet as well. */
  obstacle?: Error;
}

/**
 * Makes the calls, phase by phase, a few at a time, and updates the ledger. A phase only starts if the one before
 * succeeded.
 */
export async function carryOut(work: Work, phases: readonly (readonly Call[])[]): Promise<void> {
  const countDone = counter(work, phases.flat().length);
  for (const phase of phases) await carryOutPhase(work, phase, countDone);
}

/** A create that turns out to have made nothing is tried once more. */
async function carryOutPhase(work: Work, phase: readonly Call[], countDone: () => void): Promise<void> {
  const tried = new Set<Declared>();
  let left = phase;
  while (left.length > 0) {
    const course: Course = { refusals: [], ambiguous: [] };
    const rest = await fewAtATime(
      left,
      (call) => perform(work, call).then(countDone, (error: unknown) => noteFailure(work, course, { call, error })),
      () => goesOn(work, course),
    );
    const lost = await lookForCreated(work, course.ambiguous);
    if (course.obstacle) throw course.obstacle;
    if (course.refusals.length > 0) throw new CloudError(course.refusals.join("; "));
    throwIfStopped(work);
    const lostAgain = lost.find((wanted) => tried.has(wanted));
    if (lostAgain) throw neverClear(work, lostAgain);
    for (const wanted of lost) tried.add(wanted);
    left = [...lost.map((wanted): Call => ({ does: "create", wanted })), ...rest];
  }
}

function noteFailure(work: Work, course: Course, { call, error }: { call: Call; error: unknown }): void {
  const reason = `${nameOf(work, call)}: ${messageOf(error)}`;
  if (call.does === "create" && isAmbiguous(error)) {
    course.ambiguous.push(call.wanted);
    work.ledger.ambiguous.set(call.wanted.index, call.wanted);
  } else if (error instanceof ApiError && error.status === 400) {
    course.refusals.push(reason);
  } else {
    course.obstacle ??= new CloudError(reason);
  }
}

function goesOn({ deadline, context }: Work, { refusals, ambiguous, obstacle }: Course): boolean {
  if (obstacle !== undefined || ambiguous.length > 0 || refusals.length >= MOST_REFUSALS) return false;
  return !context.signal.aborted && context.clock.now() <= deadline.at;
}

function throwIfStopped({ definition, deadline, context }: Work): void {
  context.signal.throwIfAborted();
  if (context.clock.now() <= deadline.at) return;
  throw new CloudError(
    `The ${definition.noun} is not as declared after ${deadline.seconds} seconds. What is done is kept: run \`pulumi up\` again to go on, ` +
      `or allow more time with the option customTimeouts: { ${deadline.operation}: "…" }.`,
  );
}

function neverClear(work: Work, wanted: Declared): CloudError {
  return new CloudError(
    `${nameOf(work, { does: "create", wanted })}: the service gave no clear answer to two attempts to create it, and neither shows in ` +
      "its list. What is done is kept: run `pulumi up` again when the service is well.",
  );
}

/** A declared member is named by its index only: its contents may be secret in the program. */
function nameOf({ definition: { set } }: Work, call: Call): string {
  return call.does === "delete"
    ? `the ${set.member.noun} with id ${call.present.id}`
    : `${set.members}[${call.wanted.index}]`;
}

function counter({ definition, context }: Work, total: number): () => void {
  const step = Math.ceil(total / REPORTS);
  let done = 0;
  return () => {
    done++;
    if (done % step === 0 || done === total) context.progress(`${done} of ${total} ${definition.set.members}`);
  };
}
