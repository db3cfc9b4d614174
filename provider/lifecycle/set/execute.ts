import { ApiError, CloudError, isAmbiguous } from "../../api/errors";
import { fewAtATime } from "../waiting/concurrency";
import { clarify, perform } from "./calls";
import type { Work } from "./calls";
import type { Declared, Present } from "./members";
import type { Call } from "./plan";

/** So many members that the service refuses are told together. */
const MOST_REFUSALS = 20;
/** A set says how far it is about so many times. */
const REPORTS = 50;

/** How a phase has gone so far. */
interface Course {
  readonly refusals: string[];
  readonly unclear: Declared[];
  /** What no other call would get past, either. */
  obstacle?: Error;
}

/** Makes the calls, phase after phase, a few at a time, and keeps the ledger. A later phase only begins when all went well. */
export async function carryOut(work: Work, phases: readonly (readonly Call[])[]): Promise<void> {
  const progress = counter(work, phases.flat().length);
  for (const phase of phases) {
    const tried = new Set<Declared>();
    let left = phase;
    while (left.length > 0) {
      const course: Course = { refusals: [], unclear: [] };
      const goesOn = (): boolean =>
        course.obstacle === undefined && course.unclear.length === 0 && isToGoOn(work, course);
      const rest = await fewAtATime(left, (call) => attempt(work, call, course, progress), goesOn);
      const lost = await clarify(work, course.unclear);
      if (course.obstacle) throw course.obstacle;
      if (course.refusals.length > 0) throw new CloudError(course.refusals.join("; "));
      stopIfTold(work);
      const hopeless = lost.find((wanted) => tried.has(wanted));
      if (hopeless) throw neverClear(work, hopeless);
      for (const wanted of lost) tried.add(wanted);
      left = [...lost.map((wanted): Call => ({ does: "create", wanted })), ...rest];
    }
  }
}

async function attempt(work: Work, call: Call, course: Course, progress: () => void): Promise<void> {
  try {
    await perform(work, call);
    progress();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const what = call.does === "delete" ? `the ${nameOf(work, call.present)}` : nameOfDeclared(work, call.wanted);
    if (call.does === "create" && isAmbiguous(error)) {
      course.unclear.push(call.wanted);
      work.ledger.unclear.set(call.wanted.index, call.wanted);
    } else if (error instanceof ApiError && error.status === 400) course.refusals.push(`${what}: ${message}`);
    else course.obstacle ??= new CloudError(`${what}: ${message}`);
  }
}

function isToGoOn({ deadline, context }: Work, { refusals }: Course): boolean {
  return refusals.length < MOST_REFUSALS && !context.signal.aborted && context.clock.now() <= deadline.at;
}

function stopIfTold({ definition, deadline, context }: Work): void {
  context.signal.throwIfAborted();
  if (context.clock.now() <= deadline.at) return;
  throw new CloudError(
    `The ${definition.noun} is not as declared after ${deadline.seconds} seconds. What is done is kept: run \`pulumi up\` again to go on, ` +
      `or allow more time with the option customTimeouts: { ${deadline.operation}: "…" }.`,
  );
}

function neverClear(work: Work, wanted: Declared): CloudError {
  return new CloudError(
    `${nameOfDeclared(work, wanted)}: the service gave no clear answer to two attempts to create it, and neither shows in its list. ` +
      "What is done is kept: run `pulumi up` again when the service is well.",
  );
}

/** Without its contents, which may be secret in the program. */
function nameOfDeclared({ definition: { set } }: Work, { index }: Declared): string {
  return `${set.members}[${index}]`;
}

function nameOf({ definition: { set } }: Work, { id }: Present): string {
  return `${set.member.noun} with id ${id}`;
}

function counter({ definition, context }: Work, total: number): () => void {
  const step = Math.ceil(total / REPORTS);
  let done = 0;
  return () => {
    done++;
    if (done % step === 0 || done === total) context.progress(`${done} of ${total} ${definition.set.members}`);
  };
}
