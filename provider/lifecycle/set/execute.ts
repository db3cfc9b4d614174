import { ApiError, CloudError, isAmbiguous } from "../../api/errors";
import { capital, countingUp, listed, messageOf } from "../wording";
import { fewAtATime } from "../waiting";
import type { Declared } from "./members";
import type { Call } from "./plan";
import { lookForCreated, perform } from "./calls";
import type { Work } from "./calls";

/** Stop after this many rejected members, which are reported together. */
const MOST_REFUSALS = 20;
/** Stop after this many consecutive creates with an ambiguous response: the service is probably unavailable. */
const MOST_LOST_IN_A_ROW = 6;

/** The outcome of a round of calls so far. */
interface Round {
  readonly refusals: string[];
  readonly ambiguous: Declared[];
  /** Number of ambiguous creates since the last success. */
  lostInARow: number;
  /** An error that any other request would get as well. */
  obstacle?: Error;
}

/** Sends the requests phase by phase, a few at a time, and updates the ledger. A phase starts only if the one before succeeded. */
export async function sendPhases(work: Work, phases: readonly (readonly Call[])[]): Promise<void> {
  const { definition, context } = work;
  const countDone = countingUp(phases.flat().length, definition.set.members, (message) => context.progress(message));
  for (const phase of phases) await sendPhase(work, phase, countDone);
}

/**
 * Retries ambiguous creates that turn out to have created nothing, all together, as long as most of the retries succeed. The search for
 * their results waits for the rest of the phase: it reads the whole list, and takes longer than many creates.
 */
async function sendPhase(work: Work, phase: readonly Call[], countDone: () => void): Promise<void> {
  const tried = new Set<Declared>();
  let left = phase;
  while (left.length > 0) {
    const round: Round = { refusals: [], ambiguous: [], lostInARow: 0 };
    const since = work.context.serviceTime();
    const rest = await fewAtATime(
      left,
      (call) => sendCall(work, round, call).then((isDone) => void (isDone && countDone())),
      () => goesOn(work, round),
    );
    const lost = await lookForCreated(work, round.ambiguous, since);
    for (let found = round.ambiguous.length - lost.length; found > 0; found--) countDone();
    if (round.obstacle) throw round.obstacle;
    if (round.refusals.length > 0) throw new CloudError(round.refusals.join("; "));
    throwIfStopped(work);
    const isRepeated = (call: Call): boolean => call.does === "create" && tried.has(call.wanted);
    const repeated = left.slice(0, left.length - rest.length).filter(isRepeated);
    const lostAgain = lost.filter((wanted) => tried.has(wanted));
    if (lostAgain.length * 2 > repeated.length) throw neverClear(work, lostAgain);
    for (const wanted of lost) tried.add(wanted);
    left = [...lost.map((wanted): Call => ({ does: "create", wanted })), ...rest];
  }
}

/** @returns whether the call succeeded */
async function sendCall(work: Work, round: Round, call: Call): Promise<boolean> {
  try {
    await perform(work, call);
    round.lostInARow = 0;
    return true;
  } catch (error) {
    noteFailure(work, round, { call, error });
    return false;
  }
}

function noteFailure(work: Work, round: Round, { call, error }: { call: Call; error: unknown }): void {
  const reason = `${nameOf(work, call)}: ${messageOf(error)}`;
  if (call.does === "create" && isAmbiguous(error)) {
    round.ambiguous.push(call.wanted);
    round.lostInARow++;
    work.ledger.ambiguous.set(call.wanted.index, call.wanted);
  } else if (error instanceof ApiError && error.status === 400) {
    round.refusals.push(reason);
  } else {
    round.obstacle ??= new CloudError(reason);
  }
}

function goesOn({ deadline, context }: Work, { refusals, lostInARow, obstacle }: Round): boolean {
  if (obstacle !== undefined || lostInARow >= MOST_LOST_IN_A_ROW || refusals.length >= MOST_REFUSALS) return false;
  return !context.signal.aborted && context.clock.now() <= deadline.at;
}

function throwIfStopped({ definition, deadline, context }: Work): void {
  context.signal.throwIfAborted();
  if (context.clock.now() <= deadline.at) return;
  throw new CloudError(
    `The ${deadline.operation} of the ${definition.noun} timed out after ${deadline.seconds} seconds. Progress is saved: run \`pulumi up\` to ` +
      `continue, or raise customTimeouts: { ${deadline.operation}: "…" }.`,
  );
}

function neverClear(work: Work, lost: readonly Declared[]): CloudError {
  const names = lost.map((wanted) => nameOf(work, { does: "create", wanted }));
  const what = names.length > 1 ? `some ${work.definition.set.members}` : listed(names);
  const affected = names.length > 1 ? ` Affected: ${listed(names)}.` : "";
  return new CloudError(
    `Creating ${what} got an ambiguous response twice, and the API does not list ${names.length > 1 ? "them" : "it"}. Run \`pulumi up\` ` +
      `again once the service recovers. Progress is saved.${affected}`,
  );
}

/** Refers to a declared member only by its index, because its contents may be secret in the program. */
function nameOf({ definition: { set } }: Work, call: Call): string {
  return call.does === "delete"
    ? `${capital(set.member.noun)} ${call.present.id}`
    : `${set.members}[${call.wanted.index}]`;
}
