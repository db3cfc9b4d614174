import { ApiError, CloudError, NotFoundError, isAmbiguous, joinReasons } from "../../api/errors";
import { readList } from "../../api/paging";
import { withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { domainRecordSet } from "../../resources/domain-record-set";
import { createBody, updateBody } from "../state";
import type { DeclaredRecord } from "../state";
import { rejectOther, rejectInvalid, readCollectionSince, rejectInvalidList, rejectWithoutId } from "../context";
import type { Timed } from "../context";
import { explainRejection } from "../identity";
import type { Intent } from "../../journal/intent";
import { grade, once, searchForResult } from "../ownership";
import { deleteObject, forEachConcurrently, parentExists } from "../waiting";
import { RESUMES, UNCONFIRMED, commaList, formatCount, messageOf, progressCounter } from "../wording";
import type { Ledger } from "./ledger";
import { pairIdentical } from "./plan";
import type { RecordWrite } from "./plan";
import { differingInputs, ofRecords, presentRecord, recordKey, recordsPath } from "./records";
import type { Present, SetCall } from "./records";
import { inFile } from "./zone-file";

/** Stop after this many rejected records, which are reported together. */
const MAX_REJECTIONS = 20;
/** Stop after this many consecutive creates with an ambiguous response: the service is probably unavailable. */
const MAX_AMBIGUOUS_IN_A_ROW = 6;

/** A series of writes, and its progress. */
interface Writes extends SetCall, Timed {
  readonly ledger: Ledger;
  /** The creates, as they were noted before the first one. */
  readonly request: Intent;
}

/** The outcome of a round of calls so far. */
interface Round {
  readonly countDone: () => void;
  readonly rejections: string[];
  readonly ambiguous: DeclaredRecord[];
  /** Number of ambiguous creates since the last success. */
  lostInARow: number;
  /** An error that any other request would get as well. */
  obstacle?: Error;
  /** Whether the zone exists, once a DELETE has returned 404. */
  zoneExists?: Promise<boolean>;
  isZoneGone?: boolean;
}

/** Sends the requests phase by phase, a few at a time, and updates the ledger. A phase starts only if the one before succeeded. */
export async function sendPhases(work: Writes, phases: readonly (readonly RecordWrite[])[]): Promise<void> {
  const { length } = phases.flat();
  const what = work.deadline.operation === "delete" ? "records deleted" : "records";
  const countDone = progressCounter(length, what, (message) => work.context.progress(message));
  for (const phase of phases) await sendPhase(work, phase, countDone);
}

/**
 * Retries ambiguous creates that turn out to have created nothing, all together, as long as most of the retries succeed. The search for
 * their results waits for the rest of the phase: it reads the whole list, and takes longer than many creates.
 */
async function sendPhase(work: Writes, phase: readonly RecordWrite[], countDone: () => void): Promise<void> {
  const tried = new Set<DeclaredRecord>();
  let left = phase;
  while (left.length > 0) {
    const round: Round = { countDone, rejections: [], ambiguous: [], lostInARow: 0 };
    const send = (write: RecordWrite): Promise<void> => sendWrite(work, write, round);
    const rest = await forEachConcurrently(left, send, () => mayContinue(work, round));
    const lost = await findAmbiguousResults(work, round.ambiguous);
    for (let found = round.ambiguous.length - lost.length; found > 0; found--) countDone();
    if (round.obstacle) throw round.obstacle;
    if (round.rejections.length > 0) throw new CloudError(joinReasons(round.rejections));
    if (round.isZoneGone) return;
    work.context.signal.throwIfAborted();
    if (rest.length > 0 && isLate(work)) throw timedOut(work, { left: rest.length, of: phase.length });
    const isRetry = (write: RecordWrite): boolean => write.does === "create" && tried.has(write.wanted);
    const retried = left.slice(0, left.length - rest.length).filter(isRetry);
    const lostAgain = lost.filter((wanted) => tried.has(wanted));
    if (lostAgain.length * 2 > retried.length) throw recordsUnknown(work, lostAgain);
    for (const wanted of lost) tried.add(wanted);
    left = [...lost.map((wanted): RecordWrite => ({ does: "create", wanted })), ...rest];
  }
}

/** Sends one request, and notes its outcome. */
async function sendWrite(work: Writes, write: RecordWrite, round: Round): Promise<void> {
  try {
    if (write.does === "create") await createRecord(work, write.wanted);
    else if (write.does === "update") await updateRecord(work, write.wanted, write.present);
    else await deleteRecord(work, write.present, round);
    work.ledger.mayHaveWritten = true;
    round.lostInARow = 0;
    round.countDone();
  } catch (failure) {
    const error = await explainedRejection(work, write, failure);
    const reason = `${writeName(work, write)}: ${messageOf(error)}`;
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
}

/** The error, with what is in the way of the record. */
async function explainedRejection(work: Writes, write: RecordWrite, error: unknown): Promise<unknown> {
  if (write.does === "delete") return error;
  return explainRejection(ofRecords({ ...work, args: { ...work.args, ...withoutUnset(write.wanted.args) } }), error);
}

function mayContinue(work: Writes, { rejections, lostInARow, obstacle, isZoneGone }: Round): boolean {
  if (obstacle !== undefined || isZoneGone || lostInARow >= MAX_AMBIGUOUS_IN_A_ROW) return false;
  return rejections.length < MAX_REJECTIONS && !work.context.signal.aborted && !isLate(work);
}

function isLate({ deadline, context }: Timed): boolean {
  return context.clock.now() > deadline.at;
}

function timedOut({ deadline: { operation, seconds } }: Timed, { left, of }: { left: number; of: number }): CloudError {
  const [withLeft, next] =
    operation === "delete"
      ? [`, with ${formatCount(left)} of ${formatCount(of)} records left`, "Run the same command again to continue"]
      : ["", RESUMES];
  return new CloudError(
    `The ${operation} of the record set timed out after ${seconds} seconds${withLeft}. ` +
      `${next}, or raise customTimeouts: { ${operation}: "…" }.`,
  );
}

function recordsUnknown(work: Writes, lost: readonly DeclaredRecord[]): CloudError {
  const names = commaList(lost.map((wanted) => writeName(work, { does: "create", wanted })));
  const [what, them, affected] =
    lost.length > 1 ? ["some records were", "them", ` Affected: ${names}.`] : [`${names} was`, "it", ""];
  return new CloudError(
    `It is unknown whether ${what} created: ${UNCONFIRMED}, and the API does not list ${them}. Run the same ` +
      `command again once the service recovers. Progress is saved.${affected}`,
  );
}

/** Refers to a declared record only by its index or line, because its contents may be secret in the program. */
function writeName(work: Writes, write: RecordWrite): string {
  return write.does === "delete" ? `Domain record ${write.present.id}` : inFile(work, `records[${write.wanted.index}]`);
}

async function createRecord(work: Writes, wanted: DeclaredRecord): Promise<void> {
  const live = await once({
    context: work.context,
    request: {
      path: recordsPath(work.args),
      body: createBody(work.definition.records, withoutUnset(wanted.args)),
      rejectReason: rejectWithoutId(domainRecord),
      onAmbiguous: markAmbiguousCreate(work),
    },
    idOf: ({ id }) => String(id),
    // One intent for all records is already noted, and ambiguous creates are searched for together.
    note: () => Promise.resolve(undefined),
    // Concurrent rejections share one list.
    afterRejection: async (sinceMs) => {
      const place = { path: work.request.collection, sinceMs };
      const listed = await readCollectionSince(domainRecord, place, work.context);
      return pairIdentical([wanted], newRecords(work, listed)).pairs[0]?.[1].live;
    },
    ambiguousError: (last) => last,
  });
  own(work.ledger, wanted, live);
}

/** What the creates led to, in so far as the set does not have it yet. They may wait for the rate limit. */
function newRecords({ definition, ledger, request, context }: Writes, listed: readonly Values[]): Present[] {
  return listed
    .filter((live) => !ledger.own.has(String(live.id)))
    .filter((live) => grade({ definition: definition.records, context }, live, request).verdict === "ours")
    .map((live) => presentRecord(definition, live));
}

async function updateRecord(work: Writes, wanted: DeclaredRecord, { id, live, fingerprint }: Present): Promise<void> {
  const given = { definition: work.definition.records, args: withoutUnset(wanted.args) };
  const response = await work.context.send({
    method: "PUT",
    path: `${recordsPath(work.args)}/${id}`,
    body: updateBody(given, differingInputs(wanted.fingerprint, fingerprint), live),
    rejectReason: rejectOther(domainRecord, id),
    onAmbiguous: markAmbiguousCreate(work),
  });
  own(work.ledger, wanted, { ...live, ...response });
}

/** One that no longer exists, also because the zone does not, counts as deleted. */
async function deleteRecord(work: Writes, { id, live }: Present, round: Round): Promise<void> {
  const { args, context, ledger } = work;
  const isParentGone = async (): Promise<boolean> => {
    round.zoneExists ??= parentExists(domainRecordSet, args, context);
    return (round.isZoneGone = !(await round.zoneExists));
  };
  const onAmbiguous = markAmbiguousCreate(work);
  try {
    await deleteObject({ collection: recordsPath(args), ownId: id, onAmbiguous, isParentGone }, context);
    ledger.deleted.set(id, live);
  } catch (error) {
    if (!(error instanceof NotFoundError) && !round.isZoneGone) throw error;
  }
  ledger.own.delete(id);
  context.memory.objects.noteDeleted(recordKey(args, id));
}

/** Notes that something may have changed, so that the next `pulumi up` compares in any case. */
function markAmbiguousCreate({ ledger }: Writes): () => void {
  return () => void (ledger.mayHaveWritten = true);
}

/** Notes that the record exists and belongs to the set. */
function own(ledger: Ledger, wanted: DeclaredRecord, live: Values): void {
  ledger.own.set(String(live.id), { live, wanted });
  ledger.ambiguous.delete(wanted.index);
}

/**
 * Searches for the results of creates with an ambiguous response. Identical records from before already belong to the set, so any other one
 * that is not older than the creates must be such a result.
 * @returns those that created nothing
 */
async function findAmbiguousResults(
  work: Writes,
  ambiguous: readonly DeclaredRecord[],
): Promise<readonly DeclaredRecord[]> {
  if (ambiguous.length === 0) return [];
  const { args, ledger, context } = work;
  const path = recordsPath(args);
  let lost = ambiguous;
  await searchForResult(ofRecords(work), async () => {
    const listed = await readList(context.send, { path });
    rejectInvalidList(path, listed, rejectInvalid(domainRecord));
    const { pairs, missing } = pairIdentical(lost, newRecords(work, listed));
    for (const [wanted, made] of pairs) {
      own(ledger, wanted, made.live);
      ledger.mayHaveWritten = true;
    }
    lost = missing;
    return lost.length === 0 || undefined;
  });
  return lost;
}
