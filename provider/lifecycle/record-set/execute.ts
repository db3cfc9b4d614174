import { ApiError, CloudError, isAmbiguous, joinReasons } from "../../api/errors";
import { withoutUnset } from "../../definition/values";
import { explainObstacles } from "../identity";
import { capitalize, progressCounter, commaList, messageOf } from "../wording";
import { forEachConcurrently } from "../waiting";
import type { MemberWrite } from "./plan";
import { findAmbiguousResults, sendMemberWrite } from "./writes";
import type { SetOperation } from "./writes";
import type { Declared } from "../state";

/** Stop after this many rejected members, which are reported together. */
const MAX_REJECTIONS = 20;
/** Stop after this many consecutive creates with an ambiguous response: the service is probably unavailable. */
const MAX_AMBIGUOUS_IN_A_ROW = 6;

const DOING = { create: "creating", update: "updating", delete: "deleting" } as const;

/** The outcome of a round of calls so far. */
interface Round {
  readonly rejections: string[];
  readonly ambiguous: Declared[];
  /** Number of ambiguous creates since the last success. */
  lostInARow: number;
  /** An error that any other request would get as well. */
  obstacle?: Error;
}

/** Sends the requests phase by phase, a few at a time, and updates the ledger. A phase starts only if the one before succeeded. */
export async function sendPhases(work: SetOperation, phases: readonly (readonly MemberWrite[])[]): Promise<void> {
  const { definition, context } = work;
  const countDone = progressCounter(phases.flat().length, definition.set.members, (message) =>
    context.progress(message),
  );
  for (const phase of phases) await sendPhase(work, phase, countDone);
}

/**
 * Retries ambiguous creates that turn out to have created nothing, all together, as long as most of the retries succeed. The search for
 * their results waits for the rest of the phase: it reads the whole list, and takes longer than many creates.
 */
async function sendPhase(work: SetOperation, phase: readonly MemberWrite[], countDone: () => void): Promise<void> {
  const tried = new Set<Declared>();
  let left = phase;
  while (left.length > 0) {
    const round: Round = { rejections: [], ambiguous: [], lostInARow: 0 };
    const rest = await forEachConcurrently(
      left,
      (write) => sendWrite(work, round, write).then((isDone) => void (isDone && countDone())),
      () => mayContinue(work, round),
    );
    const lost = await findAmbiguousResults(work, round.ambiguous);
    for (let found = round.ambiguous.length - lost.length; found > 0; found--) countDone();
    if (round.obstacle) throw round.obstacle;
    if (round.rejections.length > 0) throw new CloudError(joinReasons(round.rejections));
    throwIfStopped(work);
    const isRetry = (write: MemberWrite): boolean => write.does === "create" && tried.has(write.wanted);
    const retried = left.slice(0, left.length - rest.length).filter(isRetry);
    const lostAgain = lost.filter((wanted) => tried.has(wanted));
    if (lostAgain.length * 2 > retried.length) throw stillAmbiguous(work, lostAgain);
    for (const wanted of lost) tried.add(wanted);
    left = [...lost.map((wanted): MemberWrite => ({ does: "create", wanted })), ...rest];
  }
}

/** @returns whether the call succeeded */
async function sendWrite(work: SetOperation, round: Round, write: MemberWrite): Promise<boolean> {
  try {
    await sendMemberWrite(work, write);
    round.lostInARow = 0;
    return true;
  } catch (error) {
    noteFailure(work, round, { write, error: await explained(work, write, error) });
    return false;
  }
}

/** The error, with what is in the way of the member. */
async function explained({ definition, args, context }: SetOperation, write: MemberWrite, error: unknown) {
  if (write.does === "delete") return error;
  const declared = {
    definition: definition.set.member,
    args: { ...args, ...withoutUnset(write.wanted.args) },
    context,
  };
  return explainObstacles(declared, error);
}

function noteFailure(work: SetOperation, round: Round, { write, error }: { write: MemberWrite; error: unknown }): void {
  const reason = `${nameOf(work, write)}: ${messageOf(error)}`;
  if (write.does === "create" && isAmbiguous(error)) {
    round.ambiguous.push(write.wanted);
    round.lostInARow++;
    work.ledger.ambiguous.set(write.wanted.index, write.wanted);
  } else if (error instanceof ApiError && error.status === 400) {
    round.rejections.push(reason);
  } else {
    round.obstacle ??= new CloudError(reason);
  }
}

function mayContinue({ deadline, context }: SetOperation, { rejections, lostInARow, obstacle }: Round): boolean {
  if (obstacle !== undefined || lostInARow >= MAX_AMBIGUOUS_IN_A_ROW || rejections.length >= MAX_REJECTIONS)
    return false;
  return !context.signal.aborted && context.clock.now() <= deadline.at;
}

function throwIfStopped({ definition, deadline, context }: SetOperation): void {
  context.signal.throwIfAborted();
  if (context.clock.now() <= deadline.at) return;
  throw new CloudError(
    `Timed out after ${deadline.seconds} seconds while ${DOING[deadline.operation]} the ${definition.noun}. Progress is saved: run \`pulumi up\` to ` +
      `continue, or raise customTimeouts: { ${deadline.operation}: "…" }.`,
  );
}

function stillAmbiguous(work: SetOperation, lost: readonly Declared[]): CloudError {
  const names = lost.map((wanted) => nameOf(work, { does: "create", wanted }));
  const what = names.length > 1 ? `some ${work.definition.set.members}` : commaList(names);
  const affected = names.length > 1 ? ` Affected: ${commaList(names)}.` : "";
  return new CloudError(
    `Creating ${what} got an ambiguous response twice, and the API does not list ${names.length > 1 ? "them" : "it"}. Run \`pulumi up\` ` +
      `again once the service recovers. Progress is saved.${affected}`,
  );
}

/** Refers to a declared member only by its index, because its contents may be secret in the program. */
function nameOf({ definition: { set } }: SetOperation, write: MemberWrite): string {
  return write.does === "delete"
    ? `${capitalize(set.member.noun)} ${write.present.id}`
    : `${set.members}[${write.wanted.index}]`;
}
