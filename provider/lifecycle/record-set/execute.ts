import { ApiError, CloudError, isAmbiguous, joinReasons } from "../../api/errors";
import { withoutUnset } from "../../definition/values";
import { explainObstacles } from "../identity";
import { progressCounter, commaList, messageOf } from "../wording";
import { forEachConcurrently } from "../waiting";
import type { Declared } from "../state";
import type { RecordWrite } from "./plan";
import { ofRecords } from "./records";
import { findAmbiguousResults, sendRecordWrite } from "./writes";
import type { Writes } from "./writes";

/** Stop after this many rejected records, which are reported together. */
const MAX_REJECTIONS = 20;
/** Stop after this many consecutive creates with an ambiguous response: the service is probably unavailable. */
const MAX_AMBIGUOUS_IN_A_ROW = 6;

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
export async function sendPhases(work: Writes, phases: readonly (readonly RecordWrite[])[]): Promise<void> {
  const countDone = progressCounter(phases.flat().length, "records", (message) => work.context.progress(message));
  for (const phase of phases) await sendPhase(work, phase, countDone);
}

/**
 * Retries ambiguous creates that turn out to have created nothing, all together, as long as most of the retries succeed. The search for
 * their results waits for the rest of the phase: it reads the whole list, and takes longer than many creates.
 */
async function sendPhase(work: Writes, phase: readonly RecordWrite[], countDone: () => void): Promise<void> {
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
    const isRetry = (write: RecordWrite): boolean => write.does === "create" && tried.has(write.wanted);
    const retried = left.slice(0, left.length - rest.length).filter(isRetry);
    const lostAgain = lost.filter((wanted) => tried.has(wanted));
    if (lostAgain.length * 2 > retried.length) throw stillAmbiguous(lostAgain);
    for (const wanted of lost) tried.add(wanted);
    left = [...lost.map((wanted): RecordWrite => ({ does: "create", wanted })), ...rest];
  }
}

/** @returns whether the call succeeded */
async function sendWrite(work: Writes, round: Round, write: RecordWrite): Promise<boolean> {
  try {
    await sendRecordWrite(work, write);
    round.lostInARow = 0;
    return true;
  } catch (failure) {
    const error = await explained(work, write, failure);
    const reason = `${nameOf(write)}: ${messageOf(error)}`;
    if (write.does === "create" && isAmbiguous(error)) {
      round.ambiguous.push(write.wanted);
      round.lostInARow++;
      work.ledger.ambiguous.set(write.wanted.index, write.wanted);
    } else if (error instanceof ApiError && error.status === 400) {
      round.rejections.push(reason);
    } else {
      round.obstacle ??= new CloudError(reason);
    }
    return false;
  }
}

/** The error, with what is in the way of the record. */
async function explained(work: Writes, write: RecordWrite, error: unknown): Promise<unknown> {
  if (write.does === "delete") return error;
  return explainObstacles(ofRecords({ ...work, args: { ...work.args, ...withoutUnset(write.wanted.args) } }), error);
}

function mayContinue({ deadline, context }: Writes, { rejections, lostInARow, obstacle }: Round): boolean {
  if (obstacle !== undefined || lostInARow >= MAX_AMBIGUOUS_IN_A_ROW || rejections.length >= MAX_REJECTIONS)
    return false;
  return !context.signal.aborted && context.clock.now() <= deadline.at;
}

function throwIfStopped({ deadline, context }: Writes): void {
  context.signal.throwIfAborted();
  if (context.clock.now() <= deadline.at) return;
  throw new CloudError(
    `Timed out after ${deadline.seconds} seconds while ${deadline.operation.replace(/e$/, "ing")} the record set. Progress is saved: run \`pulumi up\` to ` +
      `continue, or raise customTimeouts: { ${deadline.operation}: "…" }.`,
  );
}

function stillAmbiguous(lost: readonly Declared[]): CloudError {
  const names = lost.map((wanted) => nameOf({ does: "create", wanted }));
  const what = names.length > 1 ? "some records" : commaList(names);
  const affected = names.length > 1 ? ` Affected: ${commaList(names)}.` : "";
  return new CloudError(
    `Creating ${what} got an ambiguous response twice, and the API does not list ${names.length > 1 ? "them" : "it"}. Run \`pulumi up\` ` +
      `again once the service recovers. Progress is saved.${affected}`,
  );
}

/** Refers to a declared record only by its index, because its contents may be secret in the program. */
function nameOf(write: RecordWrite): string {
  return write.does === "delete" ? `Domain record ${write.present.id}` : `records[${write.wanted.index}]`;
}
