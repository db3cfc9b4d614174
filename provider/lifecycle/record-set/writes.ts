import { NotFoundError } from "../../api/errors";
import { readList } from "../../api/paging";
import { withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { domainRecordSet } from "../../resources/domain-record-set";
import { createBody, updateBody } from "../state";
import type { Declared } from "../state";
import { rejectOther, rejectInvalid, readCollectionSince, rejectInvalidList, rejectWithoutId } from "../context";
import type { Timed } from "../context";
import { NOTHING_NOTED } from "../../journal/journal";
import type { Intent } from "../../journal/journal";
import { grade, once } from "../ownership";
import { confirmMissing, deleteObject, recheck } from "../waiting";
import type { Ledger } from "./ledger";
import { pairIdentical } from "./plan";
import type { RecordWrite } from "./plan";
import { differingInputs, presentRecord, recordKey, recordsPath } from "./records";
import type { Present, SetCall } from "./records";

/** A series of writes, and its progress. */
export interface Writes extends SetCall, Timed {
  readonly ledger: Ledger;
  /** The creates, as they were noted before the first one. */
  readonly request: Intent;
}

/** Sends one request, and updates the ledger. */
export async function sendRecordWrite(work: Writes, write: RecordWrite): Promise<void> {
  if (write.does === "create") await createRecord(work, write.wanted);
  else if (write.does === "update") await updateRecord(work, write.wanted, write.present);
  else await deleteRecord(work, write.present);
  work.ledger.mayHaveWritten = true;
}

async function createRecord(work: Writes, wanted: Declared): Promise<void> {
  const live = await once({
    context: work.context,
    request: {
      path: recordsPath(work.args),
      body: createBody(domainRecord, withoutUnset(wanted.args)),
      rejectReason: rejectWithoutId(domainRecord),
      onAmbiguous: noteAmbiguous(work),
    },
    idOf: ({ id }) => String(id),
    // One intent for all records is already noted, and ambiguous creates are searched for together.
    note: () => Promise.resolve(NOTHING_NOTED),
    afterRejection: (rejectedAtMs) => findCreated(work, wanted, rejectedAtMs),
    ambiguousError: (last) => last,
  });
  own(work.ledger, wanted, live);
}

/** The result of a rejected create, if it was carried out nevertheless. Concurrent rejections share one list. */
async function findCreated(work: Writes, wanted: Declared, rejectedAtMs: number): Promise<Values | undefined> {
  const place = { path: work.request.collection, sinceMs: rejectedAtMs };
  const listed = await readCollectionSince(domainRecord, place, work.context);
  const [pair] = pairIdentical([wanted], newRecords(work, listed)).pairs;
  return pair?.[1].live;
}

/** What the creates led to, in so far as the set does not have it yet. They may wait for the rate limit. */
function newRecords({ ledger, request, context }: Writes, listed: readonly Values[]): Present[] {
  const sent = { ...request, withinMs: Infinity };
  return listed
    .filter((live) => !ledger.own.has(String(live.id)))
    .filter((live) => grade({ definition: domainRecord, context }, live, sent).verdict === "ours")
    .map((live) => presentRecord(live));
}

async function updateRecord(work: Writes, wanted: Declared, { id, live, fingerprint }: Present): Promise<void> {
  const response = await work.context.send({
    method: "PUT",
    path: `${recordsPath(work.args)}/${id}`,
    body: updateBody(
      { definition: domainRecord, args: withoutUnset(wanted.args) },
      differingInputs(wanted.fingerprint, fingerprint),
      live,
    ),
    rejectReason: rejectOther(domainRecord, id),
    onAmbiguous: noteAmbiguous(work),
  });
  own(work.ledger, wanted, { ...live, ...response });
}

async function deleteRecord(work: Writes, { id, live }: Present): Promise<void> {
  const { args, context, ledger } = work;
  const record = { collection: recordsPath(args), ownId: id, onAmbiguous: noteAmbiguous(work) };
  try {
    await deleteObject(record, context);
    ledger.deleted.set(id, live);
  } catch (error) {
    // Another client deleted it in the meantime.
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(domainRecordSet, error, context);
  }
  ledger.own.delete(id);
  context.memory.objects.noteDeleted(recordKey(args, id));
}

/** Notes that something may have changed, so that the next `pulumi up` compares in any case. */
function noteAmbiguous({ ledger }: Writes): () => void {
  return () => void (ledger.mayHaveWritten = true);
}

/** Notes that the record exists and belongs to the set. */
function own(ledger: Ledger, wanted: Declared, live: Values): void {
  ledger.own.set(String(live.id), { live, wanted });
  ledger.ambiguous.delete(wanted.index);
}

/**
 * Searches for the results of creates with an ambiguous response. Identical records from before already belong to the set, so any other one
 * that is not older than the creates must be such a result.
 * @returns those that created nothing
 */
export async function findAmbiguousResults(work: Writes, ambiguous: readonly Declared[]): Promise<readonly Declared[]> {
  if (ambiguous.length === 0) return [];
  const { args, ledger, context } = work;
  const path = recordsPath(args);
  let lost = ambiguous;
  context.progress("ambiguous response to a create; searching for its result");
  await recheck(context, async () => {
    const listed = await readList(context.send, { path });
    rejectInvalidList(path, listed, rejectInvalid(domainRecord));
    const { pairs, missing } = pairIdentical(lost, newRecords(work, listed));
    for (const [wanted, made] of pairs) {
      own(ledger, wanted, made.live);
      ledger.mayHaveWritten = true;
    }
    lost = missing;
    return lost.length === 0 ? lost : undefined;
  });
  return lost;
}
